/** What the player does at the table: the row being typed, the help that is open, the marks, and the keys for them. */

import { untrack } from 'svelte'
import { afterKey, draftCode, emptyDraft, fillDraft } from '../game/board/draft'
import type { Action } from '../game/board/keyboard'
import { guessProblem } from '../game/board/guessProblem'
import { KeptMarks } from '../game/board/keptMarks.svelte'
import { shownMarks, toggleCross, type Marks } from '../game/board/marks'
import { formatHistory, type Game } from '../game/rules'
import { t } from '../i18n/index.svelte'
import { afterPaint } from '../shared/afterPaint'
import { settings } from '../shared/settings.svelte'
import { AutoPlay } from './autoPlay.svelte'
import type { PlayState } from './playState.svelte'

const HELP: readonly Action['do'][] = ['hint', 'why', 'list', 'finish']

/** To be made while a component starts. */
export class TableState {
  readonly autoPlay: AutoPlay
  draft = $state.raw<string[]>([])
  cursor = $state(0)
  /** What is missing in a row that was to be guessed, and how often a row was refused. */
  missing = $state('')
  refused = $state(0)
  /** The help that is open beside the board, and how strong the hint is. */
  open = $state<'hint' | 'why' | 'list' | null>(null)
  hintStep = $state(0)
  /** What the player has marked. */
  readonly kept = new KeptMarks()
  /** The code that is typed when the next position is shown. */
  #next = ''

  readonly game: Game = $derived.by(() => this.gameNow())
  /** The position, as long as there is one. */
  readonly here: string = $derived.by(() => {
    const { ready, id, rows } = this.play
    return ready ? `${id} ${this.game.text} ${formatHistory(rows)}` : ''
  })
  readonly running: boolean = $derived.by(() => this.play.ready && this.play.status === 'running')
  #resultDue = $state(false)
  /** Whether the game is over and its result is shown: after a last row, once its answer is seen. */
  readonly over: boolean = $derived.by(() => this.#resultDue && this.play.end !== null)
  /** Whether the player may be helped: not in a race with the computer. */
  readonly helps: boolean = $derived.by(() => !this.play.opponent?.beside)
  readonly busy: boolean = $derived.by(() => this.autoPlay.running || this.play.pending)
  /** The code that was typed; null while it is no legal guess. */
  readonly code: string | null = $derived(draftCode(this.game, this.draft))
  /** Whether something is typed in the row. */
  readonly typed: boolean = $derived(this.draft.some(Boolean))
  /** The marks, with those of the page where it makes them. */
  readonly marks: Marks = $derived.by(() =>
    shownMarks(
      this.game,
      this.play.rows,
      this.kept.marks,
      settings.marks && this.running && this.game.family !== 'words',
    ),
  )

  constructor(
    readonly play: PlayState,
    private readonly gameNow: () => Game,
  ) {
    this.autoPlay = new AutoPlay(play)
    this.draft = emptyDraft(this.game)
    $effect.pre(() => this.kept.enter(play.id))
    let played = ''
    $effect.pre(() => {
      const { id, end } = play
      if (end && id === played) return afterPaint(() => (this.#resultDue = true))
      played = end ? '' : id
      this.#resultDue = end !== null
      return
    })
    $effect(() => {
      void this.here
      this.fill(this.#next)
      this.#next = ''
      untrack(() => (this.hintStep = this.open === 'hint' ? 1 : 0))
    })
    $effect(() => {
      void this.draft
      this.missing = ''
    })
    // What is asked of the engine, and what the page marks, is help; a review after the end is not.
    $effect(() => {
      const asked = this.open !== null && this.here
      const marked = settings.marks && this.game.family !== 'words' && this.here && play.rows.length
      if (this.running && (asked || marked)) untrack(() => play.markHelped())
    })
    // Another game begins without help.
    $effect(() => {
      void play.id
      this.open = null
      return () => this.autoPlay.clear()
    })
  }

  /** Types *text* into the row. */
  fill(text: string): void {
    ;({ draft: this.draft, cursor: this.cursor } = fillDraft(this.game, text))
  }

  /** Plays the row that was typed, or says what is missing in it. */
  guess(): void {
    if (this.busy || !this.running) return
    this.missing = guessProblem(t(), this.game, this.play.rows, this.draft)
    if (this.missing) this.refused++
    else void this.play.guess(this.code!)
  }

  /** Takes back what is typed, or the last guess. */
  undo(): void {
    this.autoPlay.stop()
    if (this.typed) this.fill('')
    else if (this.play.canTakeBack) this.play.takeBack()
    else this.play.undo()
  }

  /** Lets the computer finish, or stops it. */
  finish(): void {
    if (this.autoPlay.running) this.autoPlay.stop()
    else if (this.running && !this.busy) void this.autoPlay.start(settings.strategy)
  }

  /** Plays again from before a row, with another code typed for it. */
  retry(text: string, row: number): void {
    this.#next = text
    this.play.replay(row - 1)
  }

  /** Opens the hints, or makes the hint stronger. */
  hint(): void {
    this.hintStep = this.open === 'hint' ? Math.min(3, this.hintStep + 1) : Math.max(1, this.hintStep)
    this.open = 'hint'
  }

  /** Crosses out *symbol* at a place, or no longer. */
  mark(place: number, symbol: string): void {
    this.kept.marks = toggleCross(this.kept.marks, place, symbol)
  }

  /** Does what a key asks for. */
  act(action: Action): void {
    if (action.do === 'undo') this.undo()
    else if (!this.running || (!this.helps && HELP.includes(action.do))) return
    else if (action.do === 'hint') this.hint()
    else if (action.do === 'why' || action.do === 'list')
      this.open = this.open === action.do ? null : action.do
    else if (action.do === 'finish') this.finish()
    else if (this.busy) return
    else if (action.do === 'guess') this.guess()
    else {
      const typed = afterKey(this.game, this, action)
      if (typed) ({ draft: this.draft, cursor: this.cursor } = typed)
    }
  }
}
