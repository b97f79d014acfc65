/** What the three Explore views share: the game, the strategies and the sizes in their address. */

import type { Figures } from '../shared/api/client'
import { parseGame, pegGame, withRows, type Family, type Game } from '../game/rules'
import type { Params, View } from '../shared/route.svelte'
import { STRATEGIES, type StrategyName } from '../game/strategies'

export const DEFAULT_GAME = 'mastermind(4,6)'
export const DEFAULT_STRATEGY = 'entropy'
export const DEFAULT_STRATEGIES = ['first', 'minimax', 'expected-size', 'entropy', 'most-parts']

/** The usual strategies, and *one* among them. */
export function withStrategy(one: string): string[] {
  return STRATEGIES.filter((name) => name === one || DEFAULT_STRATEGIES.includes(name))
}

export const EXPLORE_TABS = ['explore/tree', 'explore/compare', 'explore/heatmap'] as const satisfies View[]

/** The game of an address, without rows: a tree goes on to the end; throws RulesError. */
export function exploredGame(params: Params): Game {
  return withRows(parseGame(params.game ?? DEFAULT_GAME), null)
}

/** The game of an address, or null when it names none. */
export function tryGame(params: Params): Game | null {
  try {
    return exploredGame(params)
  } catch {
    return null
  }
}

/** The strategies of an address, in the order of the list; unknown names are left out. */
export function exploredStrategies(params: Params): string[] {
  const named = (params.strategies ?? '').split(',')
  const known = STRATEGIES.filter((name) => named.includes(name))
  return known.length ? known : DEFAULT_STRATEGIES
}

export function exploredStrategy(params: Params): string {
  return STRATEGIES.find((name) => name === params.strategy) ?? DEFAULT_STRATEGY
}

/** What a tab takes along to another: the game, the strategy, the strategies, and whether guesses are consistent. */
export function carried(params: Params): Record<string, string | undefined> {
  const { game, strategy, strategies, consistent } = params
  return { game, strategy, strategies, consistent }
}

/** The game of a small form, or null when there is none of that size. */
export function gameOf(family: Family, pegs: number, symbols: number, distinct = false): Game | null {
  try {
    if (family === 'twod') return parseGame(`twod(${symbols})`)
    return pegGame(family, pegs, symbols, distinct && family === 'mastermind')
  } catch {
    return null
  }
}

/** The game that the fields of a form name. */
export function gameFrom(fields: FormData): Game | null {
  const family = String(fields.get('family')) as Family
  return gameOf(family, Number(fields.get('pegs')), Number(fields.get('symbols')), fields.has('distinct'))
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** A range such as "2-6" or "4", within *limits*; the *otherwise* when it is not understood. */
export function parseRange(text: string | undefined, limits: Range, otherwise: Range): Range {
  const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text ?? '')
  if (!found) return otherwise
  const from = Number(found[1])
  const to = Number(found[2] ?? found[1])
  return limits.from <= from && from <= to && to <= limits.to ? { from, to } : otherwise
}

export const formatRange = ({ from, to }: Range): string => `${from}-${to}`

export const numbersIn = ({ from, to }: Range): number[] =>
  Array.from({ length: to - from + 1 }, (_, step) => from + step)

/** What the heat map shows. */
export type Measure = 'mean' | 'worst' | 'secrets'

/** Where shipped results come from. */
export interface Source {
  readonly version: string
  readonly command: string
  readonly date: string
}

/** The game that everyone knows by the family's name. */
export function isTraditional(family: string, pegs: number, symbols: number): boolean {
  return pegs === 4 && symbols === (family === 'mastermind' ? 6 : 10)
}

export type Column = 'strategy' | 'mean' | 'worst' | 'at_worst' | 'total' | 'first_guess'
export interface Order {
  readonly column: Column
  readonly down: boolean
}

/** The figures by a column; equal ones by mean, then in the order of the strategies. */
export function sorted<One extends Figures>(figures: readonly One[], order: Order): One[] {
  const sign = order.down ? -1 : 1
  return [...figures].sort(
    (one, other) =>
      sign * compareBy(one, other, order.column) || one.mean - other.mean || place(one) - place(other),
  )
}

const place = (figures: Figures) => STRATEGIES.indexOf(figures.strategy as StrategyName)

function compareBy(one: Figures, other: Figures, column: Column): number {
  if (column === 'strategy') return place(one) - place(other)
  if (column === 'first_guess') return one.first_guess.localeCompare(other.first_guess, 'en')
  return one[column] - other[column]
}

/** The order after a click on a column: lowest first, and the other way round at the second click. */
export function turned(order: Order, column: Column): Order {
  return { column, down: order.column === column && !order.down }
}

/** Whether *figures* are the lowest of a column; at worst counts only among those with the least worst case. */
export function isBest(
  figures: Figures,
  all: readonly Figures[],
  column: 'mean' | 'worst' | 'at_worst' | 'total',
): boolean {
  if (all.length < 2) return false
  const worst = Math.min(...all.map((one) => one.worst))
  const rivals = column === 'at_worst' ? all.filter((one) => one.worst === worst) : all
  return rivals.includes(figures) && rivals.every((one) => figures[column] <= one[column])
}

/** The numbers of a distribution from 1 to *most* guesses. */
export function bars(distribution: Readonly<Record<string, number>>, most: number): number[] {
  return Array.from({ length: most }, (_, step) => distribution[String(step + 1)] ?? 0)
}
