/** Games to choose from, and games of any size. */

import { parseGame, RulesError, type Family, type Game } from './rules'

export const PRESETS: readonly Game[] = [
  'mastermind(4,6,rows=10)',
  'mastermind(4,6,secrets=distinct,rows=10)',
  'mastermind(5,8,rows=12)',
  'mastermind(3,4,rows=6)',
  'bullscows(4,10)',
  'bullscows(3,10)',
  'twod(10)',
].map(parseGame)

/** What the form of sizes holds. */
export interface Sizes {
  family: Family
  pegs: number
  symbols: number
  distinct: boolean
  /** Null: no limit. */
  rows: number | null
}

export function sizesOf(game: Game): Sizes {
  const distinct = game.family === 'mastermind' && !game.repeatsInSecret
  return { family: game.family, pegs: game.pegs, symbols: game.symbols.length, distinct, rows: game.rows }
}

/** The most symbols that a family has. */
export const mostSymbols = (family: Family): number => (family === 'twod' ? 36 : 16)

/** The game of these sizes; null when there is none. */
export function gameOf({ family, pegs, symbols, distinct, rows }: Sizes): Game | null {
  const numbers = family === 'twod' ? [symbols] : [pegs, symbols]
  const options = [
    ...(distinct && family === 'mastermind' ? ['secrets=distinct'] : []),
    ...(rows === null ? [] : [`rows=${rows}`]),
  ]
  try {
    return parseGame(`${family}(${[...numbers, ...options].join(',')})`)
  } catch (error) {
    if (error instanceof RulesError) return null
    throw error
  }
}
