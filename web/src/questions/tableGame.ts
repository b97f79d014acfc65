/** A table of one's own as a game of questions. */

import type { OwnTable } from '../shared/api/client'
import type { QuestionGame } from './questionGame'

export interface StoredTable {
  readonly name: string
  /** When it was stored, as a number of milliseconds. */
  readonly date: number
  /** The CSV text. */
  readonly text: string
  /** What the server says is in it. */
  readonly about: OwnTable
}

export function tableGame(
  text: string,
  { name, text: table, about }: StoredTable,
  win: string | null,
): QuestionGame {
  const { guesses, secrets, feedbacks, matrix } = about
  const numbers = new Map(guesses.map((guess, index) => [guess, index]))
  return {
    text,
    coins: null,
    table,
    name,
    secrets,
    labels: about.labels ?? secrets,
    feedbacks,
    questions: guesses,
    win,
    rows: null,
    row: (guess, feedback) =>
      numbers.has(guess) && feedbacks.includes(feedback) ? { guess, feedback } : null,
    answer: (guess, secret) => feedbacks[matrix[numbers.get(guess)!]![secret]!]!,
  }
}
