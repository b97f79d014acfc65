/** What the coach says of a guess that is not played yet: whether it can be the secret, and what it is worth. */

import type { Messages } from '../../i18n/index.svelte'
import type { Advice, Explanation } from '../../shared/api/client'
import { verdictOf, type Verdict } from '../review/verdicts'
import { feedback, isSecret, type Game, type Row } from '../rules'
import type { Format } from './explanation'

/** The number of the first row that excludes *code* as the secret; null when all of them allow it. */
export function excludedBy(game: Game, rows: readonly Row[], code: string): number | null {
  const index = rows.findIndex((row) => feedback(game, row.guess, code) !== row.feedback)
  return index < 0 ? null : index + 1
}

/** Whether all of the *codes* that may be the secret would get the same answer, and it is not the winning one. */
export function tellsNothing(game: Game, codes: readonly string[], guess: string): boolean {
  const first = codes[0] === undefined ? game.win : feedback(game, guess, codes[0])
  return first !== game.win && codes.every((code) => feedback(game, guess, code) === first)
}

/** What a guess is worth beside the best one: its verdict and guesses lost, a lower chance to win, nothing at all; or,
 * where that is not known, how many codes are left after it on average. */
export type Worth =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'chance' | 'left'; readonly now: number; readonly best: number }
  | { readonly kind: Verdict; readonly lost: number; readonly proven: boolean }

/** The worth of the guess that is *explained*, by the best one that is *advised*; null when it is not known. *judged* says
 * how many guesses lost the player is told of. */
export function worthOf(
  explained: Explanation,
  advised: Advice,
  judged: (lost: number, best: string) => number = (lost) => lost,
): Worth | null {
  const guess = explained.suggestion
  const best = advised.suggestions[0]
  if (explained.parts.length === 1 && !explained.sampled && !explained.consistent) return { kind: 'nothing' }
  if (!best) return null
  if (guess.chance != null && best.chance != null && guess.chance < best.chance - 1e-9)
    return { kind: 'chance', now: guess.chance, best: best.chance }
  if (guess.expected_guesses === null || best.expected_guesses === null)
    return { kind: 'left', now: guess.expected_size, best: best.expected_size }
  const lost = guess.expected_guesses - best.expected_guesses
  // Less than none: another search found more than the one for advice.
  const told = judged(lost, best.guess)
  return { kind: verdictOf(told), lost: told, proven: advised.certain && lost > -1e-9 }
}

/** How numbers are written. */
export interface Formats {
  readonly number: Format
  readonly share: Format
}

/** The worth of a guess as a sentence. */
export function worthText(words: Messages['coach'], worth: Worth, { number, share }: Formats): string {
  if (worth.kind === 'nothing') return words.nothing
  if ('now' in worth)
    return worth.kind === 'left'
      ? words.left(number(worth.now, 1), number(worth.best, 1))
      : words.chance(share(worth.now), share(worth.best))
  if (worth.kind === 'best') return worth.proven ? words.best : words.bestKnown
  // Less than half a hundredth is not printed as 0.00.
  const lost = number(Math.max(worth.lost, 0.01), 2)
  return worth.kind === 'good' ? words.good(lost) : words.costs(lost)
}

/** Whether *code* can be the secret, as a sentence. */
export function possibleText(
  words: Messages['coach'],
  game: Game,
  rows: readonly Row[],
  code: string,
): string {
  const row = excludedBy(game, rows, code)
  if (row !== null) return words.cannot(row)
  return isSecret(game, code) ? words.can : game.family === 'words' ? words.rareWord : words.repeats
}
