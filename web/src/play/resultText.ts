/** The result of a game as text to share, without the secret. */

import type { Game, Row } from '../game/rules'
import { squaresOf } from '../game/words/wordRules'
import type { Looks } from '../shared/settings.svelte'

/** One row of a result as signs: pins, or the coloured squares of a word; games without pins have a word. */
export function resultRow(game: Game, row: Row, tiles: Looks['tiles'] = 'standard'): string {
  if (game.family === 'words') return squaresOf(row.feedback, tiles)
  if (game.family === 'twod') return row.feedback
  const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
  return '●'.repeat(exact) + '○'.repeat(misplaced) + '·'.repeat(game.pegs - exact - misplaced)
}

export interface Result {
  game: Game
  /** "bestguess 321 · Mastermind in 4", and the help if there was any. */
  title: string
  rows: readonly Row[]
  /** The colours of words. Default: green and yellow. */
  tiles?: Looks['tiles']
  /** What perfect play needs, and the days in a row, where these apply. */
  note: string
  /** The address of the same game: that of others with the same secret, where there is one. */
  link: string
}

/** The title, a line for each row, the note, and the link. */
export function resultText({ game, title, rows, tiles, note, link }: Result): string {
  return [title, ...rows.map((row) => resultRow(game, row, tiles)), note, link].filter(Boolean).join('\n')
}
