/** Ranges of sizes, such as 2 to 6 pegs. */

export interface SizeRange {
  readonly from: number
  readonly to: number
}

/** A range such as "2-6" or "4" within *limits*; *fallback* when it is not understood. */
export function parseRange(text: string | undefined, limits: SizeRange, fallback: SizeRange): SizeRange {
  const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text ?? '')
  if (!found) return fallback
  const from = Number(found[1])
  const to = Number(found[2] ?? found[1])
  return limits.from <= from && from <= to && to <= limits.to ? { from, to } : fallback
}

export const formatRange = ({ from, to }: SizeRange): string => `${from}-${to}`

export const numbersIn = ({ from, to }: SizeRange): number[] =>
  Array.from({ length: to - from + 1 }, (_, step) => from + step)
