/** Keeps the focus and the sight on what a game goes on with: the row being typed, or the result. */

import { tick } from 'svelte'
import { rowInSight } from '../game/board/rowInSight'
import type { TableState } from './tableState.svelte'

/** At every position, scrolls to the row being typed on the board in *place*, or to the result; and moves the focus there:
 * its element may be gone, or would take the Enter that is meant for the guess. Not while the computer plays.
 * Gives the function that moves the focus. To be called while a component starts. */
export function boardFocus(table: TableState, place: () => HTMLElement | undefined): () => Promise<void> {
  const { autoPlay } = table
  let moved = ''
  $effect.pre(() => {
    const first = !moved
    const now = `${table.here} ${table.over}`
    if (now === moved || !table.here) return
    moved = now
    requestAnimationFrame(inSight)
    if (first) return
    const focused = document.activeElement
    if (!focused || focused === document.body || focused instanceof HTMLInputElement) return
    // Before its element is removed: to remove it with the focus would lay out the page once more.
    place()?.focus({ preventScroll: true })
    void toBoard()
  })
  function inSight() {
    if (!rowInSight(place(), place()?.nextElementSibling))
      document.getElementById('outcome')?.scrollIntoView({ block: 'nearest' })
  }
  async function toBoard() {
    await tick()
    if (autoPlay.running) return
    const next = place()?.querySelector<HTMLElement>('[data-slot="0"]') ?? document.getElementById('outcome')
    next?.focus({ preventScroll: true })
  }
  return toBoard
}
