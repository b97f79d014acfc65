/** A guess in words: what it keeps, moves and brings in, compared with the last row. */

import type { Messages } from '../../i18n/index.svelte'
import type { Game, Row } from '../rules'
import { symbolName } from '../text'

export interface Change {
  /** Symbols that stay in their places. */
  readonly kept: readonly string[]
  /** Symbols that are used again in another place. */
  readonly moved: readonly string[]
  /** How many different symbols are new. */
  readonly fresh: number
}

/** What *guess* changes of the guess before. */
export function changeOf(before: string, guess: string): Change {
  const kept = [...guess].filter((symbol, place) => before[place] === symbol)
  const spare = [...before].filter((symbol, place) => guess[place] !== symbol)
  const moved: string[] = []
  const fresh = new Set<string>()
  ;[...guess].forEach((symbol, place) => {
    if (before[place] === symbol) return
    const at = spare.indexOf(symbol)
    if (at < 0) fresh.add(symbol)
    else moved.push(...spare.splice(at, 1))
  })
  return { kept, moved, fresh: fresh.size }
}

/** The advice in one sentence. Without a row to compare with, it says how many different symbols to play. */
export function whatToTry(words: Messages, game: Game, rows: readonly Row[], guess: string): string {
  const last = rows.at(-1)
  const texts = words.side.toTry
  if (!last || game.family === 'words' || game.family === 'twod') return texts.kinds(new Set(guess).size)
  const name = (symbol: string) => symbolName(words, game, symbol)
  const { kept, moved, fresh } = changeOf(last.guess, guess)
  return texts.change(kept.map(name), moved.map(name), fresh)
}
