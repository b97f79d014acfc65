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
  'words(english,5,rows=6)',
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

export type StrategyName = (typeof STRATEGIES)[number]

/** The least mean of guesses, the most that such play takes, and the least number that always suffices:
 * by games without a last row, where they are proven and ship. */
export const PERFECT: Readonly<Record<string, readonly number[]>> = {
  'mastermind(2,2)': [2, 3, 3],
  'mastermind(2,3)': [2.3333, 3, 3],
  'mastermind(2,4)': [2.8125, 4, 4],
  'mastermind(2,5)': [3.24, 4, 4],
  'mastermind(2,6)': [3.6667, 5, 5],
  'mastermind(2,7)': [4.0408, 5, 5],
  'mastermind(2,8)': [4.4375, 6, 6],
  'mastermind(2,9)': [4.7901, 6, 6],
  'mastermind(2,10)': [5.17, 7, 7],
  'mastermind(3,3)': [2.7037, 4, 4],
  'mastermind(3,4)': [3.2188, 4, 4],
  'mastermind(3,5)': [3.608, 5, 5],
  'mastermind(3,6)': [3.9537, 5, 5],
  'mastermind(3,7)': [4.2974, 6, 6],
  'mastermind(3,8)': [4.6074, 6, 6],
  'mastermind(3,9)': [4.9328, 6, 6],
  'mastermind(3,10)': [5.242, 7, 7],
  'mastermind(4,4)': [3.5352, 4, 4],
  'mastermind(4,5)': [3.9408, 5, 5],
  'mastermind(4,6)': [4.3403, 6, 5],
  'mastermind(4,7)': [4.6764, 6, 6],
  'mastermind(4,8)': [4.9978, 7, 6],
  'mastermind(5,5)': [4.3187, 6, 5],
  'bullscows(2,2)': [1.5, 2, 2],
  'bullscows(2,3)': [2.1667, 3, 3],
  'bullscows(2,4)': [2.5, 3, 3],
  'bullscows(2,5)': [3, 4, 4],
  'bullscows(2,6)': [3.4333, 4, 4],
  'bullscows(2,7)': [3.8333, 5, 5],
  'bullscows(2,8)': [4.25, 5, 5],
  'bullscows(2,9)': [4.6111, 6, 6],
  'bullscows(2,10)': [5.0111, 6, 6],
  'bullscows(3,3)': [2.5, 4, 4],
  'bullscows(3,4)': [3, 4, 4],
  'bullscows(3,5)': [3.2667, 4, 4],
  'bullscows(3,6)': [3.6333, 5, 5],
  'bullscows(3,7)': [3.981, 5, 5],
  'bullscows(3,8)': [4.3125, 6, 6],
  'bullscows(3,9)': [4.6369, 6, 6],
  'bullscows(3,10)': [4.9653, 7, 6],
  'bullscows(4,4)': [3.5833, 5, 5],
  'bullscows(4,5)': [3.85, 5, 5],
  'bullscows(4,6)': [4.0167, 5, 5],
  'bullscows(4,7)': [4.3321, 6, 6],
  'bullscows(4,8)': [4.653, 6, 6],
  'bullscows(4,9)': [4.9319, 7, 6],
  'bullscows(4,10)': [5.2131, 7, 7],
  'bullscows(5,5)': [4.4583, 6, 6],
  'bullscows(5,6)': [4.7694, 6, 6],
  'bullscows(5,7)': [4.8829, 6, 6],
  'bullscows(6,6)': [5.45, 7, 7],
  'mastermind(4,6,secrets=distinct)': [3.9861, 5, 5],
}
