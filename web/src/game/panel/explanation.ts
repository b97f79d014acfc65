/** What the engine knows of a guess, as text. */

import type { Messages } from '../../i18n/index.svelte'
import type { Part, Suggestion } from '../../shared/api/client'
import { boundsOf, formatBounds, isProven, type Bounds } from '../../shared/bounds'

type Side = Messages['side']
export type Format = (value: number, digits?: number) => string
type ChanceRange = readonly [number | null, number]

export const expectedBounds = (suggestion: Suggestion): Bounds => boundsOf(suggestion.expected_range)

/** The expected guesses as a sentence: exact, about, or at least. */
export function expectedText(side: Side, suggestion: Suggestion, format: Format): string {
  const bounds = expectedBounds(suggestion)
  if (bounds.upper === null) return side.atLeast(format(bounds.lower, 2))
  const text = format(bounds.upper, 2)
  return isProven(bounds) ? side.expected(text) : side.expectedAbout(text)
}

/** The expected guesses as a figure: one number, or its bounds. */
export function expectedFigure(side: Side, suggestion: Suggestion, format: Format): string {
  return formatBounds(expectedBounds(suggestion), (value) => format(value, 2), side)
}

/** The chance to win within the rows left, as text: one share, its bounds, or at most; null where every play wins. */
export function chanceText(side: Side, range: ChanceRange | null | undefined, share: Format): string | null {
  if (!range || (range[0] === 1 && range[1] === 1)) return null
  const [lower, upper] = range
  if (lower === null) return side.atMost(share(upper))
  return share(lower) === share(upper) ? share(lower) : side.range(share(lower), share(upper))
}

/** The parts that are drawn: the first *most*, and that of the feedback *got*. */
export function shownParts(parts: readonly Part[], most: number, got: string | null): readonly Part[] {
  return parts.filter((part, place) => place < most || part.feedback === got)
}
