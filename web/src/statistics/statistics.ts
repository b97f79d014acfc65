/** Statistics of the games played here. They stay in this browser. */

import { readStorage, removeStorage, writeStorage } from '../shared/storage'
import { DAILY_KINDS, isDailyKind, type DailyKind, type DayResult, type Days } from './days'
import { isHelped, NO_HELP, validHelp, type HelpUsed } from './helpUsed'

export interface GameStats {
  played: number
  won: number
  lost: number
  /** Games with help or undo: counted here and nowhere else. */
  helped: number
  /** Games won, by their number of guesses. */
  distribution: Record<string, number>
  /** Games won in a row, now and at most. */
  streak: number
  longest: number
  /** The guesses of the last game, when it was won without help. */
  last?: number | undefined
}

export interface Stats {
  /** By the text of the game. */
  games: Record<string, GameStats>
  /** Puzzles of the day that were ended. */
  daily: Record<DailyKind, Days>
}

export interface FinishedGame {
  won: boolean
  guesses: number
  helpUsed: HelpUsed
}

const KEY = 'bestguess.stats'
const NONE: GameStats = { played: 0, won: 0, lost: 0, helped: 0, distribution: {}, streak: 0, longest: 0 }

export const emptyStats = (): Stats => ({ games: {}, daily: { mastermind: {}, bullscows: {}, words: {} } })

/** The statistics with one more game. */
export function withGame(stats: Stats, game: string, finished: FinishedGame): Stats {
  const before = stats.games[game] ?? NONE
  const after = isHelped(finished.helpUsed)
    ? { ...before, helped: before.helped + 1, last: undefined }
    : ended(before, finished)
  return { ...stats, games: { ...stats.games, [game]: after } }
}

function ended(before: GameStats, { won, guesses }: FinishedGame): GameStats {
  const streak = won ? before.streak + 1 : 0
  const key = String(guesses)
  return {
    ...before,
    played: before.played + 1,
    won: before.won + (won ? 1 : 0),
    lost: before.lost + (won ? 0 : 1),
    distribution: won
      ? { ...before.distribution, [key]: (before.distribution[key] ?? 0) + 1 }
      : before.distribution,
    streak,
    longest: Math.max(before.longest, streak),
    last: won ? guesses : undefined,
  }
}

/** The statistics with a puzzle of the day ended; each day counts once. */
export function withDay(stats: Stats, kind: DailyKind, date: string, result: DayResult): Stats {
  if (stats.daily[kind][date]) return stats
  return { ...stats, daily: { ...stats.daily, [kind]: { ...stats.daily[kind], [date]: result } } }
}

/** Guesses per game won; null when none was. */
export function meanGuesses({ won, distribution }: GameStats): number | null {
  const total = Object.entries(distribution).reduce((sum, [guesses, games]) => sum + +guesses * games, 0)
  return won ? total / won : null
}

const isObject = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null && !Array.isArray(found)
const isCount = (found: unknown): found is number => Number.isSafeInteger(found) && Number(found) >= 0

/** The statistics in *found*; null when it is none. Results of former versions are under `days`. */
export function readStats(found: unknown): Stats | null {
  if (!isObject(found) || !isObject(found.games)) return null
  const stats = emptyStats()
  for (const [game, one] of Object.entries(found.games)) {
    if (!isGameStats(one)) return null
    stats.games[game] = one
  }
  const daily = { ...(isObject(found.daily) ? found.daily : {}) }
  if (isObject(found.days)) daily.mastermind = { ...found.days, ...(daily.mastermind as object | undefined) }
  for (const [kind, days] of Object.entries(daily)) {
    if (!isDailyKind(kind) || !isObject(days)) return null
    const results = Object.entries(days).map(([date, result]) => [date, readDay(date, result)] as const)
    if (results.some(([, result]) => result === null)) return null
    stats.daily[kind] = Object.fromEntries(results) as Days
  }
  return stats
}

function isGameStats(one: unknown): one is GameStats {
  return (
    isObject(one) &&
    [one.played, one.won, one.lost, one.helped, one.streak, one.longest].every(isCount) &&
    (one.last === undefined || isCount(one.last)) &&
    isObject(one.distribution) &&
    Object.entries(one.distribution).every(([guesses, games]) => /^[1-9]\d*$/.test(guesses) && isCount(games))
  )
}

function readDay(date: string, found: unknown): DayResult | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  if (isCount(found)) return { guesses: found, history: '', helpUsed: NO_HELP, practice: false }
  if (!isObject(found) || !isCount(found.guesses)) return null
  const { guesses, history, helpUsed = found.marks, practice } = found // `marks` is a former name
  const rows = typeof history === 'string' ? history : ''
  return { guesses, history: rows, helpUsed: validHelp(helpUsed), practice: practice === true }
}

/** Both statistics added up. A puzzle of a day that both have is kept as *mine* has it. */
export function mergedStats(mine: Stats, other: Stats): Stats {
  const merged = emptyStats()
  for (const game of new Set([...Object.keys(mine.games), ...Object.keys(other.games)]))
    merged.games[game] = added(mine.games[game] ?? NONE, other.games[game] ?? NONE)
  for (const kind of DAILY_KINDS) merged.daily[kind] = { ...other.daily[kind], ...mine.daily[kind] }
  return merged
}

function added(mine: GameStats, other: GameStats): GameStats {
  const distribution = { ...mine.distribution }
  for (const [guesses, games] of Object.entries(other.distribution))
    distribution[guesses] = (distribution[guesses] ?? 0) + games
  return {
    played: mine.played + other.played,
    won: mine.won + other.won,
    lost: mine.lost + other.lost,
    helped: mine.helped + other.helped,
    distribution,
    streak: mine.streak,
    last: mine.last,
    longest: Math.max(mine.longest, other.longest),
  }
}

export const loadStats = (): Stats => readStats(readStorage(KEY, emptyStats())) ?? emptyStats()

export function saveStats(stats: Stats): void {
  writeStorage(KEY, stats)
}

export function deleteStats(): void {
  removeStorage(KEY)
}
