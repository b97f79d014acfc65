/** The last games that were played here to their end, with what their review said. They stay in this browser. */

import { readStorage, writeStorage } from '../shared/storage'

export interface PastGame {
  /** Of the playthrough. */
  readonly id: string
  /** The text of the game, and all rows. */
  readonly game: string
  readonly history: string
  /** The code, where it is known. */
  readonly secret: string | null
  /** The day on which it ended, as 2026-11-17. */
  readonly date: string
  readonly won: boolean
  /** With help or undo. */
  readonly helped: boolean
  /** In per cent; null until the review is there, and where there is none. */
  readonly accuracy: number | null
  /** The rows, from 1, at which the player's guess was inaccurate or a mistake, with their extra guesses. */
  readonly costly: readonly { readonly row: number; readonly extra: number }[]
}

const KEY = 'bestguess.games'
/** How many are kept. */
const MOST = 100

const isPastGame = (found: unknown): found is PastGame => {
  const one = found as PastGame | null
  return (
    typeof one === 'object' &&
    one !== null &&
    [one.id, one.game, one.history, one.date].every((text) => typeof text === 'string') &&
    Array.isArray(one.costly)
  )
}

/** The past games in *found*, which may be anything. */
export const readPastGames = (found: unknown): PastGame[] =>
  Array.isArray(found) ? found.filter(isPastGame) : []

/** The games that are kept, the last one first. */
export const loadPastGames = (): PastGame[] =>
  readPastGames(readStorage<{ games: unknown }>(KEY, { games: [] }).games)

/** Keeps the last ones of *games*, and each once. */
export function savePastGames(games: readonly PastGame[]): void {
  const once = games.filter(({ id }, place) => games.findIndex((one) => one.id === id) === place)
  writeStorage(KEY, { games: once.slice(0, MOST) })
}

/** Keeps *game* as the last one, in place of what was kept of it before. */
export function keepPastGame(game: PastGame): void {
  savePastGames([game, ...loadPastGames()])
}
