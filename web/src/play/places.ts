/** Where games are in the browser's history: the playthrough of an entry, and the last game of this tab. */

import { route } from '../shared/route.svelte'
import type { Place, Playthroughs } from './playthroughs'

/** The last game of this tab, for players who come back to it from another view. */
let latest: Place | null = null

/** The id of the playthrough that this entry of the browser's history belongs to. */
export const idHere = (): string | undefined =>
  (history.state as { playthrough?: string } | null)?.playthrough

/** Notes the playthrough that this entry of the browser's history belongs to. */
export function markEntry(id: string | undefined): void {
  history.replaceState({ ...(history.state as object | null), playthrough: id }, '')
}

/** Notes that the playthrough *id*, at this address, is the last game of this tab. */
export function markLatest(id: string): void {
  latest = { params: route.params, id }
}

export function goToPlace({ params, id }: Place, replace: boolean): void {
  route.go('play', params, replace)
  markEntry(id)
}

/** Goes to the last game of this tab, or else to the last one that is not over, when the address names none. */
export function resume(playthroughs: Playthroughs): boolean {
  if (Object.keys(route.params).length > 0) return false
  const left = latest ? null : playthroughs.unfinished()
  const place = left ? { id: left.id, params: { ...left.one.params, history: left.one.history } } : latest
  if (place) goToPlace(place, true)
  return place !== null
}
