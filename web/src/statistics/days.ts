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

/** How many codes of a day were found on it and without help. */
export const foundOn = (daily: Readonly<Record<DailyKind, Days>>, date: string): number =>
  DAILY_KINDS.filter((kind) => counts(daily[kind][date])).length

/** Days in a row up to *date* with at least one code of the day found; the day itself may still come. */
export function streakOverAll(daily: Readonly<Record<DailyKind, Days>>, date: string): number {
  let last = foundOn(daily, date) ? date : dayAfter(date, -1)
  let length = 0
  for (; foundOn(daily, last); last = dayAfter(last, -1)) length++
  return length
}

/** The most such days in a row. */
export function longestRun(daily: Readonly<Record<DailyKind, Days>>): number {
  const dates = DAILY_KINDS.flatMap((kind) => Object.keys(daily[kind]))
  return Math.max(0, ...dates.map((date) => streakOverAll(daily, date)))
}

/** Puzzles found on their day and without help, by their number of guesses. */
export function dayDistribution(days: Days): Record<string, number> {
  const found: Record<string, number> = {}
  for (const result of Object.values(days))
    if (counts(result)) found[result.guesses] = (found[result.guesses] ?? 0) + 1
  return found
}
