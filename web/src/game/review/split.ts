/** What a guess makes of the codes that are possible: groups by their answers. Computed in the page. */

import { feedback, type Game } from '../rules'

/** The *codes* by the answers that *guess* gets from them. */
function partsOf(game: Game, codes: readonly string[], guess: string): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  for (const code of codes) {
    const answer = feedback(game, guess, code)
    const part = parts.get(answer)
    if (part) part.push(code)
    else parts.set(answer, [code])
  }
  return parts
}

export interface Split {
  readonly groups: number
  /** How many codes the answer would have left, 0 when the guess is the secret; null when the secret is not known. */
  readonly left: number | null
}

export function splitBy(game: Game, codes: readonly string[], guess: string, secret: string | null): Split {
  const parts = partsOf(game, codes, guess)
  const answer = secret === null ? null : feedback(game, guess, secret)
  const left = answer === null ? null : answer === game.win ? 0 : (parts.get(answer)?.length ?? 0)
  return { groups: parts.size, left }
}

/** More codes than this are not played out here. */
const MOST_PLAYED = 200

/** How many guesses *guess* costs more than *best* on average at the most, when all *codes* are equally likely; null when
 * there are too many.
 *
 * With s codes left, finding each of them takes 2s - 1 guesses together or more: one of them may be found by the next
 * guess, the others need two or more. That bounds the cost of *best* from below; the cost of *guess* is bounded from
 * above by playing on.
 */
export function evenLoss(game: Game, codes: readonly string[], guess: string, best: string): number | null {
  if (codes.length > MOST_PLAYED) return null
  const better = [...partsOf(game, codes, best)].filter(([answer]) => answer !== game.win)
  const least = better.reduce((sum, [, part]) => sum + 2 * part.length - 1, codes.length)
  return Math.max(0, guessesAfter(game, codes, guess) - least) / codes.length
}

/** How many guesses find each of *codes* together, when *guess* is next and then the code with the most answers. */
function guessesAfter(game: Game, codes: readonly string[], guess: string): number {
  const others = [...partsOf(game, codes, guess)].filter(([answer]) => answer !== game.win)
  return others.reduce((sum, [, part]) => {
    if (part.length <= 2) return sum + 2 * part.length - 1
    const answers = part.map((code) => partsOf(game, part, code).size)
    return sum + guessesAfter(game, part, part[answers.indexOf(Math.max(...answers))]!)
  }, codes.length)
}
