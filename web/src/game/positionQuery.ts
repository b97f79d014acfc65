/** A position as the parameters of a request. */

import { formatHistory, type Game, type Row } from './rules'

export interface PositionQuery {
  readonly game: string
  readonly history: string
  readonly ignored: string
}

/** The parameters of the position after *rows*, of which those of the *ignored* numbers count for nothing. */
export function positionQuery(
  game: Game,
  rows: readonly Row[],
  ignored: ReadonlySet<number> = new Set(),
): PositionQuery {
  const numbers = [...ignored].filter((number) => number <= rows.length).sort((a, b) => a - b)
  return { game: game.text, history: formatHistory(rows), ignored: numbers.join(',') }
}
