/** Counts and lists in English. */

export const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const SPELLED = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** A small number in letters. */
export const spelled = (n: number): string => SPELLED[n] ?? String(n)

export const capitalized = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`

export const list = (items: readonly (number | string)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
