import { expect, test } from 'vitest'
import { frontLine, layout, SIZE, sortPoints } from '../../../src/explore/objectives/layout'
import type { ObjectivePoint } from '../../../src/shared/api/client'

const point = (mean: number, worst: number, lost_share = 0, front = false) =>
  ({ mean, worst, lost_share, front }) as ObjectivePoint

test('dots stand by mean and worst case, and never touch', () => {
  const means = [4.34, 4.341, 4.35, 4.35, 4.36, 4.4, 4.875, 5.76]
  const points = means.flatMap((mean) => [5, 6].map((worst) => point(mean, worst)))
  for (const width of [280, 600, 1200]) {
    const { dots, rows, height } = layout(points, width)
    expect(dots.map((dot) => dot.number)).toEqual(points.map((_, index) => index + 1))
    expect(rows.map((row) => row.worst)).toEqual([6, 5])
    for (const one of dots) {
      expect(one.x).toBeGreaterThanOrEqual(SIZE / 2)
      expect(one.x).toBeLessThanOrEqual(width - SIZE / 2)
      expect(one.y).toBeGreaterThanOrEqual(SIZE / 2)
      expect(one.y).toBeLessThanOrEqual(height - SIZE / 2)
      for (const other of dots) {
        if (one.point.mean < other.point.mean) expect(one.x).toBeLessThan(other.x)
        if (one.point.worst < other.point.worst) expect(one.y).toBeGreaterThan(other.y)
        const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))
        if (one !== other) expect(apart).toBeGreaterThanOrEqual(SIZE - 1e-9)
      }
    }
  }
})

test('ticks go from the least mean to the most', () => {
  const { ticks, dots } = layout([point(4, 5), point(6, 5)], 500)
  expect([ticks[0]!.mean, ticks.at(-1)!.mean]).toEqual([4, 6])
  expect([ticks[0]!.x, ticks.at(-1)!.x]).toEqual(dots.map((dot) => dot.x))
  expect(layout([point(1, 1)], 500).ticks).toHaveLength(1)
  expect(layout([], 500).dots).toEqual([])
})

test('the line goes through the front from left to right', () => {
  const { dots } = layout([point(4.5, 7, 0.1, true), point(4.2, 6), point(4.1, 5, 0.4, true)], 500)
  const [first, , last] = dots
  expect(frontLine(dots)).toBe(`${first!.x},${first!.y} ${last!.x},${last!.y}`)
})

test('points are sorted by a column, equal ones by the others', () => {
  const points = [point(4, 6, 0.5), point(3, 6, 0.7), point(4, 5, 0.5)]
  expect(sortPoints(points, 'mean')).toEqual([points[1], points[2], points[0]])
  expect(sortPoints(points, 'worst')).toEqual([points[2], points[1], points[0]])
  expect(sortPoints(points, 'lost_share')).toEqual([points[2], points[0], points[1]])
})
