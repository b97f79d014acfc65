/** The game at the address: what is known of it. What the player does with it is in playState.svelte.ts. */

import type { Opponent } from '../game/opponent'
import { formatHistory, gameStatus, type Game, type Row } from '../game/rules'
import type { EngineError } from '../shared/api/client'
import { route, type Params } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import type { HelpUsed } from '../statistics/helpUsed'
import { helpOf, rowsByComputer, type GameEnd, type Place, type Playthrough } from './playthroughs'
import { readDaily, readPosition, readRows, type DailyPuzzle, type Position } from './position'

/** Why an address names no game to play: it cannot be read, no secret fits it, none was found in so large a game, or
 * there is no such challenge. */
export type InvalidReason = 'address' | 'unfit' | 'notFound' | 'noChallenge'

export type PlayStatus = 'running' | GameEnd['status']

const NO_ROWS: readonly Row[] = []
/** Kinds of games that the address names otherwise than by `against`. */
const USUAL_KINDS = ['', 'drawn', 'daily', 'challenge']

export class PlayedGame {
  readonly position: Position = $derived.by(() =>
    this.view === 'today' ? readDaily(route.params) : readPosition(route.params, settings.game),
  )
  readonly challenge: string | null = $derived(this.position.kind === 'challenge' ? this.position.id : null)
  readonly daily: DailyPuzzle | null = $derived(this.position.kind === 'game' ? this.position.daily : null)
  /** Where the answers come from. */
  readonly opponent: Opponent | null = $derived(this.position.kind === 'bad' ? null : this.position.opponent)
  /** Its name: 'drawn', 'daily', 'challenge', or the value of `against` in the address. */
  readonly kind: string = $derived(this.opponent?.kind ?? '')

  /** The game of a challenge, once the server has told it. */
  protected found = $state.raw<{ id: string; game: Game } | null>(null)
  /** Which playthrough this is. */
  id = $state.raw('')
  protected playthrough = $state.raw<Playthrough | null>(null)
  /** Why there is no game at an address that can be read. */
  protected problem = $state<InvalidReason | null>(null)
  /** The game that a new one has replaced. */
  protected before = $state.raw<Place | null>(null)
  /** Whether a request is pending. */
  pending = $state(false)
  error = $state.raw<EngineError | null>(null)

  readonly game: Game | null = $derived.by(() => {
    const position = this.position
    if (position.kind === 'game') return position.game
    return position.kind === 'challenge' && this.found?.id === position.id ? this.found.game : null
  })
  readonly rows: readonly Row[] = $derived.by(() => {
    const position = this.position
    if (position.kind === 'game') return position.rows
    return position.kind === 'challenge' && this.game
      ? (readRows(this.game, position.history) ?? NO_ROWS)
      : NO_ROWS
  })
  protected readonly history: string = $derived(formatHistory(this.rows))
  /** How the game ended; null while it runs. */
  readonly end: GameEnd | null = $derived.by(() => {
    if (!this.game || this.playthrough?.end) return this.playthrough?.end ?? null
    const status = gameStatus(this.game, this.rows)
    return status === 'running' ? null : { status, history: this.history, guesses: this.rows.length }
  })
  readonly status: PlayStatus = $derived(this.end?.status ?? 'running')
  /** The rows of the whole game: those on the board, or when it is over those at its end. */
  readonly allRows: readonly Row[] = $derived(
    (this.end && this.game && readRows(this.game, this.end.history)) || this.rows,
  )
  /** Whether the game is over and the board shows an earlier position of it. */
  readonly looking: boolean = $derived(this.end !== null && this.end.history !== this.history)
  /** The help that the game had. */
  readonly helpUsed: HelpUsed = $derived(helpOf(this.playthrough, this.end?.history ?? this.history))
  /** The numbers of the rows that the computer made. */
  readonly computerRows: ReadonlySet<number> = $derived(
    rowsByComputer(this.playthrough, this.end?.history ?? this.history),
  )
  /** The secret, once the game is over and it is known. */
  readonly shown: string | null = $derived.by(() => {
    if (this.status === 'running') return null
    const last = this.status === 'won' ? this.allRows.at(-1)?.guess : undefined
    return last ?? this.playthrough?.secret ?? null
  })
  readonly ready: boolean = $derived(this.game !== null && this.playthrough !== null && !this.problem)
  /** Why the address names no game; null when it names one. */
  readonly invalid: InvalidReason | null = $derived(this.position.kind === 'bad' ? 'address' : this.problem)
  /** Whether what was played stands: there is no undo. */
  readonly final: boolean = $derived(this.opponent?.final === true)
  /** Whether a row can be undone. */
  readonly canUndo: boolean = $derived(this.status === 'running' && this.rows.length > 0 && !this.final)
  /** Whether the game may be gone through again from its middle. */
  readonly canReplay: boolean = $derived(this.shown !== null && this.daily === null)
  /** Whether a new game has replaced one that was not over, and nothing was played since. */
  readonly canTakeBack: boolean = $derived(this.before !== null && this.rows.length === 0)

  constructor(protected readonly view: 'play' | 'today' = 'play') {}

  /** The secret as far as the page knows it, for opponents; to be shown only when the game is over. */
  get secret(): string | null {
    return this.playthrough?.secret ?? null
  }

  /** Whether this is a puzzle of another day, which does not count for the streak. */
  get practice(): boolean {
    return this.playthrough?.practice ?? false
  }

  /** The value of `against` in the address; null in games that name none. */
  get against(): string | null {
    return USUAL_KINDS.includes(this.kind) ? null : this.kind
  }

  /** The parameters of the address without the rows. */
  where(): Params {
    if (this.challenge !== null) return { challenge: this.challenge }
    if (this.daily) return { ...this.daily }
    return { game: this.game!.text, ...(this.against && { against: this.against }) }
  }

  /** The parameters of the address with *rows* played. */
  protected paramsWith(rows: readonly Row[]): Params {
    return { ...this.where(), history: formatHistory(rows) }
  }
}
