/** The review of a game as state, for all who show a part of it: the summary, the card of a move, the board. */

import { api, type Review } from '../../shared/api/client'
import { liveRequest, type RequestState } from '../../shared/request.svelte'
import { positionQuery } from '../positionQuery'
import type { Game, Row } from '../rules'
import { judgedMoves, storyOf, type CountedRow, type JudgedMove, type Story } from './story'
import type { RowMark } from './verdicts'

export interface GameReviewState extends RequestState<Review> {
  readonly game: Game
  /** The rows that count. */
  readonly counted: readonly CountedRow[]
  /** The moves and what is told of them; empty and null until the review is there. */
  readonly moves: readonly JudgedMove[]
  readonly story: Story | null
  /** The mark of each row of the board, null where there is none. */
  readonly marks: readonly (RowMark | null)[]
  /** The secret; null when it is not known. */
  readonly secret: string | null
  /** The move at hand; at first the one that cost most. */
  readonly at: JudgedMove | null
  show(number: number): void
  /** Goes so many moves on, or back; not beyond the ends. */
  step(by: number): void
}

/** What is reviewed. */
interface Reviewed {
  game: () => Game
  rows: () => readonly Row[]
  over: () => boolean
  /** Rows that count for nothing, and rows that the computer made, by their numbers. */
  ignored?: () => ReadonlySet<number>
  computer?: () => ReadonlySet<number>
  /** The secret where it is not the last guess. */
  secret?: () => string | null
}

const NONE: ReadonlySet<number> = new Set()

/** Reviews the game whenever it is over. To be called while a component starts. */
export function gameReview(reviewed: Reviewed): GameReviewState {
  const { game, rows, over, ignored = () => NONE, computer = () => NONE } = reviewed
  const counted = $derived(
    rows()
      .map((row, index) => ({ row, number: index + 1 }))
      .filter(({ number }) => !ignored().has(number)),
  )
  const request = liveRequest(
    () =>
      over() && counted.length
        ? positionQuery(
            game(),
            counted.map(({ row }) => row),
          )
        : null,
    api.review,
  )
  const moves = $derived(request.answer ? judgedMoves(game(), request.answer, counted, computer()) : [])
  const story = $derived(request.answer && storyOf(request.answer, moves))
  const marks = $derived(
    rows().map((_, index) => moves.find(({ number }) => number === index + 1)?.mark ?? null),
  )
  const last = $derived(rows().at(-1))
  const secret = $derived(last?.feedback === game().win ? last.guess : (reviewed.secret?.() ?? null))
  /** The number of the row that was chosen in the review of these rows. */
  let chosen = $state.raw<{ rows: readonly Row[]; number: number } | null>(null)
  const number = $derived(chosen?.rows === rows() ? chosen.number : story?.start)
  const index = $derived(moves.findIndex((move) => move.number === number))
  const show = (number: number) => (chosen = { rows: rows(), number })
  return {
    get game() {
      return game()
    },
    get counted() {
      return counted
    },
    get moves() {
      return moves
    },
    get story() {
      return story
    },
    get marks() {
      return marks
    },
    get secret() {
      return secret
    },
    get at() {
      return moves[index] ?? null
    },
    get answer() {
      return request.answer
    },
    get latest() {
      return request.latest
    },
    get error() {
      return request.error
    },
    get pending() {
      return request.pending
    },
    show,
    step(by: number) {
      const next = moves[index + by]
      if (next) show(next.number)
    },
    retry: () => request.retry(),
  }
}
