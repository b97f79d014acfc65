/** Whether a guess solves a puzzle, and if not, what it fails on. The rules are those of the page: no server is asked. */

import { candidates } from '../game/candidates'
import { feedback, type Game, type Row } from '../game/rules'
import type { Part, Puzzle } from '../shared/api/client'

export const KINDS = ['only-secret', 'win-in-two', 'cannot-lose', 'best-guess'] as const
export type Kind = (typeof KINDS)[number]

export const isKind = (text: string | undefined): text is Kind => KINDS.some((kind) => kind === text)

/** The kinds of puzzles that *game* has: of words, which weigh differently and are many, those of two kinds. */
export const kindsOf = (game: Game): readonly Kind[] =>
  game.family === 'words' ? ['only-secret', 'cannot-lose'] : KINDS

/** What a wrong guess fails on: a row that it does not fit, or the answer that leaves most codes. */
export interface Failure {
  /** From 1; null where it is an answer. */
  readonly row: number | null
  readonly feedback: string
  /** The codes that are left after that answer. */
  readonly left: number
}

export type Verdict = { readonly right: true } | { readonly right: false; readonly failure: Failure }

/** The codes that fit *rows*, split by the answer that *code* would get, the largest part first. */
export function partsOf(game: Game, rows: readonly Row[], code: string): Part[] {
  const left = candidates(game, rows)
  const parts: Record<string, string[]> = {}
  for (const secret of left) (parts[feedback(game, code, secret)] ??= []).push(secret)
  return Object.entries(parts)
    .map(([answer, codes]) => ({
      feedback: answer,
      size: codes.length,
      share: codes.length / left.length,
      codes,
    }))
    .sort((one, other) => other.size - one.size)
}

/** What becomes of *code* in a *puzzle* of this *kind*. */
export function judge(game: Game, kind: Kind, rows: readonly Row[], puzzle: Puzzle, code: string): Verdict {
  if (puzzle.solutions.includes(code)) return { right: true }
  return {
    right: false,
    failure: kind === 'only-secret' ? badRow(game, rows, code) : worstPart(game, rows, code),
  }
}

/** The first row that does not fit *code*; one that is no possible secret, such as a guess with repeats, may fit all. */
function badRow(game: Game, rows: readonly Row[], code: string): Failure {
  const place = rows.findIndex((row) => feedback(game, row.guess, code) !== row.feedback)
  const answer = place < 0 ? '' : feedback(game, rows[place]!.guess, code)
  return { row: place < 0 ? null : place + 1, feedback: answer, left: 0 }
}

function worstPart(game: Game, rows: readonly Row[], code: string): Failure {
  const worst = partsOf(game, rows, code).find((part) => part.feedback !== game.win)
  return { row: null, feedback: worst?.feedback ?? '', left: worst?.size ?? 0 }
}
