/** The word lists: that of one length is loaded when a game of it is opened. */

import { Later } from '../../shared/later.svelte'
import type { RandomBelow } from '../../shared/random'

export interface Lexicon {
  /** The words that may be the secret, in order, and what each weighs: the common ones more. */
  readonly secrets: readonly string[]
  readonly weights: ReadonlyMap<string, number>
  /** All words that may be guessed. */
  readonly guesses: ReadonlySet<string>
}

const lists: Readonly<Record<number, Later<Lexicon>>> = Object.fromEntries(
  [4, 5, 6, 7, 8].map((length) => [
    length,
    new Later(async () => (await import('./listFiles')).loadLexicon(length)),
  ]),
)

/** The list of *length*, which may not be loaded yet. */
export const wordList = (length: number): Later<Lexicon> => lists[length]!

/** The words of *length*; null as long as they are not loaded. */
export const lexicon = (length: number): Lexicon | null => lists[length]!.part

/** One of the *words* of *length*, each as likely as its weight says; null when there is none. */
export function drawWord(length: number, words: readonly string[], draw: RandomBelow): string | null {
  const weight = (word: string) => lexicon(length)?.weights.get(word) ?? 1
  if (!words.length) return null
  let left = draw(words.reduce((sum, word) => sum + weight(word), 0))
  return words.find((word) => (left -= weight(word)) < 0)!
}
