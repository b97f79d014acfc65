/** Candidates without the server, for games small enough to list. */

import { feedback, secretCount, type Game, type Row } from './rules'
import { lexicon } from './words/lexicon.svelte'

/** Games with more secrets than this are left to the engine. */
export const MOST_LISTED = 60_000

export function canList(game: Game): boolean {
  return secretCount(game) <= MOST_LISTED
}

let listed: { key: string; codes: string[] } | null = null

/** All secrets, lowest first. The last list is kept. */
export function secrets(game: Game): readonly string[] {
  if (game.family === 'words') return lexicon(game.pegs)?.secrets ?? []
  const key = `${game.family} ${game.pegs} ${game.symbols} ${game.repeatsInSecret}`
  if (listed?.key !== key) listed = { key, codes: list(game, '') }
  return listed.codes
}

function list(game: Game, start: string): string[] {
  if (start.length === game.pegs) return [start]
  const next = [...game.symbols].filter((symbol) => game.repeatsInSecret || !start.includes(symbol))
  return next.flatMap((symbol) => list(game, start + symbol))
}

/** The secrets consistent with *rows*. */
export function candidates(game: Game, rows: readonly Row[]): readonly string[] {
  return rows.reduce((left, row) => left.filter((code) => fits(game, row, code)), secrets(game))
}

export function fits(game: Game, row: Row, code: string): boolean {
  return feedback(game, row.guess, code) === row.feedback
}
