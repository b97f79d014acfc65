/** The result of a game as text to share, without the secret. */

import type { Game, Row } from '../game/rules'

/** One row of a result: ● exact, ○ misplaced, · neither; other games have a word. */
export function resultRow(game: Game, row: Row): string {
  if (game.family === 'twod') return row.feedback
  const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
  return '●'.repeat(exact) + '○'.repeat(misplaced) + '·'.repeat(game.pegs - exact - misplaced)
}

export interface Result {
  game: Game
  /** The game by its name. */
  name: string
  rows: readonly Row[]
  won: boolean
  /** The date of a puzzle of the day. */
  day: string | null
  /** The address of a game with the same secret. */
  link: string | null
}

/** "bestguess · Mastermind 4×6 · 2026-11-16 · 5/10", and a line for each row. */
export function resultText({ game, name, rows, won, day, link }: Result): string {
  const score = `${won ? rows.length : '–'}${game.rows === null ? '' : `/${game.rows}`}`
  const head = ['bestguess', name, ...(day ? [day] : []), score].join(' · ')
  return [head, ...rows.map((row) => resultRow(game, row)), ...(link ? [link] : [])].join('\n')
}
