/** Games by their sizes, as forms hold them. */

import { attempt, parseGame, type Family, type Game, type Rule } from './rules'

/** The fields of a form for a game. */
export interface Sizes {
  family: Family
  /** Without meaning in twod. */
  pegs: number
  symbols: number
  distinct: boolean
  /** Default: free. */
  rule?: Rule
  /** Null: no limit. */
  rows: number | null
}

export function sizesOf(game: Game): Sizes {
  const distinct = game.family === 'mastermind' && !game.repeatsInSecret
  const { family, pegs, rule, rows } = game
  return { family, pegs, symbols: game.symbols.length, distinct, rule, rows }
}

/** The most symbols that a family has. */
export const mostSymbols = (family: Family): number => (family === 'twod' ? 36 : 16)

/** The rules that a family has, the usual one first. */
export function rulesOf(family: Family): readonly Rule[] {
  if (family === 'twod') return ['free']
  return family === 'words' ? ['free', 'hard', 'strict'] : ['free', 'strict']
}

/** The game of these sizes; null when there is none. */
export function gameOf({ family, pegs, symbols, distinct, rule = 'free', rows }: Sizes): Game | null {
  const numbers = family === 'twod' ? [symbols] : family === 'words' ? ['english', pegs] : [pegs, symbols]
  const options = [
    ...(distinct && family === 'mastermind' ? ['secrets=distinct'] : []),
    ...(rule !== 'free' && rulesOf(family).includes(rule) ? [`rule=${rule}`] : []),
    ...(rows === null ? [] : [`rows=${rows}`]),
  ]
  return attempt(() => parseGame(`${family}(${[...numbers, ...options].join(',')})`))
}
