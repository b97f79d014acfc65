/** A number that is known between two bounds; it is proven when they meet. */

export interface Bounds {
  readonly lower: number
  /** Null when no upper bound is known. */
  readonly upper: number | null
}

/** Bounds from a pair as the server sends it. */
export function boundsOf([lower, upper]: readonly [number, number | null]): Bounds {
  return { lower, upper }
}

/** Whether the bounds leave one value. */
export function isProven({ lower, upper }: Bounds): boolean {
  return lower === upper
}

/** How a language writes bounds. */
export interface BoundsText {
  range: (lower: string, upper: string) => string
  atLeast: (lower: string) => string
}

/** The bounds as one number when they are equal as printed, else as "2.1 to 2.4" or "at least 2.1". */
export function formatBounds(
  { lower, upper }: Bounds,
  format: (value: number) => string,
  text: BoundsText,
): string {
  if (upper === null) return text.atLeast(format(lower))
  return format(lower) === format(upper) ? format(upper) : text.range(format(lower), format(upper))
}
