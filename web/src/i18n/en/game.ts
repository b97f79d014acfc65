/** Games, feedbacks and the menu of games, in English. */

import { count } from './words'

export const game = {
  mastermind: (pegs: number, colours: number) => `Mastermind ${pegs}×${colours}`,
  bullscows: (pegs: number, digits: number) => `Bulls and Cows ${pegs}×${digits}`,
  twod: (n: number) => `Two numbers below ${n}`,
  words: (letters: number) => `Words of ${letters} letters`,
  hard: 'hard mode',
  strict: 'every guess must fit all rows',
  letters: 'Letters',
  distinct: 'no repeats in the secret',
  rows: (n: number) => count(n, 'row', 'rows'),
  family: 'Game',
  families: { mastermind: 'Mastermind', bullscows: 'Bulls and Cows', twod: 'Two numbers', words: 'Words' },
  pegs: 'Pegs',
  symbols: { mastermind: 'Colours', bullscows: 'Digits', twod: 'Below', words: 'Letters' },
  strategy: 'Strategy',
  strategies: {
    first: 'the first code that fits',
    random: 'any code that fits, by chance',
    minimax: 'Knuth’s method',
    'expected-size': 'Irving’s method',
    entropy: 'Neuwirth’s method',
    'most-parts': 'Kooi’s method',
    optimal: 'fewest guesses on average',
    'optimal-worst': 'fewest guesses at worst',
  } as Record<string, string>,
  /** The name of `optimal-worst` where the number is known. */
  neverMore: (n: number) => `never more than ${n} guesses`,
}

export const feedback = {
  pegs: (exact: number, misplaced: number) => `${exact} exact, ${misplaced} misplaced`,
  low: 'low: neither number is above the secret’s',
  high: 'high: neither number is below the secret’s',
  mixed: 'mixed: one is above, one below',
  equal: 'equal',
  marks: { G: 'right', Y: 'elsewhere', B: 'absent' },
}

export const menu = {
  title: 'Games',
  daily: 'Puzzle of the day',
  coins: 'Twelve coins',
  coinsAbout: 'one is wrong',
  table: 'Your own table',
  tableAbout: 'any questions',
  other: 'Any size',
  rows: 'Rows',
  noLimit: 'no limit',
  impossible: 'There is no game of this size.',
  start: 'Play',
}
