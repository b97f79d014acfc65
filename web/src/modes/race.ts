/** The race: the engine looks for the same code, one guess for each of the player's. */

import { feedback, formatHistory, type Game, type Row } from '../game/rules'

/** Asks the engine for its next guess after *history*. */
export type AskMove = (history: string) => Promise<string>

/** How many guesses the engine makes: one more than the player, to be ready, and at the end as many as the board has. */
export function turnsFor(game: Game, played: number, over: boolean): number {
  const most = game.rows ?? MOST_TURNS
  return over ? most : Math.min(played + 1, most)
}
const MOST_TURNS = 20

/** How far a player has come when so many of *all* codes are *left*, from 0 to 1: each guess that leaves the same share is a
 * step of the same length, and the last one finds the code. */
export function progress(left: number, all: number, found: boolean): number {
  return found ? 1 : Math.min(0.96, 1 - Math.log(Math.max(1, left)) / Math.log(all))
}

/** The engine's rows after up to *turns* guesses at *secret*, going on from *before*; *report* gets each new list. */
export async function runEngine(
  game: Game,
  secret: string,
  before: readonly Row[],
  turns: number,
  ask: AskMove,
  report: (rows: readonly Row[]) => void,
): Promise<void> {
  let rows = before
  while (rows.length < turns && !hasWon(game, rows)) {
    const guess = await ask(formatHistory(rows))
    rows = [...rows, { guess, feedback: feedback(game, guess, secret) }]
    report(rows)
  }
}

export const hasWon = (game: Game, rows: readonly Row[]): boolean => rows.at(-1)?.feedback === game.win

export type RaceResult = 'player' | 'engine' | 'both' | 'neither' | 'open'

/** Who found the code first; open as long as that is not decided. */
export function raceResult(
  game: Game,
  player: readonly Row[],
  engine: readonly Row[],
  over: boolean,
): RaceResult {
  const won = hasWon(game, player)
  if (hasWon(game, engine)) {
    if (engine.length > player.length) return won ? 'player' : over ? 'engine' : 'open'
    return engine.length < player.length ? 'engine' : won ? 'both' : 'engine'
  }
  if (won) return engine.length >= player.length ? 'player' : 'open'
  return over && engine.length >= turnsFor(game, player.length, true) ? 'neither' : 'open'
}
