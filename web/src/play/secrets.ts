/** Secrets: drawn in the browser, at random or by the date; or found by the engine. */

import { candidates, canList, fits } from '../game/candidates'
import { formatHistory, type Game, type Row } from '../game/rules'
import { drawWord } from '../game/words/lexicon.svelte'
import { api, EngineError } from '../shared/api/client'
import { randomBelow, randomSeed, type RandomBelow } from '../shared/random'

/** Whether *secret* gives the answers of *rows*; one that the page does not know is not judged. */
export function fitsAll(game: Game, rows: readonly Row[], secret: string | null): boolean {
  return secret === null || rows.every((row) => fits(game, row, secret))
}

/** A secret that fits *rows*, or null when none was found (none fits, or the game is too large to look everywhere). */
export function drawSecret(
  game: Game,
  rows: readonly Row[] = [],
  draw: RandomBelow = randomBelow,
): string | null {
  if (game.family === 'words') return drawWord(game.pegs, candidates(game, rows), draw)
  if (rows.length && canList(game)) {
    const left = candidates(game, rows)
    return left.length ? left[draw(left.length)]! : null
  }
  for (let attempt = 0; attempt < (rows.length ? 200_000 : 1); attempt++) {
    const code = drawCode(game, draw)
    if (fitsAll(game, rows, code)) return code
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

/** A secret that fits *rows* in a game too large to look everywhere, where the engine may know one; or why there is
 * none: nothing fits, or nothing was found. */
export async function searchSecret(
  game: Game,
  rows: readonly Row[],
): Promise<{ readonly secret: string } | 'unfit' | 'notFound'> {
  const asked = { game: game.text, history: formatHistory(rows), strategy: 'random', seed: randomSeed() }
  try {
    const { guess } = await api.move(asked)
    return fitsAll(game, rows, guess) ? { secret: guess } : 'notFound'
  } catch (error) {
    return error instanceof EngineError && error.kind === 'contradiction' ? 'unfit' : 'notFound'
  }
}
