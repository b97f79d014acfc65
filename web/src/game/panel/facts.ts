/** What can be said for certain of a position, in steps that a player could take: true of every code that is possible. */

import type { Hint } from '../../shared/api/client'
import { feedback, secretCount, type Game, type Row } from '../rules'

export type Fact =
  /** Nothing is known: after the first guess *code* at most *most* of *all* codes are left; null where that is not counted. */
  | { readonly kind: 'start'; readonly code: string; readonly most: number | null; readonly all: number }
  /** One code is left. It is not told. */
  | { readonly kind: 'only' }
  /** These symbols are in the secret, or are not. */
  | { readonly kind: 'present' | 'absent'; readonly symbols: string }
  /** This symbol is at this place, from 1. */
  | { readonly kind: 'fixed'; readonly symbol: string; readonly place: number }
  /** This symbol is in the secret, and only at some of these places. */
  | { readonly kind: 'places'; readonly symbol: string; readonly places: readonly number[] }
  /** From *least* to *most* places of the secret have one of these symbols, which no row has tried. */
  | { readonly kind: 'untried'; readonly symbols: string; readonly least: number; readonly most: number }
  /** Of the symbols of this row, *common* are in the secret, *exact* of them in their place. */
  | { readonly kind: 'row'; readonly row: number; readonly common: number; readonly exact: number }
  /** The number at this place is from *low* to *high*. */
  | { readonly kind: 'range'; readonly place: number; readonly low: string; readonly high: string }

/** The most facts that are told at once. */
const MOST = 5

/** What is certain after *rows*; *codes* are all that are possible, or null when they are too many to list. */
export function facts(game: Game, rows: readonly Row[], codes: readonly string[] | null): Fact[] {
  if (codes?.length === 1) return [{ kind: 'only' }]
  if (!rows.length) return [startFact(game, codes)]
  if (game.family === 'twod') return codes ? rangeFacts(game, codes) : []
  if (game.family === 'words') return codes ? certainFacts(game, codes).slice(0, MOST) : []
  const certain = codes ? certainFacts(game, codes) : []
  const untried = codes ? untriedFacts(game, rows, codes) : []
  const told = certain.length + untried.length < 2 ? rowFacts(rows, certain) : []
  // That there may be new colours says less than a row; that there are says more.
  const some = untried.some((fact) => fact.kind === 'untried' && fact.least > 0)
  return [...certain, ...(some ? [...untried, ...told] : [...told, ...untried])].slice(0, MOST)
}

/** The same from a *hint* of the engine, for games that are too large to list here. */
export function hintFacts(hint: Pick<Hint, 'present' | 'absent' | 'fixed'>): Fact[] {
  const places = [...hint.fixed].map((symbol, index) => ({ symbol, place: index + 1 }))
  return [
    ...symbolFacts('present', hint.present),
    ...symbolFacts('absent', hint.absent),
    ...places.filter(({ symbol }) => symbol !== '.').map((one) => ({ kind: 'fixed' as const, ...one })),
  ]
}

const symbolFacts = (kind: 'present' | 'absent', symbols: string): Fact[] =>
  symbols ? [{ kind, symbols }] : []

/** A first guess that tells much: one pair where symbols repeat, different ones where they do not, the middle of numbers. */
function startFact(game: Game, codes: readonly string[] | null): Fact {
  const at = (place: number) =>
    game.family === 'twod'
      ? (game.symbols.length - 1) >> 1
      : game.repeatsInSecret
        ? Math.max(0, place - 1)
        : place
  const symbols = Array.from(
    { length: game.pegs },
    (_, place) => game.symbols[at(place) % game.symbols.length],
  )
  const code = game.family === 'words' ? tellingWord(codes ?? []) : symbols.join('')
  const parts = new Map<string, number>()
  for (const secret of codes ?? []) {
    const answer = feedback(game, code, secret)
    parts.set(answer, (parts.get(answer) ?? 0) + 1)
  }
  return { kind: 'start', code, most: codes && Math.max(...parts.values()), all: secretCount(game) }
}

/** The word whose different letters are in most of the *words*. */
function tellingWord(words: readonly string[]): string {
  const having = new Map<string, number>()
  for (const word of words)
    for (const letter of new Set(word)) having.set(letter, (having.get(letter) ?? 0) + 1)
  const score = (word: string) => [...new Set(word)].reduce((sum, letter) => sum + having.get(letter)!, 0)
  return words.reduce((best, word) => (score(word) > score(best) ? word : best), words[0] ?? '')
}

function rangeFacts(game: Game, codes: readonly string[]): Fact[] {
  return [0, 1].map((index) => {
    const found = [...game.symbols].filter((symbol) => codes.some((code) => code[index] === symbol))
    return { kind: 'range', place: index + 1, low: found[0] ?? '', high: found.at(-1) ?? '' }
  })
}

/** What every code has: symbols, none of some symbols, symbols at one place, or at few places. */
function certainFacts(game: Game, codes: readonly string[]): Fact[] {
  const symbols = [...game.symbols]
  const placesOf = (symbol: string) =>
    Array.from({ length: game.pegs }, (_, index) => index).filter((index) =>
      codes.some((code) => code[index] === symbol),
    )
  const present = symbols.filter((symbol) => codes.every((code) => code.includes(symbol)))
  const absent = symbols.filter((symbol) => !placesOf(symbol).length)
  const fixed = [...codes[0]!].flatMap((symbol, index) =>
    codes.every((code) => code[index] === symbol)
      ? [{ kind: 'fixed' as const, symbol, place: index + 1 }]
      : [],
  )
  // A symbol whose place is known may be elsewhere too, but to say so would sound as if it were not.
  const roaming = present.filter((symbol) => !fixed.some((fact) => fact.symbol === symbol))
  const bounded = roaming.flatMap((symbol): Fact[] => {
    const places = placesOf(symbol).map((index) => index + 1)
    return places.length < game.pegs ? [{ kind: 'places', symbol, places }] : []
  })
  return [
    ...fixed,
    ...symbolFacts('present', present.join('')),
    ...symbolFacts('absent', absent.join('')),
    ...bounded.slice(0, 2),
  ]
}

/** How much of the secret is of symbols that no row has tried, when that is not just anything. */
function untriedFacts(game: Game, rows: readonly Row[], codes: readonly string[]): Fact[] {
  const symbols = [...game.symbols].filter((symbol) => !rows.some((row) => row.guess.includes(symbol)))
  const counts = codes.map((code) => [...code].filter((symbol) => symbols.includes(symbol)).length)
  const least = counts.reduce((one, other) => Math.min(one, other))
  const most = counts.reduce((one, other) => Math.max(one, other))
  if (!symbols.length || most === 0 || (least === 0 && most === game.pegs)) return []
  return [{ kind: 'untried', symbols: symbols.join(''), least, most }]
}

/** The row that says most by itself, unless nothing of it is in the secret and that is *known* already. */
function rowFacts(rows: readonly Row[], known: readonly Fact[]): Fact[] {
  const all = rows.map((row, index): Fact & { kind: 'row' } => {
    const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
    return { kind: 'row', row: index + 1, common: exact + misplaced, exact }
  })
  const told = known.some((fact) => fact.kind === 'absent')
  const best = all
    .filter((fact) => fact.common || !told)
    .sort((a, b) => b.common - a.common || b.exact - a.exact)
  return best.slice(0, 1)
}
