/** The texts of the page in the player's language. A translation of en/ beside it adds a language. */

import en from './en'

export type Messages = typeof en

const files = import.meta.glob<{ default: Messages }>('./*/index.ts', { eager: true })
export const languages: Readonly<Record<string, Messages>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.split('/')[1]!, file.default]),
)

let preferred = $state('')

/** Chooses a language by its code; the empty code chooses the browser's. */
export function preferLanguage(code: string): void {
  preferred = code
}

function chosen(): string {
  const wanted = preferred ? [preferred] : navigator.languages
  const near = wanted.map((tag) =>
    Object.keys(languages).find((code) => tag === code || tag.startsWith(`${code}-`)),
  )
  return near.find((code) => code !== undefined) ?? 'en'
}

const code = $derived(chosen())
const messages = $derived(languages[code] ?? en)

/** The code of the language in use. */
export const language = (): string => code

/** The words of the language in use: `t().play.newGame`, `t().candidatesLeft(46)`. */
export const t = (): Messages => messages

/** A number as the language writes it, with *digits* after the point, or as few as it takes; never "-0". */
export function number(value: number, digits?: number): string {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return value.toLocaleString(code, { ...options, signDisplay: 'negative' })
}
