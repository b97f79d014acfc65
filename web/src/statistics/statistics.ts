/** Statistics of the games played here. They stay in this browser. */

import { keep, kept } from '../shared/settings.svelte'

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

export interface Outcome {
  won: boolean
  guesses: number
  helped: boolean
}

const KEY = 'bestguess.stats'
const NONE: GameStats = { played: 0, won: 0, lost: 0, helped: 0, distribution: {}, streak: 0, longest: 0 }

export const emptyStats = (): Stats => ({ games: {}, days: {} })

/** The statistics with one more game. */
export function withGame(stats: Stats, game: string, outcome: Outcome): Stats {
  const before = stats.games[game] ?? NONE
  const after = outcome.helped ? { ...before, helped: before.helped + 1 } : ended(before, outcome)
  return { ...stats, games: { ...stats.games, [game]: after } }
}

function ended(before: GameStats, { won, guesses }: Outcome): GameStats {
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
export function withDay(stats: Stats, day: string, outcome: Outcome): Stats {
  return day in stats.days
    ? stats
    : { ...stats, days: { ...stats.days, [day]: outcome.won ? outcome.guesses : 0 } }
}

/** Guesses per game won; null when none was. */
export function meanGuesses({ won, distribution }: GameStats): number | null {
  const total = Object.entries(distribution).reduce((sum, [guesses, games]) => sum + +guesses * games, 0)
  return won ? total / won : null
}

/** The bars of the histogram: every number of guesses from 1 to the most there was. */
export function bars({ distribution }: GameStats): { guesses: number; games: number }[] {
  const most = Math.max(0, ...Object.keys(distribution).map(Number))
  return Array.from({ length: most }, (_, i) => ({ guesses: i + 1, games: distribution[i + 1] ?? 0 }))
}

export const loadStats = (): Stats => kept(KEY, emptyStats())

export function saveStats(stats: Stats): void {
  keep(KEY, stats)
}

export function deleteStats(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
