/** The texts of the page in the player's language. A translation of en/ beside it and a line in names.ts add a language. */

import type all from './en'
import first from './en/first'
import { LANGUAGE_NAMES } from './names'

export type Messages = typeof all

/** English, without the words of the views that are loaded later until these are (addEnglish). */
const en = { ...first } as Messages

/** The other languages, each in a file of its own that is loaded when it is wanted. */
const files = import.meta.glob<Messages>(['./*/index.ts', '!./en/index.ts'], { import: 'default' })

let current = $state.raw({ code: 'en', messages: en })
let wanted = 'en'

/** Chooses a language by its code; the empty code chooses the browser's. Until it is loaded, or when that fails, the
 * language before stays. */
export async function preferLanguage(preferred: string): Promise<void> {
  const code = nearest(preferred ? [preferred] : navigator.languages)
  wanted = code
  const messages = code === 'en' ? en : await files[`./${code}/index.ts`]!().catch(() => null)
  if (messages && wanted === code) current = { code, messages }
}

function nearest(tags: readonly string[]): string {
  const near = tags.map((tag) =>
    Object.keys(LANGUAGE_NAMES).find((code) => tag === code || tag.startsWith(`${code}-`)),
  )
  return near.find((code) => code !== undefined) ?? 'en'
}

/** Adds the words of the views that are loaded later. */
export function addEnglish(words: Partial<Messages>): void {
  Object.assign(en, words)
}

/** Loads all languages, so that they are there without a network too. */
export async function loadLanguages(): Promise<void> {
  await Promise.all(Object.values(files).map((load) => load()))
}

/** The code of the language in use. */
export const language = (): string => current.code

/** The words of the language in use: `t().play.newGame`, `t().candidatesLeft(46)`. */
export const t = (): Messages => current.messages

/** A number as the language writes it, with *digits* after the point, or as few as it takes; never "-0". */
export function number(value: number, digits?: number): string {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return value.toLocaleString(current.code, { ...options, signDisplay: 'negative' })
}
