/** The order of a table of figures, and which figures are the best of a column. */

import { STRATEGIES, type StrategyName } from '../../game/catalog'
import type { Figures } from '../../shared/api/client'

export type Measure = 'mean' | 'worst' | 'at_worst' | 'total' | 'lost'
export type Column = 'strategy' | Measure | 'first_guess'
export interface Order {
  readonly column: Column
  readonly down: boolean
}

/** The figures by a column; equal ones by mean, then in the order of the strategies. */
export function sortFigures<One extends Figures>(figures: readonly One[], order: Order): One[] {
  const sign = order.down ? -1 : 1
  return [...figures].sort(
    (one, other) =>
      sign * compareBy(one, other, order.column) ||
      compareBy(one, other, 'mean') ||
      place(one) - place(other),
  )
}

const place = (figures: Figures) => STRATEGIES.indexOf(figures.strategy as StrategyName)

function compareBy(one: Figures, other: Figures, column: Column): number {
  if (column === 'strategy') return place(one) - place(other)
  if (column === 'first_guess') return one.first_guess.localeCompare(other.first_guess, 'en')
  return valueOf(one, column) - valueOf(other, column)
}

/** A figure as a number; of a strategy that finds nothing within the rows, mean and worst are beyond all others. */
function valueOf(figures: Figures, column: Measure): number {
  return figures[column] ?? (column === 'lost' ? 0 : Number.MAX_VALUE)
}

/** The order after a click on a column: lowest first, and the other way round at the second click. */
export function toggledOrder(order: Order | null, column: Column): Order {
  return { column, down: order?.column === column && !order.down }
}

/** Those of *figures* that are the lowest of a column. */
function lowest(figures: readonly Figures[], column: Measure): Figures[] {
  const least = Math.min(...figures.map((one) => valueOf(one, column)))
  return figures.filter((one) => valueOf(one, column) === least)
}

/** Whether *figures* are the lowest of a column, among the strategies that lose the fewest secrets.
 *
 * At worst counts only among those with the least worst case.
 */
export function isBest(figures: Figures, all: readonly Figures[], column: Measure): boolean {
  if (all.length < 2) return false
  const fewest = lowest(all, 'lost')
  const rivals = column === 'at_worst' ? lowest(fewest, 'worst') : fewest
  return lowest(rivals, column).includes(figures)
}
