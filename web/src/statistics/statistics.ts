/** Statistics of the games played here. They stay in this browser. */

import { readStorage, removeStorage, writeStorage } from '../shared/storage'

export interface GameStats {
  played: number
  won: number
  lost: number
  /** Games in which the computer helped: counted here and nowhere else. */
  helped: number
  /** Games won, by their number of guesses. */
  distribution: Record<string, number>
  /** Games won in a row, now and at most. */
  streak: number
  longest: number
}

export interface Stats {
  /** By the text of the game. */
  games: Record<string, GameStats>
  /** Puzzles of the day that were ended: the guesses, or 0 when lost. */
  days: Record<string, number>
}

export interface FinishedGame {
  won: boolean
  guesses: number
  helped: boolean
}

const KEY = 'bestguess.stats'
const NONE: GameStats = { played: 0, won: 0, lost: 0, helped: 0, distribution: {}, streak: 0, longest: 0 }

export const emptyStats = (): Stats => ({ games: {}, days: {} })

/** The statistics with one more game. */
export function withGame(stats: Stats, game: string, finished: FinishedGame): Stats {
  const before = stats.games[game] ?? NONE
  const after = finished.helped ? { ...before, helped: before.helped + 1 } : ended(before, finished)
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
  }
}

/** The statistics with a puzzle of the day ended; each day counts once. */
export function withDay(stats: Stats, day: string, finished: FinishedGame): Stats {
  return day in stats.days
    ? stats
    : { ...stats, days: { ...stats.days, [day]: finished.won ? finished.guesses : 0 } }
}

/** Guesses per game won; null when none was. */
export function meanGuesses({ won, distribution }: GameStats): number | null {
  const total = Object.entries(distribution).reduce((sum, [guesses, games]) => sum + +guesses * games, 0)
  return won ? total / won : null
}

export const loadStats = (): Stats => readStorage(KEY, emptyStats())

export function saveStats(stats: Stats): void {
  writeStorage(KEY, stats)
}

export function deleteStats(): void {
  removeStorage(KEY)
}
