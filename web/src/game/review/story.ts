/** The story of a reviewed game: what each move was, who made it, and the figures of the player. */

import type { Review, ReviewMove } from '../../shared/api/client'
import { candidates, canList } from '../candidates'
import type { Game, Row } from '../rules'
import { evenLoss } from './split'
import { verdictOf, VERDICTS, type RowMark, type Verdict } from './verdicts'

/** A row that counts, and its number on the board. */
export interface CountedRow {
  readonly row: Row
  readonly number: number
}

export interface JudgedMove extends CountedRow {
  readonly move: ReviewMove
  readonly mark: RowMark
  /** The extra guesses by which it is judged. Secrets count as equally likely, also where they have weights. */
  readonly extra: number
}

/** The moves of *review* with their marks; those of the *computer*, by number, are not judged. */
export function judgedMoves(
  game: Game,
  review: Pick<Review, 'moves'>,
  rows: readonly CountedRow[],
  computer: ReadonlySet<number>,
): JudgedMove[] {
  return rows.slice(0, review.moves.length).map(({ row, number }, index) => {
    const move = review.moves[index]!
    const before = rows.slice(0, index).map((one) => one.row)
    const extra = extraGuesses(game, before, move)
    return { row, number, move, extra, mark: computer.has(number) ? 'computer' : verdictOf(extra) }
  })
}

/** What a move cost. Words have weights, which the player cannot know: there a guess is not worse than it is among words
 * that are equally likely. */
export function extraGuesses(
  game: Game,
  before: readonly Row[],
  { guess, loss, best }: Pick<ReviewMove, 'guess' | 'loss' | 'best'>,
): number {
  if (game.family !== 'words' || loss <= 0 || !best[0] || !canList(game)) return loss
  const even = evenLoss(game, candidates(game, before), guess, best[0])
  return even === null ? loss : Math.min(loss, even)
}

/** The kind of sentence for a game: nothing extra, little, inaccurate guesses, one mistake, some of them; or the computer's. */
export type StoryKind = 'perfect' | 'little' | 'slips' | 'one' | 'some' | 'computer'
export type Luck = 'good' | 'bad' | 'none'

export interface Story {
  readonly kind: StoryKind
  /** What is said of the luck; after one costly guess, that from then on. */
  readonly then: Luck
  /** How many guesses were mistakes. */
  readonly costly: number
  /** In per cent; null when the player made no guess. */
  readonly accuracy: number | null
  /** The extra guesses of the player, and what luck saved. */
  readonly extra: number
  readonly luck: number
  readonly counts: Readonly<Record<RowMark, number>>
  /** The number of the row that cost most; the first one when none did. */
  readonly start: number
}

/** Luck of less than this is not worth a word. */
const LUCK = 0.25

export const luckOf = (saved: number): Luck => (saved >= LUCK ? 'good' : saved <= -LUCK ? 'bad' : 'none')

/** E / (E + extra guesses) in per cent, with E what perfect play expects from the start; 100 only without extra ones. */
export function accuracyOf(expected: number, extra: number): number {
  if (extra <= 1e-9) return 100
  return Math.min(99, Math.round((100 * expected) / (expected + extra)))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function storyOf(review: Pick<Review, 'value'>, moves: readonly JudgedMove[]): Story {
  const own = moves.filter(({ mark }) => mark !== 'computer')
  const extra = sum(own.map((one) => one.extra))
  const luck = sum(own.map(({ move }) => move.luck))
  const count = (mark: RowMark) => moves.filter((one) => one.mark === mark).length
  const counts = { ...countsBy(count), computer: count('computer') }
  const costly = counts.mistake
  const most = own.reduce<JudgedMove | null>((a, b) => (b.extra > (a?.extra ?? 0) ? b : a), null)
  const one = costly === 1 && most !== null
  const after = one
    ? sum(own.filter(({ number }) => number >= most.number).map(({ move }) => move.luck))
    : luck
  return {
    kind: counts.computer
      ? 'computer'
      : extra <= 1e-9
        ? 'perfect'
        : one
          ? 'one'
          : costly
            ? 'some'
            : counts.inaccurate
              ? 'slips'
              : 'little',
    then: luckOf(after),
    costly,
    accuracy: own.length ? accuracyOf(review.value, extra) : null,
    extra,
    luck,
    counts,
    start: most?.number ?? moves[0]?.number ?? 1,
  }
}

const countsBy = (count: (verdict: Verdict) => number) =>
  Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>
