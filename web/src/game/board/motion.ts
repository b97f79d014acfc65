/** What on the board has just happened, and so may move. What was there before does not move again. */

import { formatHistory, type Game, type Row } from '../rules'

/** What a board shows at one moment. */
export interface Shown {
  readonly game: Game
  readonly rows: readonly Row[]
  /** Whether there was a row to type. */
  readonly active: boolean
}

/** The number of the row that was played between *before* and *now*; null when something else happened, such as
 * loading or going back. A board that was not in play yet is one that loads. */
export function justPlayed(before: Shown, now: Shown): number | null {
  const one = now.rows.length === before.rows.length + 1 && now.game.text === before.game.text
  const inPlay = before.active || before.rows.length > 0
  return one && inPlay && sameRows(before.rows, now.rows.slice(0, -1)) ? now.rows.length : null
}

/** Whether two boards show the same rows. */
export function sameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return formatHistory(one) === formatHistory(other)
}

/** Whether a symbol was put into the row being typed. */
export function wasPlaced(before: readonly string[], now: readonly string[]): boolean {
  const filled = (draft: readonly string[]) => draft.filter(Boolean).length
  return now.length === before.length && filled(now) === filled(before) + 1
}
