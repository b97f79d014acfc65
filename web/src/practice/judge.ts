/** Whether a guess solves a puzzle, and if not, what it fails on. The rules are those of the page: no server is asked. */

import { candidates } from '../game/candidates'
import { feedback, type Game, type Row } from '../game/rules'
import type { Part, Puzzle } from '../shared/api/client'

/** The kinds of puzzles that come from the server. */
export const KINDS = ['only-secret', 'win-in-two', 'cannot-lose', 'best-guess'] as const
type ServerKind = (typeof KINDS)[number]
/** The kinds of puzzles: also one that the page makes itself, and the player's own mistakes. */
export type Kind = 'read-pins' | ServerKind | 'mistakes'
/** What there is to learn, in its order. */
export const SKILLS = ['read-pins', ...KINDS, 'perfect-game'] as const
export type Skill = (typeof SKILLS)[number]

/** What is asked: a puzzle of the server, or one that is made here. */
export type Task = Pick<
  Puzzle,
  'history' | 'rows_left' | 'candidates' | 'solutions' | 'expected_guesses' | 'difficulty'
>

export const isServerKind = (text: string | null | undefined): text is ServerKind =>
  KINDS.some((kind) => kind === text)
export const isKind = (text: string | undefined): text is Kind =>
  text === 'read-pins' || text === 'mistakes' || isServerKind(text)

/** The kinds of puzzles of the server that *game* has: of words, which weigh differently and are many, two kinds. */
export const kindsOf = (game: Game): readonly Kind[] =>
  game.family === 'words' ? ['only-secret', 'cannot-lose'] : KINDS

/** What a wrong guess fails on: a row that it does not fit, or the answer that leaves most codes. */
export interface Failure {
  /** From 1; null where it is an answer. */
  readonly row: number | null
  readonly feedback: string
  /** The codes that are left after that answer. */
  readonly left: number
  /** The number of guesses that it needs on average, where that is asked and known. */
  readonly mean?: number | null
}

export type Verdict = { readonly right: true } | { readonly right: false; readonly failure: Failure }

/** The codes that fit *rows*, split by the answer that *code* would get, the largest part first. */
export function partsOf(game: Game, rows: readonly Row[], code: string): Part[] {
  const left = candidates(game, rows)
  const parts: Record<string, string[]> = {}
  for (const one of left) (parts[feedback(game, code, one)] ??= []).push(one)
  return Object.entries(parts)
    .map(([answer, codes]) => ({
      feedback: answer,
      size: codes.length,
      share: codes.length / left.length,
      codes,
    }))
    .sort((one, other) => other.size - one.size)
}

/** What becomes of *code* in a *puzzle* of this *kind*; an answer, where that is asked, fails on nothing else. */
export function judge(
  game: Game,
  kind: Kind,
  rows: readonly Row[],
  puzzle: Pick<Task, 'solutions'>,
  code: string,
): Verdict {
  if (puzzle.solutions.includes(code)) return { right: true }
  return {
    right: false,
    failure:
      kind === 'read-pins'
        ? { row: null, feedback: code, left: 0 }
        : kind === 'only-secret'
          ? badRow(game, rows, code)
          : worstPart(game, rows, code),
  }
}

/** The first row that does not fit *code*; one that is no possible code, such as a guess with repeats, may fit all. */
function badRow(game: Game, rows: readonly Row[], code: string): Failure {
  const place = rows.findIndex((row) => feedback(game, row.guess, code) !== row.feedback)
  const answer = place < 0 ? '' : feedback(game, rows[place]!.guess, code)
  return { row: place < 0 ? null : place + 1, feedback: answer, left: 0 }
}

function worstPart(game: Game, rows: readonly Row[], code: string): Failure {
  const worst = partsOf(game, rows, code).find((part) => part.feedback !== game.win)
  return { row: null, feedback: worst?.feedback ?? '', left: worst?.size ?? 0 }
}
