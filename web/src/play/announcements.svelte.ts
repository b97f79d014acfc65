/** What is read aloud of a game: in one sentence, what has happened. */

import type { Counts } from '../game/candidateCounts.svelte'
import { gameName, turnText } from '../game/text'
import { t } from '../i18n/index.svelte'
import type { TableState } from './tableState.svelte'

/** How long a turn waits for the number of candidates before it is said without, in milliseconds. */
const PATIENCE = 1500

/** A position of a game, as far as it matters here. */
export interface Moment {
  /** The playthrough. */
  readonly id: string
  /** The kind of game that the address names, which may be another one already. */
  readonly kind: string
  /** The whole position as text; empty when there is none. */
  readonly here: string
  /** How many rows are on the board. */
  readonly count: number
}

/** What happened from one moment to the next: a row was played or undone, another game begins or is taken up in its
 * middle, or nothing that is said. */
export function happened(before: Moment, now: Moment): 'played' | 'undone' | 'begun' | 'entered' | 'nothing' {
  if (!before.here || !now.here || now.here === before.here) return 'nothing'
  if (now.id === before.id && now.kind !== before.kind) return 'nothing'
  if (now.id !== before.id) return now.count ? 'entered' : 'begun'
  return now.count > before.count ? 'played' : now.count < before.count ? 'undone' : 'nothing'
}

/** The sentence to be read aloud, whenever it changes. A turn is said once the number of candidates is known, or after a
 * while. To be called while a component starts. */
export function announcements(table: TableState, counts: () => Counts): () => string {
  const { play } = table
  let said = $state('')
  let before: Moment = { here: '', id: '', kind: '', count: 0 }
  $effect(() => {
    const rows = play.rows
    const now: Moment = { here: table.here, id: play.id, kind: play.kind, count: rows.length }
    const left = counts().length === rows.length + 1 ? (counts()[rows.length] ?? null) : null
    const say = (text: string) => ((before = now), (said = text))
    const turn = () => say(turnText(t(), table.game, rows, left))
    const what = happened(before, now)
    if (what === 'nothing') return void (before = now)
    if (what === 'entered') return void say('')
    if (what === 'begun') return void say(t().play.begun(gameName(t(), table.game), play.canTakeBack))
    if (what === 'undone') return void say(t().play.undone(before.count, now.count))
    if (left !== null || play.status !== 'running') return void turn()
    const soon = setTimeout(turn, PATIENCE)
    return () => clearTimeout(soon)
  })
  return () => said
}
