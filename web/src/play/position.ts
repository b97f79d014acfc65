/** What an address says about a game: the position, or what is wrong with it. */

import type { Opponent } from '../game/opponent'
import { attempt, parseGame, parseHistory, type Game, type Row } from '../game/rules'
import type { Params } from '../shared/route.svelte'
import { challenge as challengeOf, daily as dailyOf, drawn, findOpponent } from './answers'

export const DAILY_GAME = 'mastermind(4,6,rows=10)'

export type Fault = 'game' | 'history' | 'day' | 'against'

export type Position =
  | {
      readonly kind: 'game'
      readonly game: Game
      readonly rows: readonly Row[]
      readonly daily: string | null
      readonly opponent: Opponent
    }
  | { readonly kind: 'challenge'; readonly id: string; readonly history: string; readonly opponent: Opponent }
  | { readonly kind: 'bad'; readonly fault: Fault; readonly text: string; readonly game: Game | null }

/** The position that *params* name; *usual* is the game when none is named. */
export function readPosition(params: Params, usual: string): Position {
  const { game, history = '', daily, challenge, against } = params
  if (challenge !== undefined)
    return { kind: 'challenge', id: challenge, history, opponent: challengeOf(challenge) }
  if (daily !== undefined && !isDay(daily)) return bad('day', daily)
  const opponent =
    daily !== undefined ? dailyOf(daily) : against === undefined ? drawn : findOpponent(against)
  if (!opponent) return bad('against', against!)
  const text = daily === undefined ? game || usual : DAILY_GAME
  const rules = attempt(() => parseGame(text))
  if (!rules) return bad('game', text)
  if (opponent.allows?.(rules) === false) return bad('against', against!, rules)
  const rows = readRows(rules, history)
  if (!rows) return bad('history', history, rules)
  return { kind: 'game', game: rules, rows, daily: daily ?? null, opponent }
}

/** The rows that *history* says; null when it is none, goes on after the end, or is longer than the board. */
export function readRows(game: Game, history: string): Row[] | null {
  const rows = attempt(() => parseHistory(game, history))
  if (!rows || rows.slice(0, -1).some((row) => row.feedback === game.win)) return null
  return game.rows !== null && rows.length > game.rows ? null : rows
}

function bad(fault: Fault, text: string, game: Game | null = null): Position {
  return { kind: 'bad', fault, text, game }
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
