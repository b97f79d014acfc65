/** What the picker offers: kinds of games with their levels, and opponents. */

import { PERFECT } from '../catalog'
import { isQuestionText, questionKind } from '../questionText'
import { attempt, parseGame, withRows, type Game } from '../rules'
import { canPlay, WAYS } from '../ways'

export const KINDS = ['mastermind', 'numbers', 'words', 'coins', 'table', 'any'] as const
export type Kind = (typeof KINDS)[number]

/** The texts of the games of each kind, the easiest first. A form makes those of any size. */
export const LEVELS: Readonly<Record<Exclude<Kind, 'any'>, readonly string[]>> = {
  mastermind: ['mastermind(4,4,rows=10)', 'mastermind(4,6,rows=10)', 'mastermind(5,8,rows=12)'],
  numbers: ['bullscows(3,10)', 'bullscows(4,10)', 'bullscows(5,10)'],
  words: ['words(english,4,rows=6)', 'words(english,5,rows=6)', 'words(english,5,rule=hard,rows=6)'],
  coins: ['balance(8,rows=3)', 'balance(12,rows=3)', 'balance(13,find=coin,rows=3)'],
  table: ['table(people)', 'table(animals)', 'table(countries)', 'table'],
}

/** The level of each kind that is chosen at first: the middle one. */
export const USUAL_LEVELS: Readonly<Record<Kind, number>> = {
  mastermind: 1,
  numbers: 1,
  words: 1,
  coins: 1,
  table: 1,
  any: 0,
}

/** The text of a game of questions without its limit: whoever asks for advice may ask on. */
export const withoutRows = (text: string): string => text.replace(/,rows=\d+/, '')

/** The kind and the level of the game with this *text*; a game that is no level is of any size. */
export function findLevel(text: string): { kind: Kind; level: number } {
  const asked = questionKind({ params: { game: text } })
  if (asked === 'table') {
    const level = LEVELS.table.indexOf(text)
    return { kind: 'table', level: level < 0 ? LEVELS.table.length - 1 : level }
  }
  if (asked === 'coins') {
    const level = LEVELS.coins.findIndex((one) => withoutRows(one) === withoutRows(text))
    return { kind: 'coins', level: level < 0 ? USUAL_LEVELS.coins : level }
  }
  for (const kind of ['mastermind', 'numbers', 'words'] as const) {
    const level = LEVELS[kind].indexOf(text)
    if (level >= 0) return { kind, level }
  }
  return { kind: 'any', level: 0 }
}

/** The number of coins in a game of coins. */
export const coinsOf = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? 0)

/** Who a game is played against: `yours` is the computer, which looks for the player's code. */
export const OPPONENTS = ['alone', ...WAYS, 'yours'] as const
export type Opponent = (typeof OPPONENTS)[number]

/** Whether the game with this *text* can be played against *opponent*. */
export function canMeet(opponent: Opponent, text: string): boolean {
  if (opponent === 'yours') return true
  if (isQuestionText(text)) return opponent === 'alone' && !text.startsWith('table')
  const game = attempt(() => parseGame(text))
  return game !== null && (opponent === 'alone' || canPlay(opponent, game))
}

/** How many guesses the computer needs at most to find a code of *game*; null where that is not known. */
export function mostGuesses(game: Game): number | null {
  return PERFECT[withRows(game, null).text]?.[2] ?? null
}
