/** A game on paper: rows that were played elsewhere, some of them ignored. All of it is in the address. */

import { attempt, formatHistory, parseGame, parseHistory, type Game, type Row } from '../game/rules'
import type { Params } from '../shared/route.svelte'

export interface Sheet {
  readonly game: Game
  readonly rows: readonly Row[]
  /** The numbers, from 1, of rows that forbid nothing. */
  readonly ignored: ReadonlySet<number>
}

export type Read = { readonly sheet: Sheet } | { readonly fault: 'game' | 'history'; readonly text: string }

/** The sheet that *params* name, or what is wrong with them; *usual* is the game when none is named. */
export function readSheet(params: Params, usual: string): Read {
  const text = params.game || usual
  const game = attempt(() => parseGame(text))
  if (!game) return { fault: 'game', text }
  const history = params.history ?? ''
  const rows = attempt(() => parseHistory(game, history))
  const ignored = readIgnored(params.ignored ?? '')
  const sheet = rows && ignored && { game, rows, ignored }
  return sheet && isPossible(sheet) ? { sheet } : { fault: 'history', text: history }
}

function readIgnored(text: string): ReadonlySet<number> | null {
  const parts = text.split(',').filter((part) => part !== '')
  return parts.every((part) => /^[1-9]\d{0,2}$/.test(part)) ? new Set(parts.map(Number)) : null
}

function isPossible(sheet: Sheet): boolean {
  const { game, rows, ignored } = sheet
  const long = game.rows !== null && rows.length > game.rows
  return !long && [...ignored].every((number) => number <= rows.length) && winsLast(sheet)
}

/** Whether no row that counts comes after a winning one. */
export function winsLast({ game, rows, ignored }: Sheet): boolean {
  const heeded = rows.filter((_, index) => !ignored.has(index + 1))
  return heeded.slice(0, -1).every((row) => row.feedback !== game.win)
}

export function sheetParams({ game, rows, ignored }: Sheet): Record<string, string> {
  const numbers = [...ignored].sort((a, b) => a - b).join(',')
  return { game: game.text, history: formatHistory(rows), ignored: numbers }
}

/** The sheet with one row more, or with another in the place of row *number*. */
export function putRow(sheet: Sheet, row: Row, number: number | null = null): Sheet {
  const rows = number === null ? [...sheet.rows, row] : sheet.rows.with(number - 1, row)
  return { ...sheet, rows }
}

/** The sheet without row *number*; the numbers after it move up. */
export function removeRow(sheet: Sheet, number: number): Sheet {
  const moved = [...sheet.ignored]
    .filter((one) => one !== number)
    .map((one) => (one > number ? one - 1 : one))
  return { ...sheet, rows: sheet.rows.toSpliced(number - 1, 1), ignored: new Set(moved) }
}

/** The sheet with the rows of these *numbers* ignored, or heeded again where they are ignored. */
export function toggleRows(sheet: Sheet, numbers: readonly number[]): Sheet {
  const kept = [...sheet.ignored].filter((number) => !numbers.includes(number))
  const added = numbers.filter((number) => !sheet.ignored.has(number))
  return { ...sheet, ignored: new Set([...kept, ...added]) }
}

export type Stand = 'running' | 'won' | 'lost'

export function standOf({ game, rows, ignored }: Sheet): Stand {
  const last = rows.findLast((_, index) => !ignored.has(index + 1))
  if (last?.feedback === game.win) return 'won'
  return game.rows !== null && rows.length >= game.rows ? 'lost' : 'running'
}
