/** Questions to the server about a game of questions: a table goes with each of them. */

import { ask, type Advice, type Review, type StrategyMove } from '../shared/api/client'
import type { Row } from '../game/rules'
import { joinHistory } from './histories'
import type { QuestionGame } from './questionGame'

export interface QuestionQuery {
  readonly game: string
  readonly history: string
  /** The text of a table. */
  readonly table?: string
  readonly count?: number
  readonly strategy?: string
}

export function questionQuery(game: QuestionGame, rows: readonly Row[]): QuestionQuery {
  const table = game.table === null ? {} : { table: game.table }
  return { game: game.text, history: joinHistory(rows), ...table }
}

const asker =
  <Answer>(path: string) =>
  (query: QuestionQuery, signal?: AbortSignal): Promise<Answer> =>
    ask<Answer>(path, { ...query }, query.table !== undefined, signal)

export const engine = {
  move: asker<StrategyMove>('move'),
  advise: asker<Advice>('advise'),
  review: asker<Review>('review'),
}
