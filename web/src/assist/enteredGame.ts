/** A game played elsewhere: its rows as the player enters them, some of them ignored. All of it is in the address. */

import {
  attempt,
  formatHistory,
  parseGame,
  parseHistory,
  type Game,
  type GameStatus,
  type Row,
} from '../game/rules'
import type { Params } from '../shared/route.svelte'

export interface EnteredGame {
  readonly game: Game
  readonly rows: readonly Row[]
  /** The numbers, from 1, of the rows that count for nothing. */
  readonly ignored: ReadonlySet<number>
}

/** *game* without rows. */
export function emptyGame(game: Game): EnteredGame {
  return { game, rows: [], ignored: new Set() }
}

export type ReadResult =
  { readonly entered: EnteredGame } | { readonly fault: 'game' | 'history'; readonly text: string }

/** The entered game that *params* name, or what is wrong with them; *usual* is the game when none is named. */
export function readEnteredGame(params: Params, usual: string): ReadResult {
  const text = params.game || usual
  const game = attempt(() => parseGame(text))
  if (!game) return { fault: 'game', text }
  const history = params.history ?? ''
  const ignored = readIgnored(params.ignored ?? '')
  const rows = ignored && attempt(() => parseHistory(game, history, ignored))
  const entered = rows && { game, rows, ignored }
  return entered && isPossible(entered) ? { entered } : { fault: 'history', text: history }
}

function readIgnored(text: string): ReadonlySet<number> | null {
  const parts = text.split(',').filter((part) => part !== '')
  return parts.every((part) => /^[1-9]\d{0,2}$/.test(part)) ? new Set(parts.map(Number)) : null
}

function isPossible(entered: EnteredGame): boolean {
  const { game, rows, ignored } = entered
  const long = game.rows !== null && rows.length > game.rows
  return !long && [...ignored].every((number) => number <= rows.length) && winsLast(entered)
}

/** Whether no row that counts comes after a winning one. */
export function winsLast({ game, rows, ignored }: EnteredGame): boolean {
  const counted = rows.filter((_, index) => !ignored.has(index + 1))
  return counted.slice(0, -1).every((row) => row.feedback !== game.win)
}

export function enteredGameParams({ game, rows, ignored }: EnteredGame): Record<string, string> {
  const numbers = [...ignored].sort((a, b) => a - b).join(',')
  return { game: game.text, history: formatHistory(rows), ignored: numbers }
}

/** The game with one row more, or with another in the place of row *number*. */
export function putRow(entered: EnteredGame, row: Row, number: number | null = null): EnteredGame {
  const rows = number === null ? [...entered.rows, row] : entered.rows.with(number - 1, row)
  return { ...entered, rows }
}

/** The game without row *number*; the numbers after it move up. */
export function removeRow(entered: EnteredGame, number: number): EnteredGame {
  const moved = [...entered.ignored]
    .filter((one) => one !== number)
    .map((one) => (one > number ? one - 1 : one))
  return { ...entered, rows: entered.rows.toSpliced(number - 1, 1), ignored: new Set(moved) }
}

/** The game with the rows of these *numbers* ignored, or counted again where they are ignored. */
export function toggleRows(entered: EnteredGame, numbers: readonly number[]): EnteredGame {
  const kept = [...entered.ignored].filter((number) => !numbers.includes(number))
  const added = numbers.filter((number) => !entered.ignored.has(number))
  return { ...entered, ignored: new Set([...kept, ...added]) }
}

export function enteredGameStatus({ game, rows, ignored }: EnteredGame): GameStatus {
  const last = rows.findLast((_, index) => !ignored.has(index + 1))
  if (last?.feedback === game.win) return 'won'
  return game.rows !== null && rows.length >= game.rows ? 'lost' : 'running'
}
