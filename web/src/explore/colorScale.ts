/** A colour scale of one hue, for both themes. */

/** How much of the accent the highest step has: the words on it keep their contrast. */
export const MOST = 50

/** The colour of a *share* between 0 and 1. */
export const heat = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${MOST * share}%, var(--sunk))`

/** Where *value* lies between the least and the most of *values*; by its logarithm when *log*. */
export function shareOf(value: number, values: readonly number[], log = false): number {
  const read = (n: number) => (log ? Math.log(n) : n)
  const [low, high] = [Math.min(...values.map(read)), Math.max(...values.map(read))]
  return high > low ? (read(value) - low) / (high - low) : 0.5
}
