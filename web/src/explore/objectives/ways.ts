/** What a way of playing is called, and where its tree is. */

import type { Messages } from '../../i18n/index.svelte'
import { withRows, type Game } from '../../game/rules'
import { strategyTitle } from '../../game/strategies'
import type { ObjectivePoint } from '../../shared/api/client'
import { formatRoute } from '../../shared/route.svelte'

export type Way = Pick<ObjectivePoint, 'strategy' | 'given_guess' | 'given_rows'>

export function wayTitle(words: Messages, way: Way, game: Game): string {
  if (way.given_rows !== null) return words.objectives.mostFound(way.given_rows)
  if (way.given_guess === null) return strategyTitle(words, way.strategy, game)
  return `${words.objectives.begin} ${way.given_guess}, ${words.objectives.then[way.strategy]}`
}

/** The address of its tree. */
export function treeOf(way: Way, game: Game): string {
  return formatRoute('lab/tree', {
    game: withRows(game, way.given_rows).text,
    strategy: way.strategy,
    first_guess: way.given_guess,
  })
}
