/** Games, feedbacks and the menu of games, in English. */

import { count } from './words'

export const game = {
  mastermind: (pegs: number, colours: number) => `Mastermind ${pegs}×${colours}`,
  bullscows: (pegs: number, digits: number) => `Bulls and Cows ${pegs}×${digits}`,
  twod: (n: number) => `Two numbers below ${n}`,
  distinct: 'no repeats in the secret',
  rows: (n: number) => count(n, 'row', 'rows'),
  family: 'Game',
  families: { mastermind: 'Mastermind', bullscows: 'Bulls and Cows', twod: 'Two numbers' },
  pegs: 'Pegs',
  symbols: { mastermind: 'Colours', bullscows: 'Digits', twod: 'Below' },
  strategy: 'Strategy',
  strategies: {
    first: 'the lowest candidate',
    random: 'any candidate, by chance',
    minimax: 'the smallest largest part (Knuth)',
    'expected-size': 'the fewest candidates left on average (Irving)',
    entropy: 'the most bits on average (Neuwirth)',
    'most-parts': 'the most parts (Kooi)',
    optimal: 'the least mean, proven',
    'optimal-worst': 'the least worst case, then the least mean, proven',
  } as Record<string, string>,
}

export const feedback = {
  pegs: (exact: number, misplaced: number) => `${exact} exact, ${misplaced} misplaced`,
  low: 'low: neither number is above the secret’s',
  high: 'high: neither number is below the secret’s',
  mixed: 'mixed: one is above, one below',
  equal: 'equal',
}

export const menu = {
  title: 'Games',
  daily: 'Puzzle of the day',
  other: 'Any size',
  rows: 'Rows',
  noLimit: 'no limit',
  impossible: 'There is no game of this size.',
  start: 'Play',
}
