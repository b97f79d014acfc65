/** A guess in words: what it keeps, moves and brings in, compared with the last row. */

import type { GuessChange, SomePegs } from '../../i18n/en/help'
import type { Messages } from '../../i18n/index.svelte'
import type { Game, Row } from '../rules'

/** What *guess* changes of the last of the guesses *before*. */
export function changeOf(before: readonly string[], guess: string): GuessChange {
  const last = before.at(-1) ?? ''
  const kept = [...guess].filter((symbol, place) => last[place] === symbol)
  const spare = [...last].filter((symbol, place) => guess[place] !== symbol)
  const moved: string[] = []
  const others = new Set<string>()
  ;[...guess].forEach((symbol, place) => {
    if (last[place] === symbol) return
    const at = spare.indexOf(symbol)
    if (at < 0) others.add(symbol)
    else moved.push(...spare.splice(at, 1))
  })
  const copies = (symbol: string, within: readonly string[]) => within.filter((one) => one === symbol).length
  const counted = (symbols: readonly string[]): SomePegs[] =>
    [...new Set(symbols)].map((symbol) => ({
      symbol,
      count: copies(symbol, symbols),
      all: copies(symbol, [...last]),
    }))
  const known = [...others].filter(
    (symbol) => !last.includes(symbol) && before.some((one) => one.includes(symbol)),
  )
  const more = [...others].filter((symbol) => last.includes(symbol))
  return {
    kept: counted(kept),
    moved: counted(moved),
    back: known,
    more,
    fresh: others.size - known.length - more.length,
  }
}

/** The advice in one sentence. Without a row to compare with, it says how many different symbols to play. */
export function whatToTry(words: Messages, game: Game, rows: readonly Row[], guess: string): string {
  const texts = words.side.toTry
  const change = changeOf(
    rows.map((row) => row.guess),
    guess,
  )
  const compared = change.kept.length + change.moved.length + change.back.length > 0
  if (!compared || game.family === 'words' || game.family === 'twod')
    return texts.kinds(new Set(guess).size, game.family)
  return texts.change(change, game.family !== 'mastermind')
}
