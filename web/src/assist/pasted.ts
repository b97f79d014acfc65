/** A result that was shared elsewhere, as coloured squares, with the words that were guessed. */

import { breachText } from '../game/board/guessProblem'
import { isGuess, parseGame, type Game, type Row } from '../game/rules'
import { LONGEST, readMarks, SHORTEST } from '../game/words/wordRules'
import type { Messages } from '../i18n/index.svelte'

const SQUARES = /[⬛⬜🟨🟦🟩🟧]\ufe0f?/gu
const SCORE = /\b[\dX]+\/(\d+)(\*?)/i

export interface Pasted {
  /** The squares of each row, and the words, in order. */
  readonly squares: readonly string[]
  readonly words: readonly string[]
  /** The rows of the board, if they are said. */
  readonly rows: number | null
  readonly hard: boolean
}

/** A title of ours that ends with the asterisk of hard mode. */
const HARD = /^bestguess .*\*/m

/** What *text* says. Lines with a score, a title (its parts have a · between them), a streak or an address have no words in
 * them. */
export function readPasted(text: string): Pasted {
  const lines = text.split('\n')
  const score = lines.map((line) => SCORE.exec(line)).find(Boolean)
  const told = lines.filter((line) => !SCORE.test(line) && !/·|:\/\/|in a row/.test(line))
  return {
    squares: told.map((line) => (line.match(SQUARES) ?? []).join('')).filter(Boolean),
    words: told.flatMap((line) => line.toLowerCase().match(/[a-z]+/g) ?? []),
    rows: score ? Number(score[1]) : null,
    hard: score?.[2] === '*' || HARD.test(text),
  }
}

const lengthOf = (squares: string) => squares.match(SQUARES)?.length ?? 0

/** The game that was played; null when the squares are of none. */
export function pastedGame({ squares, rows, hard }: Pasted): Game | null {
  const [length = 0] = squares.map(lengthOf)
  if (length < SHORTEST || length > LONGEST || squares.some((one) => lengthOf(one) !== length)) return null
  const limit = rows && rows >= squares.length ? `,rows=${rows}` : ''
  return parseGame(`words(english,${length}${hard ? ',rule=hard' : ''}${limit})`)
}

/** The rows of *game* that were played, or in one line what is wrong with them. Its words must be loaded. */
export function pastedRows(messages: Messages, game: Game, { squares, words }: Pasted): Row[] | string {
  const { paste } = messages.words
  if (words.length !== squares.length) return paste.counts(words.length, squares.length)
  const unknown = words.find((word) => !isGuess(game, word))
  if (unknown !== undefined) return messages.play.notWord(unknown.toUpperCase())
  const marks = squares.map((one) => readMarks(game.pegs, one))
  const wrong = marks.findIndex(
    (one, index) => one === null || (one === game.win && index < marks.length - 1),
  )
  if (wrong >= 0) return paste.row(wrong + 1)
  const rows = words.map((guess, index) => ({ guess, feedback: marks[index]! }))
  const breach = rows.map((row, index) => breachText(messages, game, rows.slice(0, index), row.guess))
  return breach.find(Boolean) ?? rows
}
