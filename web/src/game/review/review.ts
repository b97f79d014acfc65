/** The figures of a review as they are printed: hundredths of a guess that add up. */

import type { Review } from '../../shared/api/client'

/** guesses * 100 + now = value + loss - luck, exactly, all but *guesses* in hundredths. */
export interface Sum {
  guesses: number
  now: number
  value: number
  loss: number
  luck: number
}

/** The sum rule of a review, each term rounded up or down so that the printed line is true.
 *
 * All are rounded down, and those that lost most by it get back a hundredth each until the sum is right: then no
 * term is off by a hundredth or more, and one that needs no rounding stays.
 */
export function reviewSum(review: Pick<Review, 'guesses' | 'value' | 'loss' | 'luck' | 'expected_now'>): Sum {
  const terms = [review.value, review.loss, -review.luck, -review.expected_now].map((term) => term * 100)
  const parts = terms.map((term) => Math.floor(term + 1e-9))
  const missing = review.guesses * 100 - parts.reduce((sum, part) => sum + part, 0)
  const rests = terms.map((term, index) => ({ index, rest: term - parts[index]! }))
  rests.sort((one, other) => other.rest - one.rest)
  for (const { index } of rests.slice(0, Math.max(0, missing))) parts[index]! += 1
  const [value, loss, luck, now] = parts as [number, number, number, number]
  return { guesses: review.guesses, now: -now || 0, value, loss, luck: -luck || 0 }
}
