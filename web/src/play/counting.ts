/** What the statistics learn of a game that has ended, and what they know of a puzzle of the day. */

import type { HelpUsed } from '../statistics/helpUsed'
import { withDay, withGame, type Stats } from '../statistics/statistics'
import type { GameEnd, Playthrough } from './playthroughs'
import type { DailyPuzzle } from './position'

/** The statistics with *one*, which has ended; a puzzle of the day counts once. */
export function withPlaythrough(
  stats: Stats,
  one: Playthrough & { readonly end: GameEnd },
  daily: DailyPuzzle | null,
  helpUsed: HelpUsed,
): Stats {
  const { history, guesses, status } = one.end
  const won = status === 'won'
  if (daily && stats.daily[daily.kind][daily.date]) return stats
  const counted = withGame(stats, one.game, { won, guesses, helpUsed })
  if (!daily) return counted
  const result = { guesses: won ? guesses : 0, history, helpUsed, practice: one.practice }
  return withDay(counted, daily.kind, daily.date, result)
}

/** What the statistics know of a puzzle of the day that was ended, as a playthrough; null when they know nothing. */
export function endedDaily(
  stats: Stats,
  { kind, date }: DailyPuzzle,
): Omit<Playthrough, 'game' | 'secret' | 'params'> | null {
  const result = stats.daily[kind][date]
  if (!result) return null
  const { history, guesses, practice, helpUsed } = result
  const { hints, computer, begun } = helpUsed
  const end: GameEnd = { status: guesses ? 'won' : 'lost', history, guesses }
  return { history, answered: [], hints, computer, begun, end, practice, counted: true }
}
