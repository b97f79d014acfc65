/** How many candidates there are before the first row and after each: counted here, or by the engine in large games. */

import { untrack } from 'svelte'
import { api, EngineError } from '../shared/api/client'
import { canList, fits, secrets } from './candidates'
import { positionQuery, type PositionQuery } from './positionQuery'
import { secretCount, type Game, type Row } from './rules'

/** The counts of a game small enough to list; rows of *ignored* numbers count for nothing. */
export function countCandidates(game: Game, rows: readonly Row[], ignored: ReadonlySet<number>): number[] {
  let left = secrets(game)
  const after = rows.map((row, index) => {
    if (!ignored.has(index + 1)) left = left.filter((code) => fits(game, row, code))
    return left.length
  })
  return [secrets(game).length, ...after]
}

export type Counts = readonly (number | null)[]

/** Counts of the engine by position; null where the game is too large for the engine to count. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const known = new Map<string, number | null>()

/** What the engine counts; null when the game is too large, undefined when another try may work. */
async function count(query: PositionQuery): Promise<number | null | undefined> {
  try {
    return (await api.candidates({ ...query, limit: 0 })).candidates
  } catch (error) {
    return error instanceof EngineError && error.kind === 'size' ? null : undefined
  }
}

async function countAfter(
  game: Game,
  rows: readonly Row[],
  ignored: ReadonlySet<number>,
): Promise<number | null> {
  if (!rows.length) return secretCount(game)
  const query = positionQuery(game, rows, ignored)
  const key = JSON.stringify(query)
  if (!known.has(key)) {
    const found = await count(query)
    if (found === undefined) return null
    known.set(key, found)
  }
  return known.get(key) ?? null
}

/** The counts; `fresh` says whether they are of the position that is there now. */
export type CandidateCounts = (() => Counts) & { readonly fresh: () => boolean }

/** The counts of a position that changes; null where one is not known yet. Old counts stay until new ones come. */
export function candidateCounts(
  game: () => Game,
  rows: () => readonly Row[],
  ignored: () => ReadonlySet<number>,
): CandidateCounts {
  let counts = $state.raw<Counts>([])
  let counted = $state.raw('')
  const text = $derived(JSON.stringify(positionQuery(game(), rows(), ignored())))
  $effect(() => {
    const counting = text
    const [rules, played, without] = untrack(() => [game(), rows(), ignored()] as const)
    const take = (found: Counts) => {
      counts = found
      counted = counting
    }
    if (canList(rules)) {
      // After the row is painted: a large game takes some tens of milliseconds.
      const later = setTimeout(() => take(countCandidates(rules, played, without)))
      return () => clearTimeout(later)
    }
    let stale = false
    const all = secretCount(rules)
    counts = [all, ...played.map(() => null)]
    void Promise.all(played.map((_, index) => countAfter(rules, played.slice(0, index + 1), without))).then(
      (found) => stale || take([all, ...found]),
    )
    return () => (stale = true)
  })
  return Object.assign(() => counts, { fresh: () => counted === text })
}
