/** Games of questions: what is sought is asked for by questions, each of which has some answers. */

import type { Row } from '../game/rules'
import { splitHistory } from './histories'

export interface QuestionGame {
  /** The text of the game. */
  readonly text: string
  /** How many coins there are; null in a table. */
  readonly coins: number | null
  /** The CSV text of a table, which goes with every request; null for coins. */
  readonly table: string | null
  /** The name of a table. */
  readonly name: string
  readonly secrets: readonly string[]
  /** What each secret means: the game is over when all that are left mean the same. */
  readonly labels: readonly string[]
  readonly feedbacks: readonly string[]
  /** All questions of a table; none are listed of coins. */
  readonly questions: readonly string[]
  /** The answer that ends the game; null when it is enough to know what it is. */
  readonly win: string | null
  /** How many questions are allowed; null when there is no limit. */
  readonly rows: number | null
  /** The row as the game writes it; null when it is none. */
  row(guess: string, feedback: string): Row | null
  /** The answer to *guess*, a legal one, when it is the secret with this number. */
  answer(guess: string, secret: number): string
}

/** The numbers of the secrets that fit all *rows*. */
export function candidates(game: QuestionGame, rows: readonly Row[]): number[] {
  return [...game.secrets.keys()].filter((secret) =>
    rows.every((row) => game.answer(row.guess, secret) === row.feedback),
  )
}

const NO = /^(no|否|不是)$/i

/** How many of the secrets *left* would give each answer to *guess*; only answers that are possible, in their order: "no" is
 * the last one. */
export function parts(game: QuestionGame, guess: string, left: readonly number[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const secret of left) {
    const answer = game.answer(guess, secret)
    sizes.set(answer, (sizes.get(answer) ?? 0) + 1)
  }
  const order = game.feedbacks
    .filter((one) => sizes.has(one))
    .sort((one, other) => Number(NO.test(one)) - Number(NO.test(other)))
  return new Map(order.map((one) => [one, sizes.get(one)!]))
}

/** What it is: the label that all secrets *left* have, or the question that got the winning answer; null if unknown. */
export function found(game: QuestionGame, rows: readonly Row[], left: readonly number[]): string | null {
  if (game.win !== null) return rows.at(-1)?.feedback === game.win ? rows.at(-1)!.guess : null
  const labels = new Set(left.map((secret) => game.labels[secret]!))
  return labels.size === 1 ? [...labels][0]! : null
}

export type QuestionStatus = 'running' | 'found' | 'lost' | 'contradiction'

export function questionStatus(
  game: QuestionGame,
  rows: readonly Row[],
  left: readonly number[],
): QuestionStatus {
  if (!left.length) return 'contradiction'
  if (found(game, rows, left) !== null) return 'found'
  return game.rows !== null && rows.length >= game.rows ? 'lost' : 'running'
}

/** The rows that *history* says; null when they are none of *game*. */
export function readRows(game: QuestionGame, history: string): Row[] | null {
  const rows = splitHistory(history)?.map(({ guess, feedback }) => game.row(guess, feedback))
  if (!rows?.every((row) => row !== null)) return null
  return game.rows !== null && rows.length > game.rows ? null : rows
}

/** Another answer to one question, with which some secrets fit. */
export interface Change {
  readonly number: number
  readonly row: Row
  readonly left: number
}

/** The changes of one answer after which some secrets fit *rows*: the last row first. */
export function changes(game: QuestionGame, rows: readonly Row[]): Change[] {
  return rows
    .flatMap((row, index) => {
      const left = candidates(game, rows.toSpliced(index, 1))
      return [...parts(game, row.guess, left)].map(([feedback, size]) => ({
        number: index + 1,
        row: { ...row, feedback },
        left: size,
      }))
    })
    .reverse()
}
