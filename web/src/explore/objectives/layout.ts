/** Where the points of the Objectives view stand: by mean from left to right, each worst case a band, the least below. */

import type { ObjectivePoint } from '../../shared/api/client'

export const SIZE = 30
const LEFT = 32
const RIGHT = 8
/** Above and below the dots of a band. */
const EDGE = 6
const TICKS = 5

export interface Dot {
  readonly point: ObjectivePoint
  /** From 1 on, in the order of the means. */
  readonly number: number
  readonly x: number
  readonly y: number
}
export interface Band {
  readonly worst: number
  readonly top: number
  readonly height: number
}
export interface Layout {
  readonly dots: readonly Dot[]
  readonly rows: readonly Band[]
  readonly ticks: readonly { readonly mean: number; readonly x: number }[]
  readonly height: number
}

export type Column = 'mean' | 'worst' | 'lost_share'

/** The points by a column, the least first; equal ones by the other columns, then as they came. */
export function sortPoints<One extends ObjectivePoint>(points: readonly One[], by: Column): One[] {
  const columns = [by, 'mean', 'worst', 'lost_share'] as const
  return [...points].sort((one, other) => {
    const differing = columns.find((column) => one[column] !== other[column])
    return differing === undefined ? 0 : one[differing] - other[differing]
  })
}

/** The dots of *points* in a picture so many pixels wide; dots that would touch stand one above the other in their band. */
export function layout(points: readonly ObjectivePoint[], width: number): Layout {
  const sorted = sortPoints(points, 'mean')
  const least = sorted[0]?.mean ?? 0
  const range = (sorted.at(-1)?.mean ?? 0) - least
  const room = Math.max(0, width - LEFT - RIGHT - SIZE)
  const at = (share: number) => LEFT + SIZE / 2 + room * share
  const x = (mean: number) => at(range > 0 ? Math.sqrt((mean - least) / range) : 0)

  const dots: Dot[] = []
  const rows: Band[] = []
  let top = 0
  for (const worst of [...new Set(points.map((point) => point.worst))].sort((a, b) => b - a)) {
    /** Where the last dot of each lane ends. */
    const ends: number[] = []
    const placed = sorted
      .map((point, index) => ({ point, number: index + 1, x: x(point.mean) }))
      .filter(({ point }) => point.worst === worst)
      .map((dot) => {
        const free = ends.findIndex((end) => end <= dot.x)
        const lane = free < 0 ? ends.length : free
        ends[lane] = dot.x + SIZE
        return { ...dot, lane }
      })
    const height = ends.length * SIZE + 2 * EDGE
    for (const { lane, ...dot } of placed) dots.push({ ...dot, y: top + height - EDGE - (lane + 0.5) * SIZE })
    rows.push({ worst, top, height })
    top += height
  }
  const shares = range > 0 ? Array.from({ length: TICKS }, (_, index) => index / (TICKS - 1)) : [0]
  const ticks = shares.map((share) => ({ mean: least + range * share ** 2, x: at(share) }))
  return { dots: dots.sort((one, other) => one.number - other.number), rows, ticks, height: top }
}

/** The points of a line through the front. */
export function frontLine(dots: readonly Dot[]): string {
  return dots
    .filter((dot) => dot.point.front)
    .map((dot) => `${dot.x},${dot.y}`)
    .join(' ')
}
