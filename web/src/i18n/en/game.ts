/** Games, feedbacks and the menu of games, in English. */

import { count } from './words'

export const game = {
  mastermind: (pegs: number, colours: number) => `Mastermind ${pegs}×${colours}`,
  bullscows: (pegs: number, digits: number) => `Numbers ${pegs}×${digits}`,
  twod: (n: number) => `Two numbers below ${n}`,
  words: (letters: number) => `Words of ${letters} letters`,
  /** The size of a game, beside its name. */
  sizes: {
    mastermind: (pegs: number, colours: number) =>
      `${count(pegs, 'peg', 'pegs')}, ${count(colours, 'colour', 'colours')}`,
    bullscows: (pegs: number, digits: number) =>
      `${count(pegs, 'digit', 'digits')}${digits === 10 ? '' : ` of ${digits}`}`,
    twod: (_: number, n: number) => `below ${n}`,
    words: (letters: number) => `${letters} letters`,
  },
  rule: 'Rule',
  free: 'any guess',
  hard: 'hard mode',
  strict: 'every guess must fit all rows',
  letters: 'Letters',
  distinct: 'no repeats in the code',
  rows: (n: number) => count(n, 'row', 'rows'),
  family: 'Game',
  families: { mastermind: 'Mastermind', bullscows: 'Numbers', twod: 'Two numbers', words: 'Words' },
  pegs: 'Pegs',
  symbols: { mastermind: 'Colours', bullscows: 'Digits', twod: 'Below', words: 'Letters' },
  strategy: 'Strategy',
  strategies: {
    first: 'the first code that fits',
    random: 'a random code that fits',
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
  low: 'low: neither number is above the code’s',
  high: 'high: neither number is below the code’s',
  mixed: 'mixed: one is above, one below',
  equal: 'equal',
  marks: { G: 'right', Y: 'elsewhere', B: 'absent' },
}

export const menu = {
  title: 'What shall we play?',
  kinds: {
    mastermind: 'Mastermind',
    numbers: 'Numbers',
    words: 'Words',
    coins: 'Coins',
    table: 'Guess who',
    any: 'Any size',
  },
  about: {
    mastermind: 'Find the pegs by black and white pins.',
    numbers: 'Bulls and Cows: digits, no repeats.',
    words: 'Letters that tell how near they are.',
    coins: 'One coin is false: find it in three weighings.',
    table: 'Think of a card: the computer asks until it knows.',
    any: 'Places, colours and rules as you like.',
  },
  levels: ['Easy', 'Classic', 'Hard'],
  tables: ['People', 'Animals', 'Countries', 'Your own'],
  levelsOf: (kind: string) => `${kind}: level`,
  setUp: 'Set it up',
  coins: (n: number) => `${n} coins`,
  weighings: '3 weighings',
  rows: 'Rows',
  noLimit: 'no limit',
  impossible: 'There is no game of this size.',
  start: 'Play',
  choose: 'Choose',
  /** What will be played, from its parts. */
  line: (parts: readonly string[]) => parts.join(', '),
}
