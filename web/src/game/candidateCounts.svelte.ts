/** How many candidates there are before the first row and after each: counted here, or by the engine if too many. */

import { untrack } from 'svelte'
import { api, EngineError } from '../shared/api/client'
import { position } from '../shared/request.svelte'
import { canList, fits, secrets } from './candidates'
import { secretCount, type Game, type Row } from './rules'

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

/** By position; null where the game is too large for the engine to count. */
const known = new Map<string, number | null>()

/** What the engine counts; undefined when another time may tell. */
async function count(query: ReturnType<typeof position>): Promise<number | null | undefined> {
  try {
    return (await api.candidates({ ...query, limit: 0 })).candidates
  } catch (error) {
    return error instanceof EngineError && error.kind === 'size' ? null : undefined
  }
}

async function asked(game: Game, rows: readonly Row[], ignored: ReadonlySet<number>): Promise<number | null> {
  if (!rows.length) return secretCount(game)
  const query = position(game, rows, ignored)
  const key = JSON.stringify(query)
  if (!known.has(key)) {
    const found = await count(query)
    if (found === undefined) return null
    known.set(key, found)
  }
  return known.get(key) ?? null
}

/** The counts; `fresh` says whether they are of the position that is there now. */
export type Counting = (() => Counts) & { readonly fresh: () => boolean }

/** The counts of a position that changes; null where one is not known (yet). Those before stay until there are new. */
export function counting(
  game: () => Game,
  rows: () => readonly Row[],
  ignored: () => ReadonlySet<number>,
): Counting {
  let counts = $state.raw<Counts>([])
  let counted = $state.raw('')
  const text = $derived(JSON.stringify(position(game(), rows(), ignored())))
  $effect(() => {
    const asking = text
    const [rules, played, without] = untrack(() => [game(), rows(), ignored()] as const)
    const take = (found: Counts) => {
      counts = found
      counted = asking
    }
    if (canList(rules)) {
      // After the row is painted: a large game takes some tens of milliseconds.
      const later = setTimeout(() => take(countsHeeding(rules, played, without)))
      return () => clearTimeout(later)
    }
    let stale = false
    const all = secretCount(rules)
    counts = [all, ...played.map(() => null)]
    void Promise.all(played.map((_, index) => asked(rules, played.slice(0, index + 1), without))).then(
      (found) => stale || take([all, ...found]),
    )
    return () => (stale = true)
  })
  return Object.assign(() => counts, { fresh: () => counted === text })
}
