/** The days of the last twelve weeks. */

import { dayAfter } from './days'

export const WEEKS = 12

/** Their dates, from a Monday to the Sunday after *date* or on it. */
export function lastWeeks(date: string): string[] {
  const weekday = (new Date(date).getUTCDay() + 6) % 7
  return Array.from({ length: 7 * WEEKS }, (_, day) => dayAfter(date, day - 7 * (WEEKS - 1) - weekday))
}
