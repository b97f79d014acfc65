/** Random numbers, and numbers that look random but follow from a text. */

/** Gives a number from 0 below *n*, each as likely as the others. */
export type RandomBelow = (n: number) => number

export function randomBelow(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n
  const draw = new Uint32Array(1)
  do crypto.getRandomValues(draw)
  while (draw[0]! >= limit)
  return draw[0]! % n
}

/** The same numbers for the same *seed*, everywhere (mulberry32 over a hash of the text). */
export function seeded(seed: string): RandomBelow {
  let state = 2166136261
  for (const sign of seed) state = Math.imul(state ^ sign.codePointAt(0)!, 16777619)
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

/** A seed for strategies that choose at random. */
export const randomSeed = (): number => randomBelow(1_000_000)
