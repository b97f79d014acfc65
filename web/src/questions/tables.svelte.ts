/** The player's own tables, kept in this browser by the name that the server gives them, which is a hash of their text. */

import { readStorage, writeStorage } from '../shared/storage'
import { unquoted } from './histories'
import type { QuestionGame } from './questionGame'
import { tableGame, type StoredTable } from './tableGame'

const KEY = 'bestguess.tables'
/** The largest table, in bytes. */
export const MOST_BYTES = 256 * 1024
/** Characters of all tables together: browsers have room for some five million, and the games need some of it. */
const ROOM = 3_000_000
const FORM = /^\s*table\s*\(\s*([0-9a-f]{16})\s*(?:,\s*(win|goal)\s*=\s*(.*?)\s*)?\)\s*$/i

let tables = $state.raw(readStorage<Record<string, StoredTable>>(KEY, {}))

/** All tables, the newest first. */
export const storedTables = (): StoredTable[] => Object.values(tables).sort((a, b) => b.date - a.date)

/** Stores *table*; false when there is no room for it. */
export function storeTable(table: StoredTable): boolean {
  const all = { ...tables, [table.about.name]: table }
  if (JSON.stringify(all).length > ROOM) return false
  tables = all
  writeStorage(KEY, tables)
  return true
}

export function removeTable(hash: string): void {
  tables = Object.fromEntries(Object.entries(tables).filter(([name]) => name !== hash))
  writeStorage(KEY, tables)
}

/** The hash of the table that *text* names; null when it names none. */
export const tableHash = (text: string): string | null => FORM.exec(text)?.[1]!.toLowerCase() ?? null

/** The game that *text* names, table(HASH), table(HASH,win=TEXT) or table(HASH,goal=identify), if it is in this browser. */
export function storedTable(text: string): QuestionGame | null {
  const [, hash = '', option, value = ''] = FORM.exec(text) ?? []
  const stored = tables[hash.toLowerCase()]
  return stored
    ? tableGame(text.trim(), stored, option ? (option === 'win' ? unquoted(value) : null) : stored.about.win)
    : null
}
