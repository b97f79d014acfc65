/** The sheet of the address, and every change of it as a step that the back button takes back. */

import type { Repair } from '../shared/api/client'
import type { Game, Row } from '../game/rules'
import { repaired } from './repairs'
import { route, type Params } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import {
  putRow,
  readSheet,
  removeRow,
  sheetParams,
  standOf,
  toggleRows,
  winsLast,
  type Sheet,
} from './enteredGame'

/** Where each view was left, for those who come back to it from another. */
const left = new Map<string, Params>()

export class Assisting {
  readonly #read = $derived(readSheet(this.#params, settings.game))
  readonly sheet: Sheet | null = $derived('sheet' in this.#read ? this.#read.sheet : null)
  readonly fault = $derived('fault' in this.#read ? this.#read : null)
  readonly stand = $derived(this.sheet ? standOf(this.sheet) : 'running')

  /** *others* are parameters of the address that every step keeps. */
  constructor(
    private readonly view: 'assist' | 'mine',
    private readonly others: readonly string[] = [],
  ) {}

  /** Another view is on its way out while the address is already its own. */
  get #params(): Params {
    return route.view === this.view ? route.params : (left.get(this.view) ?? {})
  }

  /** To be called when the address changes: an address that names nothing goes on where we were. */
  enter(): void {
    if (route.view !== this.view) return
    const before = left.get(this.view)
    if (before && Object.keys(route.params).length === 0) route.go(this.view, before, true)
    else if (this.sheet) left.set(this.view, route.params)
  }

  /** Adds a row, or puts it in the place of row *number*; false when it would come to stand after a winning one. */
  put(row: Row, number: number | null = null): boolean {
    const next = putRow(this.sheet!, row, number)
    if (!winsLast(next)) return false
    this.#go(next)
    return true
  }

  remove(number: number): void {
    this.#go(removeRow(this.sheet!, number))
  }

  /** Ignores rows, or heeds them again; false when a row would then come to stand after a winning one. */
  toggle(...numbers: number[]): boolean {
    const next = toggleRows(this.sheet!, numbers)
    if (!winsLast(next)) return false
    this.#go(next)
    return true
  }

  repair(repair: Repair): void {
    this.#go({ ...this.sheet!, rows: repaired(this.sheet!.rows, repair) })
  }

  undo(): void {
    const sheet = this.sheet!
    if (sheet.rows.length) route.back(this.view, this.#address(removeRow(sheet, sheet.rows.length)))
  }

  /** An empty sheet, of the same game or of *game*. */
  renew(game: Game | null = null): void {
    const next = game ?? this.sheet?.game
    if (next) this.#go({ game: next, rows: [], ignored: new Set() })
  }

  /** Another parameter of the address, such as the strategy. */
  set(name: string, value: string): void {
    route.go(this.view, { ...this.#address(this.sheet!), [name]: value }, true)
  }

  #go(sheet: Sheet): void {
    route.go(this.view, this.#address(sheet))
  }

  #address(sheet: Sheet): Record<string, string> {
    const kept = this.others.map((name) => [name, this.#params[name] ?? ''])
    return { ...sheetParams(sheet), ...Object.fromEntries(kept) }
  }
}
