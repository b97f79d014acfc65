/** Which texts name a strategy. */

import { STRATEGIES, type StrategyName } from './catalog'

export function isStrategy(name: string | undefined): name is StrategyName {
  return STRATEGIES.some((one) => one === name)
}
