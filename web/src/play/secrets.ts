/** Secrets drawn in the browser: at random, or by the date. */

import { candidates, canList, fits } from '../game/candidates'
import type { Game, Row } from '../game/rules'
import { randomBelow, type RandomBelow } from '../shared/random'

/** A secret that fits *rows*, or null when none was found (none fits, or the game is too large to look everywhere). */
export function drawSecret(
  game: Game,
  rows: readonly Row[] = [],
  draw: RandomBelow = randomBelow,
): string | null {
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

function drawCode(game: Game, draw: RandomBelow): string {
  const left = [...game.symbols]
  let code = ''
  for (let peg = 0; peg < game.pegs; peg++) {
    const place = draw(left.length)
    code += left[place]
    if (!game.repeatsInSecret) left.splice(place, 1)
  }
  return code
}
