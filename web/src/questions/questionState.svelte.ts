/** The game of questions in the address: its rows, and what they leave. The back button undoes each step. */

import { isQuestionText } from '../game/questionText'
import type { Row } from '../game/rules'
import { route, type Params } from '../shared/route.svelte'
import { readBalance } from './balance'
import { joinHistory } from './histories'
import { candidates, found, questionStatus, readRows, type QuestionGame } from './questionGame'
import { storedTable } from './tables.svelte'

const blank = readBalance('balance(12)')!

export class QuestionState {
  /** While the view closes, the address is already that of another view. */
  #last: Params = route.params
  readonly #params: Params = $derived.by(() => {
    const here = route.view === this.view && isQuestionText(route.params.game)
    return here ? (this.#last = route.params) : this.#last
  })
  readonly #named: QuestionGame | null = $derived(
    readBalance(this.#params.game ?? '') ?? storedTable(this.#params.game ?? ''),
  )
  readonly #rows: readonly Row[] | null = $derived(
    this.#named && readRows(this.#named, this.#params.history ?? ''),
  )
  /** What is wrong with the address: it names no game, a table that is not in this browser, or no rows. */
  readonly fault: 'game' | 'table' | 'history' | null = $derived(
    this.#named
      ? this.#rows
        ? null
        : 'history'
      : /^\s*table/i.test(this.#params.game ?? '')
        ? 'table'
        : 'game',
  )
  readonly game: QuestionGame = $derived(this.#named ?? blank)
  readonly rows: readonly Row[] = $derived(this.#rows ?? [])
  /** The numbers of the secrets that are left. */
  readonly left: readonly number[] = $derived(candidates(this.game, this.rows))
  readonly status = $derived(questionStatus(this.game, this.rows, this.left))
  /** What it is, as far as it is known. */
  readonly found: string | null = $derived(found(this.game, this.rows, this.left))

  /** The position before the last step, if it was made here. */
  readonly #before: Params | null = $derived.by(() => {
    const from = route.origin
    return from?.view === this.view && from.params.game === this.#params.game ? from.params : null
  })
  readonly canUndo: boolean = $derived(this.rows.length > 0)

  constructor(private readonly view: 'lab/assist' | 'yours' | 'play') {}

  /** The address as it is, such as what a table that is not here is called. */
  get params(): Params {
    return this.#params
  }

  put(row: Row): void {
    this.#go([...this.rows, row])
  }

  /** Another row in the place of row *number*. */
  change(number: number, row: Row): void {
    this.#go(this.rows.with(number - 1, row))
  }

  /** Takes back what was named last, or the last row. */
  undo(): void {
    const rows = this.params.named ? this.rows : this.rows.slice(0, -1)
    route.back(this.view, this.#before ?? this.#address(rows))
  }

  restart(): void {
    this.#go([])
  }

  #go(rows: readonly Row[]): void {
    route.go(this.view, this.#address(rows))
  }

  #address(rows: readonly Row[]): Params {
    return { game: this.game.text, history: joinHistory(rows) }
  }
}
