/** How many candidates there are before the first row and after each: counted here, or by the engine if too many. */

import { untrack } from 'svelte'
import { api } from './api'
import { position } from './asking.svelte'
import { canList, fits, secrets } from './candidates'
import { secretCount, type Game, type Row } from './games'

/** The counts when the rows of *ignored* numbers forbid nothing. */
export function countsHeeding(game: Game, rows: readonly Row[], ignored: ReadonlySet<number>): number[] {
  let left = secrets(game)
  const after = rows.map((row, index) => {
    if (!ignored.has(index + 1)) left = left.filter((code) => fits(game, row, code))
    return left.length
  })
  return [secrets(game).length, ...after]
}

export type Counts = readonly (number | null)[]

const known = new Map<string, number>()

async function asked(game: Game, rows: readonly Row[], ignored: ReadonlySet<number>): Promise<number | null> {
  if (!rows.length) return secretCount(game)
  const query = position(game, rows, ignored)
  const key = JSON.stringify(query)
  if (!known.has(key)) {
    const found = await api.candidates({ ...query, limit: 0 }).catch(() => null)
    if (found === null) return null
    known.set(key, found.candidates)
  }
  return known.get(key)!
}

/** The counts of a position that changes; null where one is not known (yet). */
export function counting(
  game: () => Game,
  rows: () => readonly Row[],
  ignored: () => ReadonlySet<number>,
): () => Counts {
  let counts = $state.raw<Counts>([])
  const text = $derived(JSON.stringify(position(game(), rows(), ignored())))
  $effect(() => {
    void text
    const [rules, played, without] = untrack(() => [game(), rows(), ignored()] as const)
    if (canList(rules)) {
      // After the row is painted: a large game takes some tens of milliseconds.
      const later = setTimeout(() => (counts = countsHeeding(rules, played, without)))
      return () => clearTimeout(later)
    }
    let stale = false
    counts = [secretCount(rules), ...played.map(() => null)]
    void Promise.all(played.map((_, index) => asked(rules, played.slice(0, index + 1), without))).then(
      (found) => {
        if (!stale) counts = [secretCount(rules), ...found]
      },
    )
    return () => (stale = true)
  })
  return () => counts
}
