/** The rules of word games: marks, and which guesses hard mode allows. */

import type { Looks } from '../../shared/settings.svelte'
import type { Row } from '../rules'

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
export const SHORTEST = 4
export const LONGEST = 8

/** Of a letter: in its place, elsewhere in the secret, not (any more) in it. */
export type Mark = 'G' | 'Y' | 'B'

/** One mark for each letter: each letter of the secret answers for one of the guess, those in their place first. */
export function wordFeedback(guess: string, secret: string): string {
  const left = [...secret].filter((letter, place) => letter !== guess[place])
  const marks = [...guess].map((letter, place): Mark => {
    if (letter === secret[place]) return 'G'
    const at = left.indexOf(letter)
    if (at < 0) return 'B'
    left.splice(at, 1)
    return 'Y'
  })
  return marks.join('')
}

/** All rows of *length* marks, the winning one last. */
export function wordFeedbacks(length: number): string[] {
  return length === 0
    ? ['']
    : wordFeedbacks(length - 1).flatMap((rest) => [...'BYG'].map((one) => rest + one))
}

/** The coloured squares of *marks* in a palette of tiles. */
export function squaresOf(marks: string, tiles: Looks['tiles']): string {
  const [right, elsewhere] = tiles === 'standard' ? ['🟩', '🟨'] : ['🟧', '🟦']
  return marks.replaceAll('G', right!).replaceAll('Y', elsewhere!).replaceAll('B', '⬛')
}

const FORMS: Readonly<Record<Mark, string>> = { B: 'b-.x0⬛⬜', Y: 'y1🟨🟦', G: 'g2🟩🟧' }
const MARK_OF = new Map(
  Object.entries(FORMS).flatMap(([mark, forms]) => [...forms].map((form) => [form, mark] as const)),
)

/** The marks that *text* says in letters, digits or coloured squares; null when they are none that a word can get. */
export function readMarks(length: number, text: string): string | null {
  const signs = [...text.replace(/[\s\ufe0f]/g, '').toLowerCase()].map((sign) => MARK_OF.get(sign))
  if (signs.length !== length || signs.includes(undefined)) return null
  const marks = signs.join('')
  const alone = marks.replaceAll('G', '') === 'Y'
  return alone ? null : marks
}

/** What a guess lacks after a row: a letter in its place (from 1), so many of a letter; or what it would have got. */
export type Breach =
  | { readonly kind: 'place'; readonly letter: string; readonly place: number }
  | { readonly kind: 'count'; readonly letter: string; readonly count: number }
  | { readonly kind: 'answer'; readonly feedback: string }

/** What *guess* lacks in hard mode after one row: letters that were found stay, those in their place there. */
export function hardBreach(guess: string, row: Row): Breach | null {
  const letters = [...row.guess]
  const lost = letters.findIndex((letter, place) => row.feedback[place] === 'G' && guess[place] !== letter)
  if (lost >= 0) return { kind: 'place', letter: letters[lost]!, place: lost + 1 }
  const marked = letters.filter((_, place) => row.feedback[place] !== 'B')
  const count = (letter: string, of: readonly string[]) => of.filter((one) => one === letter).length
  const rare = marked.find((letter) => count(letter, [...guess]) < count(letter, marked))
  return rare === undefined ? null : { kind: 'count', letter: rare, count: count(rare, marked) }
}

/** What the rows tell of each letter that was guessed: the best of its marks. */
export function knownLetters(rows: readonly Row[]): ReadonlyMap<string, Mark> {
  const known = new Map<string, Mark>()
  for (const { guess, feedback } of rows)
    [...guess].forEach((letter, place) => {
      const mark = feedback[place] as Mark
      const before = known.get(letter)
      if (!before || mark === 'G' || before === 'B') known.set(letter, mark)
    })
  return known
}

/** What the rows tell of the word: letters that are certain, by their places from 0, and letters that are in it elsewhere, with
 * the places from 1 where they are not. */
export interface KnownWord {
  readonly certain: ReadonlyMap<number, string>
  readonly elsewhere: readonly { readonly letter: string; readonly not: readonly number[] }[]
}

export function knownWord(rows: readonly Row[]): KnownWord {
  const certain = new Map<number, string>()
  /** The least number of each letter, and the places where it is not. */
  const least = new Map<string, number>()
  const not = new Map<string, Set<number>>()
  for (const { guess, feedback } of rows) {
    const inRow = new Map<string, number>()
    ;[...guess].forEach((letter, place) => {
      if (feedback[place] === 'G') certain.set(place, letter)
      else not.set(letter, (not.get(letter) ?? new Set()).add(place + 1))
      if (feedback[place] !== 'B') inRow.set(letter, (inRow.get(letter) ?? 0) + 1)
    })
    for (const [letter, count] of inRow) least.set(letter, Math.max(count, least.get(letter) ?? 0))
  }
  const placed = (letter: string) => [...certain.values()].filter((one) => one === letter).length
  const elsewhere = [...least]
    .filter(([letter, count]) => count > placed(letter))
    .map(([letter]) => ({ letter, not: [...(not.get(letter) ?? [])].sort((a, b) => a - b) }))
  return { certain, elsewhere }
}
