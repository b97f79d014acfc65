/** Drawing secrets in the browser: by chance, or by the day. */

import { candidates, canList, fits } from '../game/candidates'
import type { Game, Row } from '../game/rules'

/** A number below *n*; all alike. */
export type Chance = (n: number) => number

export function chance(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n
  const draw = new Uint32Array(1)
  do crypto.getRandomValues(draw)
  while (draw[0]! >= limit)
  return draw[0]! % n
}

/** The same numbers for the same *seed*, everywhere (mulberry32 over a hash of the text). */
export function seeded(seed: string): Chance {
  let state = 2166136261
  for (const sign of seed) state = Math.imul(state ^ sign.codePointAt(0)!, 16777619)
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

/** A secret that fits *rows*, or null when none was found (none fits, or the game is too large to look everywhere). */
export function drawSecret(game: Game, rows: readonly Row[] = [], draw: Chance = chance): string | null {
  if (rows.length && canList(game)) {
    const left = candidates(game, rows)
    return left.length ? left[draw(left.length)]! : null
  }
  for (let attempt = 0; attempt < (rows.length ? 200_000 : 1); attempt++) {
    const code = drawCode(game, draw)
    if (rows.every((row) => fits(game, row, code))) return code
  }
  return null
}

function drawCode(game: Game, draw: Chance): string {
  const left = [...game.symbols]
  let code = ''
  for (let peg = 0; peg < game.pegs; peg++) {
    const place = draw(left.length)
    code += left[place]
    if (!game.repeatsInSecret) left.splice(place, 1)
  }
  return code
}

/** Today, as 2026-11-16, where the player is. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
