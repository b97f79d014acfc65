/** The puzzles of the day: their games, results and streaks. */

import { today } from '../shared/date'
import { isHelped, type HelpUsed } from './helpUsed'

/** The games of the puzzles, by their kinds. */
export const DAILY_GAMES = {
  mastermind: 'mastermind(4,6,rows=10)',
  bullscows: 'bullscows(4,10,rows=10)',
  words: 'words(english,5,rows=6)',
} as const
export type DailyKind = keyof typeof DAILY_GAMES
export const DAILY_KINDS = Object.keys(DAILY_GAMES) as DailyKind[]

export const isDailyKind = (text: string): text is DailyKind => Object.hasOwn(DAILY_GAMES, text)

/** What the secret of a puzzle follows from. */
export const dailySeed = (kind: DailyKind, date: string): string =>
  kind === 'mastermind' ? date : `${kind} ${date}`

/** The number of a day: 1 is the first day of 2026. */
export function dayNumber(date: string): number {
  const days = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
  return days(date) - days('2025-12-31')
}

/** How a puzzle of the day ended. */
export interface DayResult {
  /** 0 when it was not found. */
  readonly guesses: number
  /** The rows; empty in results of former versions. */
  readonly history: string
  readonly helpUsed: HelpUsed
  /** Whether it was begun on another day than its own: such puzzles are practice. */
  readonly practice: boolean
}

/** Results by date. */
export type Days = Readonly<Record<string, DayResult>>

/** Whether the result counts for the streak: found, on its day, without help. */
export const counts = (result: DayResult | undefined): boolean =>
  result !== undefined && result.guesses > 0 && !result.practice && !isHelped(result.helpUsed)

/** The date *days* after *date*. */
export function dayAfter(date: string, days = 1): string {
  const [year, month, day] = date.split('-').map(Number)
  return today(new Date(year!, month! - 1, day! + days))
}

/** Days in a row up to *date*, or up to the day before while the puzzle of *date* is not ended. */
export function streak(days: Days, date: string): number {
  let last = days[date] && !days[date].practice ? date : dayAfter(date, -1)
  let length = 0
  for (; counts(days[last]); last = dayAfter(last, -1)) length++
  return length
}

type AllDays = Readonly<Record<DailyKind, Days>>

/** Whether a code of the day *date* was found so that it counts. */
export const foundOn = (daily: AllDays, date: string): boolean =>
  DAILY_KINDS.some((kind) => counts(daily[kind][date]))

/** Days in a row up to *date* with at least one code of the day found; the day itself may still come. */
export function streakOverAll(daily: AllDays, date: string): number {
  let last = foundOn(daily, date) ? date : dayAfter(date, -1)
  let length = 0
  for (; foundOn(daily, last); last = dayAfter(last, -1)) length++
  return length
}

/** Puzzles found on their day and without help, by their number of guesses. */
export function dayDistribution(days: Days): Record<string, number> {
  const found: Record<string, number> = {}
  for (const result of Object.values(days))
    if (counts(result)) found[result.guesses] = (found[result.guesses] ?? 0) + 1
  return found
}
