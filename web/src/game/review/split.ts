/** What a guess makes of the codes that are possible: groups by their answers. Computed in the page. */

import { feedback, type Game } from '../rules'

/** How many of the *codes* get each answer to *guess*. */
export function partSizes(game: Game, codes: readonly string[], guess: string): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const code of codes) {
    const answer = feedback(game, guess, code)
    sizes.set(answer, (sizes.get(answer) ?? 0) + 1)
  }
  return sizes
}

export interface Split {
  readonly groups: number
  /** How many codes the answer would have left, 0 when the guess is the secret; null when the secret is not known. */
  readonly left: number | null
}

export function splitBy(game: Game, codes: readonly string[], guess: string, secret: string | null): Split {
  const sizes = partSizes(game, codes, guess)
  const answer = secret === null ? null : feedback(game, guess, secret)
  const left = answer === null ? null : answer === game.win ? 0 : (sizes.get(answer) ?? 0)
  return { groups: sizes.size, left }
}

/** How many guesses *guess* costs more than *best* on average, when all *codes* are equally likely; null when the page
 * cannot tell.
 *
 * With s codes left, finding each of them takes 2s - 1 guesses together or more: one of them may be found by the next
 * guess, the others need two or more. With s <= 2 it takes no more than that. So groups of at most two codes make the
 * cost of *guess* exact, and that of *best* is bounded from below: the result is never less than the true loss.
 */
export function evenLoss(game: Game, codes: readonly string[], guess: string, best: string): number | null {
  const total = (sizes: ReadonlyMap<string, number>) =>
    codes.length + [...sizes].reduce((sum, [answer, s]) => sum + (answer === game.win ? 0 : 2 * s - 1), 0)
  const [made, better] = [partSizes(game, codes, guess), partSizes(game, codes, best)]
  if ([...made.values()].some((size) => size > 2)) return null
  return Math.max(0, total(made) - total(better)) / codes.length
}
