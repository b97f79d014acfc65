/** The strategies by their names. */

export const STRATEGIES = [
  'first',
  'random',
  'minimax',
  'expected-size',
  'entropy',
  'most-parts',
  'optimal',
  'optimal-worst',
] as const
export type StrategyName = (typeof STRATEGIES)[number]

export function isStrategy(name: string | undefined): name is StrategyName {
  return STRATEGIES.some((one) => one === name)
}
