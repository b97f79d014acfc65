/** What the board draws: the lines of rows, and how long the bars are. */

import type { Game, Row } from '../rules'

export interface Line {
  /** From 1. */
  readonly number: number
  readonly kind: 'played' | 'active' | 'empty'
  readonly row: Row | null
}

/** Boards with more rows than this show only the rows in use. */
export const MOST_EMPTY = 12
/** Boards without a limit have room for so many rows, so that what is below them keeps its place. */
export const USUAL_ROWS = 7

/** The lines from the top, *fewest* at least. The active one comes after the rows, or in the place of the row that is
 * *edited*. */
export function boardLines(
  game: Game,
  rows: readonly Row[],
  active: boolean,
  edited: number | null = null,
  fewest = 0,
): Line[] {
  const next = rows.length + 1
  const shown = game.rows !== null && game.rows <= MOST_EMPTY ? game.rows : fewest
  const last = Math.max(shown, rows.length + (active && edited === null ? 1 : 0))
  return Array.from({ length: last }, (_, index) => {
    const number = index + 1
    const kind = active && number === (edited ?? next) ? 'active' : number < next ? 'played' : 'empty'
    return { number, kind, row: rows[index] ?? null }
  })
}

/** How much of the whole bar *left* of *all* candidates take, by their logarithm; one candidate is still seen. */
export function barShare(left: number, all: number): number {
  return left < 1 ? 0 : (1 + Math.log2(left)) / (1 + Math.log2(Math.max(left, all)))
}

/** A number of candidates in few signs: 1,296 as it is, 4294967296 as 4.3B. */
export function shortNumber(n: number, language: string): string {
  const options = n < 100_000 ? {} : { notation: 'compact' as const, maximumSignificantDigits: 2 }
  return n.toLocaleString(language, options)
}
