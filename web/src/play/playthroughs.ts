/**
 * The games played in this browser, by their ids. They outlive the tab, and all tabs share them.
 *
 * The secret is stored in a form that cannot be read at a glance, so that nobody sees it by accident among the stored
 * data. It protects against nothing else: the key is the id beside it, and whoever reads this file can undo it.
 */

import { NO_HELP, type HelpUsed } from '../statistics/helpUsed'
import { seeded } from '../shared/random'
import type { Params } from '../shared/route.svelte'

/** Where a game is: its address and its playthrough. */
export interface Place {
  readonly params: Params
  readonly id: string
}

/** How a game ended, and after which rows. */
export interface GameEnd {
  readonly status: 'won' | 'lost' | 'given up'
  readonly history: string
  /** How many rows these are; known also where the rows are not. */
  readonly guesses: number
}

export interface Playthrough {
  readonly game: string
  /** Null when the page does not know it. */
  readonly secret: string | null
  /** The parameters of its address, without the history. */
  readonly params: Params
  /** The rows on the board when it was last seen. */
  readonly history: string
  /** Every row that was ever answered, each once, also those that were undone. */
  readonly answered: readonly string[]
  readonly hints: boolean
  readonly computer: HelpUsed['computer']
  /** The rows that the computer made; not known of games of earlier versions. */
  readonly computerRows?: readonly string[]
  readonly begun: boolean
  readonly end: GameEnd | null
  /** Whether the statistics know of it. */
  readonly counted: boolean
  /** Whether it is a puzzle of another day. */
  readonly practice: boolean
  /** The game that it has replaced before that was over: to be taken back as long as nothing is played here. */
  readonly replaces?: Place | undefined
}

/** A playthrough that begins after *history*. */
export function begin(game: string, params: Params, history: string, secret: string | null): Playthrough {
  const none = { answered: [], hints: false, end: null, counted: false, practice: false } as const
  return { game, secret, params, history, ...none, computer: 'no', begun: history !== '' }
}

/** *one* at the rows of *history*. Rows that were never answered here come from the address: then it began with them. */
export function at(one: Playthrough, history: string): Playthrough {
  const begun = one.begun || history.split(' ').some((row) => row && !one.answered.includes(row))
  return one.history === history && one.begun === begun ? one : { ...one, history, begun }
}

/** The help that *one* had when it stands at *history*. */
export function helpOf(one: Playthrough | null, history: string): HelpUsed {
  if (!one) return NO_HELP
  const rows = history.split(' ')
  const undone = one.answered.filter((row) => !rows.includes(row)).length
  return { undone, hints: one.hints, computer: one.computer, begun: one.begun }
}

/** The numbers of the rows of *history* that the computer made; where only its last one is known, that one. */
export function rowsByComputer(one: Playthrough | null, history: string): ReadonlySet<number> {
  const rows = history ? history.split(' ') : []
  const made = one?.computerRows ?? (one?.computer === 'finished' ? rows.slice(-1) : [])
  return new Set(rows.flatMap((row, index) => (made.includes(row) ? [index + 1] : [])))
}

export const PLAYTHROUGHS_KEY = 'bestguess.playthroughs'
const MOST = 40
const isDaily = (id: string) => id.startsWith('daily ')

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>
type Entry = [id: string, one: Playthrough]

/** Playthroughs in *storage*, or in memory where it is refused. The last one saved is the last one. */
export class Playthroughs {
  /** All of them, once the storage has refused to take them. */
  #memory: Entry[] | null = null

  constructor(private readonly storage: () => TextStorage) {}

  /** What is stored now: another tab may have changed it. */
  #entries(): Entry[] {
    if (this.#memory) return this.#memory
    try {
      const kept: unknown = JSON.parse(this.storage().getItem(PLAYTHROUGHS_KEY) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isEntry).map(([id, one]) => [id, veiled(id, one)]) : []
    } catch {
      // Storage may be switched off or hold anything; then a reload starts a new game.
      return []
    }
  }

  find(id: string | undefined): Playthrough | null {
    return (id !== undefined && this.#entries().find(([known]) => known === id)?.[1]) || null
  }

  /** The last game, when it has begun or has replaced another, and is not over; puzzles of the day have a view of their
   * own. */
  unfinished(): { id: string; one: Playthrough } | null {
    const [id, one] = this.#entries().findLast(([id]) => !isDaily(id)) ?? []
    return id && one && !one.end && (one.history || one.replaces) ? { id, one } : null
  }

  /** The last game with this address. */
  standingAt(params: Params, history: string): string | null {
    const same = JSON.stringify(params)
    const found = this.#entries().findLast(
      ([id, one]) => !isDaily(id) && one.history === history && JSON.stringify(one.params) === same,
    )
    return found?.[0] ?? null
  }

  save(id: string, one: Playthrough): void {
    const others = this.#entries().filter(([known]) => known !== id)
    const kept = others.filter(([known]) => isDaily(known) !== isDaily(id))
    const same = others.filter(([known]) => isDaily(known) === isDaily(id)).slice(1 - MOST)
    const all: Entry[] = [...kept, ...same, [id, one]]
    try {
      const hidden = all.map(([id, one]) => [id, veiled(id, one)])
      this.storage().setItem(PLAYTHROUGHS_KEY, JSON.stringify(hidden))
    } catch {
      this.#memory = all
    }
  }
}

function isEntry(found: unknown): found is Entry {
  const [id, one] = Array.isArray(found) ? (found as unknown[]) : []
  const { game, history, answered, params } = (one ?? {}) as Record<string, unknown>
  const texts = [id, game, history].every((text) => typeof text === 'string')
  return texts && Array.isArray(answered) && typeof params === 'object' && params !== null
}

/** *one* with its secret made unreadable, or readable again: doing it twice changes nothing. */
function veiled(id: string, one: Playthrough): Playthrough {
  const draw = seeded(id)
  const veil = (sign: string) => String.fromCharCode(sign.charCodeAt(0) ^ (128 + draw(128)))
  return { ...one, secret: one.secret && [...one.secret].map(veil).join('') }
}

let drawn = 0

/** An id that no other playthrough of this browser has. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${(drawn++).toString(36)}`
}
