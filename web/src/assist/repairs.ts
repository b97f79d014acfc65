/** Repairs of rows that contradict each other. */

import type { Row } from '../game/rules'
import type { Repair } from '../shared/api/client'

/** The rows after *repair*. */
export function repaired(rows: readonly Row[], repair: Repair): Row[] {
  const changed = new Map(repair.rows.map(({ number, guess, feedback }) => [number, { guess, feedback }]))
  return rows.map((row, index) => changed.get(index + 1) ?? row)
}

/** Those of *repairs* that change answers alone. */
export const ofAnswers = (rows: readonly Row[], repairs: readonly Repair[]): Repair[] =>
  repairs.filter((repair) => repair.rows.every(({ number, guess }) => rows[number - 1]?.guess === guess))
