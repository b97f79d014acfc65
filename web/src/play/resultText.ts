/** The result of a game as text to share, without the secret. */

import type { Game, Row } from '../game/rules'
import type { ShareStyle } from './shareStyle'

/** The signs for exact, misplaced and neither. */
const SIGNS: Readonly<Record<ShareStyle, readonly [string, string, string]>> = {
  pegs: ['●', '○', '·'],
  squares: ['🟩', '🟨', '⬛'],
}

/** One row of a result as signs; games without pegs have a word. */
export function resultRow(game: Game, row: Row, style: ShareStyle): string {
  if (game.family === 'twod') return row.feedback
  const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
  const [right, near, none] = SIGNS[style]
  return right.repeat(exact) + near.repeat(misplaced) + none.repeat(game.pegs - exact - misplaced)
}

export interface Result {
  game: Game
  /** The game by its name. */
  name: string
  rows: readonly Row[]
  /** The guesses it took; null when it was not found. */
  guesses: number | null
  /** The help it had, in words. */
  helpUsed: string
  /** The date of a puzzle of the day. */
  day: string | null
  /** The address of a game with the same secret. */
  link: string | null
}

/** "bestguess · Mastermind 4×6 · 2026-11-16 · 5/10", and the help if there was any. */
export function resultTitle({ game, name, guesses, helpUsed, day }: Result): string {
  const score = `${guesses ?? '–'}${game.rows === null ? '' : `/${game.rows}`}`
  return ['bestguess', name, ...(day ? [day] : []), score, ...(helpUsed ? [helpUsed] : [])].join(' · ')
}

/** The title, and a line for each row. */
export function resultText(result: Result, style: ShareStyle): string {
  const { game, rows, link } = result
  const lines = rows.map((row) => resultRow(game, row, style))
  return [resultTitle(result), ...lines, ...(link ? [link] : [])].join('\n')
}
