/** The review of a game as state, for all who show a part of it: the verdict, the table, the board. */

import { api, type Review } from '../../shared/api/client'
import { liveRequest, type RequestState } from '../../shared/request.svelte'
import { positionQuery } from '../positionQuery'
import type { Game, Row } from '../rules'
import { rowVerdicts, type Verdict } from './verdicts'

export interface GameReviewState extends RequestState<Review> {
  readonly game: Game
  /** The rows that count, with their numbers on the board. */
  readonly counted: readonly { row: Row; number: number }[]
  /** The verdict on each row of the board, null where there is none. */
  readonly verdicts: readonly (Verdict | null)[]
}

const NONE: ReadonlySet<number> = new Set()

/** Reviews the game whenever it is *over*. To be called while a component starts. */
export function gameReview(
  game: () => Game,
  rows: () => readonly Row[],
  over: () => boolean,
  ignored: () => ReadonlySet<number> = () => NONE,
): GameReviewState {
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
  const verdicts = $derived(rowVerdicts(request.answer, rows().length, ignored()))
  return {
    get game() {
      return game()
    },
    get counted() {
      return counted
    },
    get verdicts() {
      return verdicts
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
    retry: () => request.retry(),
  }
}
