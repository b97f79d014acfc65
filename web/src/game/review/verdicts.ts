/** Verdicts on guesses, by how many extra guesses they cost against the best one; for the coach, the review and the board. */

export const VERDICTS = ['best', 'good', 'inaccurate', 'mistake'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What a row is marked with: the verdict on the player's guess, or that the computer made it. */
export type RowMark = Verdict | 'computer'

/** The most that a guess of each kind costs; what costs more is a mistake. */
export const MOST_LOST = { best: 0, good: 0.1, inaccurate: 0.3 } as const

/** A sign for each verdict, so that colour is not needed. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  best: '★',
  good: '✓',
  inaccurate: '?!',
  mistake: '?',
}

/** The verdict on a guess that costs *lost* guesses, on average, against the best one. Hundredths count, as they are shown. */
export function verdictOf(lost: number): Verdict {
  const shown = Math.round(lost * 100) / 100
  const enough = (most: number) => shown <= most + 1e-9
  if (lost <= MOST_LOST.best + 1e-9) return 'best'
  return enough(MOST_LOST.good) ? 'good' : enough(MOST_LOST.inaccurate) ? 'inaccurate' : 'mistake'
}
