/** Written by tools/page_files.py from the Python package. Do not edit. */

/** The games in the menu, the default first. */
export const MENU_GAMES = [
  'mastermind(4,6,rows=10)',
  'mastermind(4,6,secrets=distinct,rows=10)',
  'mastermind(5,8,rows=12)',
  'mastermind(3,4,rows=6)',
  'bullscows(4,10)',
  'bullscows(3,10)',
  'twod(10)',
] as const

/** The names of the strategies, in the order in which they are listed. */
export const STRATEGIES = [
  'first',
  'random',
  'minimax',
  'expected-size',
  'entropy',
  'most-parts',
  'optimal',
  'optimal-worst',
] as const

/** How many guesses always suffice, when they are chosen well: of the games of which it is known. */
export const LEAST_WORST: Readonly<Record<string, number>> = {
  'mastermind(4,6)': 5,
  'mastermind(4,6,secrets=distinct)': 5,
  'bullscows(4,10)': 7,
  'bullscows(3,10)': 6,
}

export type StrategyName = (typeof STRATEGIES)[number]
