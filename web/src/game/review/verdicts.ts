/** Verdicts on guesses, by how many guesses they lose against the best one; for the coach, the review and the board. */

import type { Review } from '../../shared/api/client'

export const VERDICTS = ['best', 'good', 'inaccurate', 'mistake'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The most that a guess of each kind loses; what loses more is a mistake. */
export const MOST_LOST = { best: 0, good: 0.1, inaccurate: 0.3 } as const

/** A sign for each verdict, so that colour is not needed. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  best: '★',
  good: '✓',
  inaccurate: '?!',
  mistake: '?',
}

/** The verdict on a guess that loses *lost* guesses, on average, against the best one. Hundredths count, as they are shown. */
export function verdictOf(lost: number): Verdict {
  const shown = Math.round(lost * 100) / 100
  const enough = (most: number) => shown <= most + 1e-9
  if (lost <= MOST_LOST.best + 1e-9) return 'best'
  return enough(MOST_LOST.good) ? 'good' : enough(MOST_LOST.inaccurate) ? 'inaccurate' : 'mistake'
}

/** The verdict on each row of a board; null for rows that are *ignored*, or not reviewed. */
export function rowVerdicts(
  review: Pick<Review, 'moves'> | null,
  rows: number,
  ignored: ReadonlySet<number>,
): readonly (Verdict | null)[] {
  const moves = review?.moves.values()
  return Array.from({ length: rows }, (_, index) => {
    const move = ignored.has(index + 1) ? undefined : moves?.next().value
    return move ? verdictOf(move.loss) : null
  })
}

/** A whole game: nothing lost, no more than one inaccurate guess may lose, or more; and the row that lost more than all
 * others together, null when none did. */
export function gameVerdict(verdicts: readonly (Verdict | null)[], losses: readonly number[]) {
  const total = losses.reduce((sum, lost) => sum + lost, 0)
  const kind = verdicts.every((one) => one === null || one === 'best')
    ? 'nothing'
    : total <= MOST_LOST.inaccurate
      ? 'little'
      : 'much'
  const most = losses.findIndex((lost) => lost > total / 2)
  return { kind, most: most < 0 ? null : most } as const
}
