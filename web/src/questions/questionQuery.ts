/** A position in a game of questions as the parameters of a request: a table goes with it. */

import type { Row } from '../game/rules'
import { joinHistory } from './histories'
import type { QuestionGame } from './questionGame'

export function questionQuery(game: QuestionGame, rows: readonly Row[]) {
  const table = game.table === null ? {} : { table: game.table }
  return { game: game.text, history: joinHistory(rows), ...table }
}
