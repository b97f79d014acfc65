/** The state of Assist and Mine: the entered game of the address; the back button undoes each change of it. */

import { forbiddenRow, type Game, type Row } from '../game/rules'
import type { Repair } from '../shared/api/client'
import { route, type Params } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import {
  emptyGame,
  putRow,
  readEnteredGame,
  removeRow,
  enteredGameParams,
  enteredGameStatus,
  toggleRows,
  winsLast,
  type EnteredGame,
} from './enteredGame'
import { repaired } from './repairs'

/** What keeps rows from being entered: one that follows a winning one, or the number of one that breaks the rule of the game. */
export type Problem = 'win' | number

/** The last parameters of each view, for players who come back to it from another. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const lastParams = new Map<string, Params>()

export class AssistState {
  readonly #read = $derived(readEnteredGame(this.#params, settings.game))
  readonly entered: EnteredGame | null = $derived('entered' in this.#read ? this.#read.entered : null)
  readonly fault = $derived('fault' in this.#read ? this.#read : null)
  readonly status = $derived(this.entered ? enteredGameStatus(this.entered) : 'running')

  /** The entered game before the last change, if it was changed here. */
  readonly #before: Params | null = $derived.by(() => {
    const from = route.view === this.view ? route.origin : null
    return from?.view === this.view && from.params.game ? from.params : null
  })
  readonly canUndo: boolean = $derived(this.#before !== null || Boolean(this.entered?.rows.length))

  /** *others* are parameters of the address that every step keeps. */
  constructor(
    private readonly view: 'lab/assist' | 'yours',
    private readonly others: readonly string[] = [],
  ) {}

  /** The parameters of this view; while it closes, the address is already that of another view. */
  get #params(): Params {
    return route.view === this.view ? route.params : (lastParams.get(this.view) ?? {})
  }

  /** To be called when the address changes: an address without parameters continues where the player left,
   * and gets parameters, so that the browser can come back to it. */
  enter(): void {
    if (route.view !== this.view) return
    const last = lastParams.get(this.view) ?? (this.entered && this.#address(this.entered))
    if (last && Object.keys(route.params).length === 0) route.go(this.view, last, true)
    else if (this.entered) lastParams.set(this.view, route.params)
  }

  /** Adds a row, or puts it in the place of row *number*, if that can be. */
  put(row: Row, number: number | null = null): Problem | null {
    return this.#try(putRow(this.entered!, row, number))
  }

  remove(number: number): void {
    this.#go(removeRow(this.entered!, number))
  }

  /** Ignores rows, or counts them again, if that can be. */
  toggle(...numbers: number[]): Problem | null {
    return this.#try(toggleRows(this.entered!, numbers))
  }

  repair(repair: Repair): void {
    this.#go({ ...this.entered!, rows: repaired(this.entered!.rows, repair) })
  }

  /** Takes the last change back: a row, a repair, an edit, a new game. Of a game that was only opened, its last row. */
  undo(): void {
    const entered = this.entered!
    if (this.#before) route.back(this.view, this.#before)
    else if (entered.rows.length)
      route.back(this.view, this.#address(removeRow(entered, entered.rows.length)))
  }

  /** Begins without rows, with the same game or with *game*. */
  newGame(game: Game | null = null): void {
    const next = game ?? this.entered?.game
    if (next) this.#go(emptyGame(next))
  }

  /** Changes another parameter of the address, such as the strategy. */
  set(name: string, value: string): void {
    route.go(this.view, { ...this.#address(this.entered!), [name]: value }, true)
  }

  /** Takes *rows* of *game*. */
  take(game: Game, rows: readonly Row[]): void {
    this.#go({ ...emptyGame(game), rows })
  }

  /** Goes on with *entered*, unless there is a problem. */
  #try(entered: EnteredGame): Problem | null {
    const problem = winsLast(entered) ? forbiddenRow(entered.game, entered.rows, entered.ignored) : 'win'
    if (problem === null) this.#go(entered)
    return problem
  }

  #go(entered: EnteredGame): void {
    route.go(this.view, this.#address(entered))
  }

  #address(entered: EnteredGame): Record<string, string> {
    const kept = this.others.map((name) => [name, this.#params[name] ?? ''])
    return { ...enteredGameParams(entered), ...Object.fromEntries(kept) }
  }
}
