/** The result of a game as text to share, without the secret. */

import type { Game, Row } from '../game/rules'
import { squaresOf } from '../game/words/wordRules'
import type { Looks } from '../shared/settings.svelte'
import type { ShareStyle } from './shareStyle'

/** The signs for exact, misplaced and neither. */
const SIGNS: Readonly<Record<ShareStyle, readonly [string, string, string]>> = {
  pegs: ['●', '○', '·'],
  squares: ['🟩', '🟨', '⬛'],
}

/** One row of a result as signs; words have coloured squares, games without pegs a word. */
export function resultRow(
  game: Game,
  row: Row,
  style: ShareStyle,
  tiles: Looks['tiles'] = 'standard',
): string {
  if (game.family === 'words') return squaresOf(row.feedback, tiles)
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
  /** The colours of words. Default: green and yellow. */
  tiles?: Looks['tiles']
  /** The guesses it took; null when it was not found. */
  guesses: number | null
  /** The help it had, in words. */
  helpUsed: string
  /** The date of a puzzle of the day. */
  day: string | null
  /** The address of a game with the same secret. */
  link: string | null
}

/** "bestguess · Mastermind 4×6 · 2026-11-16 · 5/10", an asterisk for hard mode, and the help if there was any. */
export function resultTitle({ game, name, guesses, helpUsed, day }: Result): string {
  const missed = game.family === 'words' ? 'X' : '–'
  const score = `${guesses ?? missed}${game.rows === null ? '' : `/${game.rows}`}${game.rule === 'free' ? '' : '*'}`
  return ['bestguess', name, ...(day ? [day] : []), score, ...(helpUsed ? [helpUsed] : [])].join(' · ')
}

/** The title, and a line for each row. */
export function resultText(result: Result, style: ShareStyle): string {
  const { game, rows, link, tiles } = result
  const lines = rows.map((row) => resultRow(game, row, style, tiles))
  return [resultTitle(result), ...lines, ...(link ? [link] : [])].join('\n')
}
