/** What an address says about a game: the position, or what is wrong with it. */

import type { Opponent } from '../game/opponent'
import { attempt, parseGame, parseHistory, type Game, type Row } from '../game/rules'
import { today } from '../shared/date'
import type { Params } from '../shared/route.svelte'
import { DAILY_GAMES, isDailyKind, type DailyKind } from '../statistics/days'
import { challenge as challengeOf, daily as dailyOf, drawn, findOpponent } from './answers'

export type Fault = 'game' | 'history' | 'day' | 'future' | 'against'

/** A puzzle of the day. */
export interface DailyPuzzle {
  readonly kind: DailyKind
  readonly date: string
}

export type Position =
  | {
      readonly kind: 'game'
      readonly game: Game
      readonly rows: readonly Row[]
      readonly daily: DailyPuzzle | null
      readonly opponent: Opponent
    }
  | { readonly kind: 'challenge'; readonly id: string; readonly history: string; readonly opponent: Opponent }
  | { readonly kind: 'bad'; readonly fault: Fault; readonly text: string; readonly game: Game | null }

/** The position that the parameters of the Play view name; *usual* is the game when none is named. */
export function readPosition(params: Params, usual: string): Position {
  const { game, history = '', challenge, against } = params
  if (challenge !== undefined)
    return { kind: 'challenge', id: challenge, history, opponent: challengeOf(challenge) }
  const opponent = against === undefined ? drawn : findOpponent(against)
  if (!opponent) return bad('against', against!)
  return inGame(game || usual, history, opponent, null)
}

/** The game of the challenge *id*, whose text the id begins with; null when there is none. */
export function challengeGame(id: string): Game | null {
  try {
    return parseGame(atob(id.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** The day whose three codes these parameters show; null when they name one of its games, or no day. */
export function shownDay({ kind, date }: Params, now = today()): string | null {
  const day = date ?? now
  return kind === undefined && isDay(day) && day <= now ? day : null
}

/** The position that the parameters of the Daily view name; *now* is the day when none is named. */
export function readDaily({ kind = 'mastermind', date, history = '' }: Params, now = today()): Position {
  if (!isDailyKind(kind)) return bad('game', kind)
  const day = date ?? now
  if (!isDay(day)) return bad('day', day)
  if (day > now) return bad('future', day)
  return inGame(DAILY_GAMES[kind], history, dailyOf(kind, day), { kind, date: day })
}

function inGame(text: string, history: string, opponent: Opponent, daily: DailyPuzzle | null): Position {
  const game = attempt(() => parseGame(text))
  if (!game) return bad('game', text)
  if (opponent.allows?.(game) === false) return bad('against', opponent.kind, game)
  const rows = readRows(game, history)
  return rows ? { kind: 'game', game, rows, daily, opponent } : bad('history', history, game)
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
