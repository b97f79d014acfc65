/** Which texts name a strategy, and what it is called. */

import type { Messages } from '../i18n/index.svelte'
import { PERFECT, STRATEGIES, type StrategyName } from './catalog'
import { withRows, type Game } from './rules'

export function isStrategy(name: string | undefined): name is StrategyName {
  return STRATEGIES.some((one) => one === name)
}

/** What the strategy *name* is called in plain words; of *game*, where that says more. */
export function strategyTitle(words: Messages, name: string, game?: Game): string {
  const worst = name === 'optimal-worst' && game ? PERFECT[withRows(game, null).text]?.[2] : undefined
  return worst === undefined ? (words.game.strategies[name] ?? name) : words.game.neverMore(worst)
}
