import { expect, test } from 'vitest'
import { isBest, sortFigures, toggledOrder } from '../../../src/explore/compare/order'
import type { Figures } from '../../../src/shared/api/client'

const figures = (strategy: string, total: number, worst: number, at_worst: number) =>
  ({ strategy, total, worst, at_worst, mean: total / 1296, first_guess: '1122' }) as Figures
const known = [
  figures('first', 7471, 9, 1),
  figures('minimax', 5801, 5, 694),
  figures('entropy', 5722, 6, 12),
  figures('optimal', 5625, 6, 1),
]

test('figures are sorted by a column, and the other way round at the second click', () => {
  const by = (column: 'mean' | 'worst' | 'strategy', down: boolean) =>
    sortFigures(known, { column, down }).map((one) => one.strategy)
  expect(by('mean', false)).toEqual(['optimal', 'entropy', 'minimax', 'first'])
  expect(by('worst', false)).toEqual(['minimax', 'optimal', 'entropy', 'first'])
  expect(by('strategy', true)).toEqual(['optimal', 'entropy', 'minimax', 'first'])
  expect(toggledOrder({ column: 'mean', down: false }, 'mean')).toEqual({ column: 'mean', down: true })
  expect(toggledOrder(null, 'mean')).toEqual({ column: 'mean', down: false })
  expect(toggledOrder({ column: 'mean', down: true }, 'worst')).toEqual({ column: 'worst', down: false })
})

test('the best of a column is the lowest; at worst only among those of the least worst case', () => {
  const best = (column: 'mean' | 'worst' | 'at_worst' | 'total') =>
    known.filter((one) => isBest(one, known, column)).map((one) => one.strategy)
  expect(best('mean')).toEqual(['optimal'])
  expect(best('worst')).toEqual(['minimax'])
  expect(best('at_worst')).toEqual(['minimax'])
  expect(isBest(known[0]!, [known[0]!], 'mean')).toBe(false)
})

test('with rows, the best lose the fewest; a strategy that finds nothing comes last', () => {
  const lost = (strategy: string, total: number, lost: number) =>
    ({ ...figures(strategy, total, 4, 1), lost, lost_weight: lost }) as Figures
  const nothing = { ...lost('first', 0, 1296), mean: null, worst: null } as Figures
  const within = [nothing, lost('minimax', 2600, 694), lost('entropy', 2670, 608)]
  const best = (column: 'lost' | 'mean' | 'worst') =>
    within.filter((one) => isBest(one, within, column)).map((one) => one.strategy)
  expect([best('lost'), best('mean'), best('worst')]).toEqual([['entropy'], ['entropy'], ['entropy']])
  const order = sortFigures(within, { column: 'mean', down: false }).map((one) => one.strategy)
  expect(order).toEqual(['minimax', 'entropy', 'first'])
})

test('at worst is compared among those that lose the fewest, whatever the worst case of others', () => {
  const within = [
    { ...figures('minimax', 2600, 3, 5), lost: 9 } as Figures,
    { ...figures('entropy', 2670, 4, 7), lost: 2 } as Figures,
    { ...figures('optimal', 2670, 4, 6), lost: 2 } as Figures,
  ]
  expect(within.map((one) => isBest(one, within, 'at_worst'))).toEqual([false, false, true])
})
