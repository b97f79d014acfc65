/** The rows that the board draws: those played, the one being typed and empty ones. */

import type { Game, Row } from '../rules'

export interface BoardRow {
  /** From 1. */
  readonly number: number
  readonly kind: 'played' | 'active' | 'empty'
  readonly row: Row | null
}

/** Boards with more rows than this show only the rows in use. */
export const MOST_EMPTY = 12
/** Boards without a limit show at least so many rows, so that what is below them does not move. */
export const USUAL_ROWS = 7

/** How many lines the symbols of *game* take below the board. */
export function paletteLines(game: Game, narrow: boolean): number {
  return game.family === 'words' ? 0 : Math.ceil(game.symbols.length / (narrow ? 7 : 10))
}

/** Whether a code has a line of its own and the answer the line below, in a place of so many pixels: only long codes, and
 * those of six pegs only on the smallest phones. */
export function wraps(game: Game, width: number): boolean {
  return game.pegs >= 6 && width <= (game.pegs === 6 ? 350 : 480)
}

/** The rows of the board from the top, at least *fewest*. The active one comes after the played ones, or replaces the
 * row that is *edited*. */
export function boardRows(
  game: Game,
  rows: readonly Row[],
  active: boolean,
  edited: number | null = null,
  fewest = 0,
): BoardRow[] {
  const next = rows.length + 1
  const shown = game.rows !== null && game.rows <= MOST_EMPTY ? game.rows : fewest
  const last = Math.max(shown, rows.length + (active && edited === null ? 1 : 0))
  return Array.from({ length: last }, (_, index) => {
    const number = index + 1
    const kind = active && number === (edited ?? next) ? 'active' : number < next ? 'played' : 'empty'
    return { number, kind, row: rows[index] ?? null }
  })
}
