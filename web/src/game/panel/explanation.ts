/** What a guess is worth, in words. */

import type { Messages } from '../../i18n/index.svelte'
import type { Part, Suggestion } from '../../shared/api/client'

type Side = Messages['side']
export type Format = (value: number, digits?: number) => string

/** The expected guesses: exact, about, or at least, as far as it is known. */
export function expectedWords(side: Side, worth: Suggestion, format: Format): string {
  if (worth.expected_guesses === null) return side.atLeast(format(worth.expected_range[0], 2))
  const text = format(worth.expected_guesses, 2)
  return worth.proven ? side.expected(text) : side.expectedAbout(text)
}

/** The expected guesses as a figure: one number when proven, else a range. */
export function expectedFigure(side: Side, worth: Suggestion, format: Format): string {
  const [low, high] = worth.expected_range
  if (high === null) return side.atLeast(format(low, 2))
  return format(low, 2) === format(high, 2) ? format(high, 2) : side.range(format(low, 2), format(high, 2))
}

/** A share of the whole: 12%, and what is less than one in a hundred with a decimal. */
export function percent(share: number, language: string): string {
  const maximumFractionDigits = share < 0.0995 ? 1 : 0
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits })
}

/** The parts that are drawn: the first *most*, and that of the feedback that was got. */
export function shownParts(parts: readonly Part[], most: number, got: string | null): readonly Part[] {
  return parts.filter((part, place) => place < most || part.feedback === got)
}
