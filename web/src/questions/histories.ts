/** Histories of games whose questions and answers are any texts: what needs quotes, and how it is read back. */

import type { Row } from '../game/rules'

const QUOTED = '"[^"]*(?:""[^"]*)*"'
const FIELD = `${QUOTED}|[^\\s:"][^\\s:]*`

/** *text*, between double quotes if it needs them; a double quote inside is doubled. */
export function quoted(text: string): string {
  return text && !/[\s,:"()[\]{}]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}

/** What *text* stands for, which may be between double quotes. */
export function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** The rows that *text* is, such as `"Does it bark?":no A-B:left`; null when it is no history. */
export function splitHistory(text: string): Row[] | null {
  const row = new RegExp(`\\s*(${FIELD}):(${FIELD})(?=\\s|$)`, 'y')
  const rows: Row[] = []
  const end = text.trimEnd().length
  while (row.lastIndex < end) {
    const found = row.exec(text)
    if (!found) return null
    rows.push({ guess: unquoted(found[1]!), feedback: unquoted(found[2]!) })
  }
  return rows
}

export function joinHistory(rows: readonly Row[]): string {
  return rows.map((row) => `${quoted(row.guess)}:${quoted(row.feedback)}`).join(' ')
}
