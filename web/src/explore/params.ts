/** The tools of the Lab, and their parameters in the address: the game and the strategies. */

import { PERFECT, STRATEGIES } from '../game/catalog'
import { attempt, parseGame, type Family, type Game } from '../game/rules'
import { gameOf } from '../game/sizes'
import type { Params } from '../shared/route.svelte'

export const DEFAULT_GAME = 'mastermind(4,6)'
export const DEFAULT_STRATEGIES = ['first', 'minimax', 'expected-size', 'entropy', 'most-parts']

/** The default strategies and *one* more, in the order of the list. */
export function withStrategy(one: string): string[] {
  return STRATEGIES.filter((name) => name === one || DEFAULT_STRATEGIES.includes(name))
}

export const LAB_TOOLS = ['assist', 'tree', 'compare', 'heatmap', 'objectives'] as const

/** Whether the best play of the game of an address ships with the page, so that it is there at once. */
const isProven = ({ game = DEFAULT_GAME, consistent }: Params): boolean => !consistent && game in PERFECT

/** The game of an address; null when it names none. */
export function exploredGame(params: Params): Game | null {
  return attempt(() => parseGame(params.game ?? DEFAULT_GAME))
}

/** The strategies of an address, in the order of the list; unknown names are left out. */
export function exploredStrategies(params: Params): string[] {
  const named = (params.strategies ?? '').split(',')
  const known = STRATEGIES.filter((name) => named.includes(name))
  return known.length ? known : isProven(params) ? withStrategy('optimal') : DEFAULT_STRATEGIES
}

/** The strategy of an address; else the best one, where *best* and it is there at once. */
export function exploredStrategy(params: Params, best = false): string {
  return (
    STRATEGIES.find((name) => name === params.strategy) ?? (best && isProven(params) ? 'optimal' : 'entropy')
  )
}

/** The parameters that all tools share: the game, the strategy, the strategies, and whether guesses are consistent. */
export function sharedParams(params: Params): Record<string, string | undefined> {
  const { game, strategy, strategies, consistent } = params
  return { game, strategy, strategies, consistent }
}

/** The game that the fields of a form name. */
export function gameFrom(fields: FormData): Game | null {
  const family = String(fields.get('family')) as Family
  const [pegs, symbols] = [Number(fields.get('pegs')), Number(fields.get('symbols'))]
  const rows = Number(fields.get('rows')) || null
  const rule = fields.has('hard') ? 'hard' : 'free'
  return gameOf({ family, pegs, symbols, distinct: fields.has('distinct'), rule, rows })
}
