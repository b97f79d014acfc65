/** The state of the Practice view: which puzzle is in the address, what the player did with it is here. */

import { attempt, parseGame, parseHistory, withRows, type Game, type Row } from '../game/rules'
import { api, type Puzzle } from '../shared/api/client'
import { liveRequest } from '../shared/request.svelte'
import { route } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import { isKind, judge, type Kind, type Verdict } from './judge'
import {
  firstUnsolved,
  isSolved,
  loadProgress,
  saveProgress,
  setKey,
  withFailure,
  withSolved,
  type Progress,
} from './progress'

/** The puzzles of this seed ship for common games. */
const FIRST_SEED = 1
const NONE: readonly Row[] = []

const positive = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 1)

export class PracticeState {
  /** The game of the address, else the player's, without a last row and without hard mode. */
  readonly game: Game = $derived.by(() => {
    const named = attempt(() => parseGame(route.params.game ?? settings.game)) ?? parseGame('mastermind(4,6)')
    return withRows({ ...named, rule: 'free' }, null)
  })
  /** Null: the player chooses one. */
  readonly kind: Kind | null = $derived(isKind(route.params.kind) ? route.params.kind : null)
  readonly seed: number = $derived(positive(route.params.seed))
  readonly number: number = $derived(positive(route.params.number))
  readonly set: string = $derived(setKey(this.game.text, this.kind ?? '', this.seed))

  readonly #request = liveRequest(
    () => (this.kind ? { game: this.game.text, kind: this.kind, seed: this.seed } : null),
    api.puzzles,
  )
  readonly error = $derived(this.#request.error)
  readonly pending = $derived(this.#request.pending)
  /** How many puzzles this set has; null until it is there. */
  readonly count: number | null = $derived(this.#request.answer?.puzzles.length ?? null)
  readonly puzzle: Puzzle | null = $derived(this.#request.answer?.puzzles[this.number - 1] ?? null)
  readonly rows: readonly Row[] = $derived(
    this.puzzle ? (attempt(() => parseHistory(this.game, this.puzzle!.history)) ?? NONE) : NONE,
  )
  /** The game on a board with the rows that the player has left. */
  readonly board: Game = $derived(
    this.puzzle?.rows_left ? withRows(this.game, this.rows.length + this.puzzle.rows_left) : this.game,
  )

  progress = $state.raw<Progress>(loadProgress())
  /** The guess that was judged last, and what became of it. */
  guess = $state.raw<{ code: string; verdict: Verdict } | null>(null)
  /** Whether the solution was shown without being found. */
  shown = $state(false)
  readonly done: boolean = $derived(this.shown || this.guess?.verdict.right === true)
  readonly solvedBefore: boolean = $derived(isSolved(this.progress, this.set, this.number))

  /** To be called when another puzzle is shown. */
  begin(): void {
    this.guess = null
    this.shown = false
  }

  /** Judges *code*. */
  try(code: string): void {
    if (!this.kind || !this.puzzle || this.done) return
    const verdict = judge(this.game, this.kind, this.rows, this.puzzle, code)
    this.guess = { code, verdict }
    this.#note(verdict.right ? withSolved : withFailure)
  }

  /** Shows the solution; the puzzle stays unsolved. */
  show(): void {
    if (!this.puzzle || this.done) return
    this.#note(withFailure)
    this.guess = null
    this.shown = true
  }

  /** Notes what became of this puzzle, with all that other tabs have noted. */
  #note(change: typeof withSolved): void {
    this.progress = change(loadProgress(), this.set, this.number)
    saveProgress(this.progress)
  }

  /** The address of the first puzzle of *kind* that is not solved. */
  start(kind: Kind): Record<string, string> {
    const game = this.game.text
    return { game, kind, number: String(firstUnsolved(this.progress, setKey(game, kind, FIRST_SEED))) }
  }

  /** The address of the puzzle after this one: in this set, or the first of the next one. */
  next(): Record<string, string | null> {
    const more = this.count !== null && this.number < this.count
    const complete = this.#request.answer?.complete ?? true
    const seed = more || !complete ? this.seed : this.seed + 1
    return {
      game: this.game.text,
      kind: this.kind,
      seed: seed === FIRST_SEED ? null : String(seed),
      number: String(more ? this.number + 1 : 1),
    }
  }

  retry(): void {
    this.#request.retry()
  }
}
