/** The state of the Play view: the position is in the address, the secret stays in this window. */

import { canList } from '../game/candidates'
import type { Opponent } from '../game/opponent'
import {
  feedback,
  formatHistory,
  parseGame,
  gameStatus,
  type Game,
  type GameStatus,
  type Row,
} from '../game/rules'
import { api, asEngineError, EngineError } from '../shared/api/client'
import { randomSeed } from '../shared/random'
import { route, type Params } from '../shared/route.svelte'
import { changeSettings, settings } from '../shared/settings.svelte'
import { loadStats, saveStats, withDay, withGame } from '../statistics/statistics'
import { newId, Playthroughs, type Playthrough } from './playthroughs'
import { readPosition, readRows, type Position } from './position'

/** Why an address names no game to play: it cannot be read, no secret fits it, none was found in so large a game, it
 * does not fit the puzzle of that day, or there is no such challenge. */
export type InvalidReason = 'address' | 'unfit' | 'notFound' | 'unfitDay' | 'noChallenge'

export type PlayStatus = GameStatus | 'given up'

const playthroughs = new Playthroughs(() => sessionStorage)
const NO_ROWS: readonly Row[] = []

/** The id of the playthrough that this entry of the browser's history belongs to. */
const idHere = () => (history.state as { playthrough?: string } | null)?.playthrough
const markEntry = (id: string | undefined) =>
  history.replaceState({ ...(history.state as object | null), playthrough: id }, '')

/** The last game, for players who come back to it from another view. */
let latest: { params: Params; id: string } | null = null

/** Goes to the last game when the address names none; says whether it did. */
function resumeLatest(): boolean {
  if (!latest || Object.keys(route.params).length > 0) return false
  route.go('play', latest.params, true)
  markEntry(latest.id)
  return true
}

export class PlayState {
  readonly position: Position = $derived(readPosition(route.params, settings.game))
  readonly challenge: string | null = $derived(this.position.kind === 'challenge' ? this.position.id : null)
  readonly daily: string | null = $derived(this.position.kind === 'game' ? this.position.daily : null)

  /** Where the answers come from. */
  readonly opponent: Opponent | null = $derived(this.position.kind === 'bad' ? null : this.position.opponent)
  /** Its name: 'drawn', 'daily', 'challenge', or the value of `against` in the address. */
  readonly kind: string = $derived(this.opponent?.kind ?? '')

  #found = $state.raw<{ id: string; game: Game } | null>(null)
  #id = $state.raw('')
  #playthrough = $state.raw<Playthrough | null>(null)
  #invalid = $state<InvalidReason | null>(null)
  /** Whether a request is pending. */
  pending = $state(false)
  error = $state.raw<EngineError | null>(null)

  readonly game: Game | null = $derived.by(() => {
    const position = this.position
    if (position.kind === 'game') return position.game
    return position.kind === 'challenge' && this.#found?.id === position.id ? this.#found.game : null
  })
  readonly rows: readonly Row[] = $derived.by(() => {
    const position = this.position
    if (position.kind === 'game') return position.rows
    return position.kind === 'challenge' && this.game
      ? (readRows(this.game, position.history) ?? NO_ROWS)
      : NO_ROWS
  })
  readonly status: PlayStatus = $derived.by(() => {
    if (!this.game) return 'running'
    const now = gameStatus(this.game, this.rows)
    return now !== 'won' && this.#playthrough?.gaveUp ? 'given up' : now
  })
  /** The secret, once the game is over and it is known. */
  readonly shown: string | null = $derived.by(() => {
    if (this.status === 'running') return null
    return this.status === 'won' ? this.rows.at(-1)!.guess : (this.#playthrough?.secret ?? null)
  })
  /** Which playthrough this is. */
  get id(): string {
    return this.#id
  }

  /** The secret as far as the page knows it, for opponents; to be shown only when the game is over. */
  get secret(): string | null {
    return this.#playthrough?.secret ?? null
  }

  readonly helped: boolean = $derived(this.#playthrough?.helped ?? false)
  readonly ready: boolean = $derived(this.game !== null && this.#playthrough !== null && !this.#invalid)
  /** Why the address names no game; null when it names one. */
  readonly invalid: InvalidReason | null = $derived(this.position.kind === 'bad' ? 'address' : this.#invalid)

  /** Takes up the position of the address: finds its playthrough, or begins one that fits it. */
  enter(): void {
    if (resumeLatest()) return
    const position = this.position
    this.#invalid = null
    this.error = null
    if (position.kind === 'challenge') this.#enterChallenge(position.id)
    else if (position.kind === 'game') this.#enterGame(position.game, position.rows, position.daily)
    else this.#playthrough = null
  }

  #enterGame(game: Game, rows: readonly Row[], daily: string | null): void {
    const id = daily === null ? idHere() : `daily ${daily}`
    const known = playthroughs.find(id)
    const fitting = known?.game === game.text && fitsAll(game, rows, known.secret) ? known : null
    // One address for one position, so that the back button and Undo agree.
    route.go('play', this.#params(rows), true)
    if (fitting) this.#take(id!, fitting)
    else this.#begin(game, rows, daily)
  }

  #begin(game: Game, rows: readonly Row[], daily: string | null): void {
    this.#playthrough = null
    if (this.opponent!.Setup) return markEntry(undefined)
    const start = this.opponent!.begin(game, rows)
    const fits = start !== null && fitsAll(game, rows, start.secret)
    if (!fits && this.kind === 'drawn' && !canList(game)) return void this.#search(game, rows)
    if (!fits) this.#invalid = daily === null ? 'unfit' : 'unfitDay'
    else this.#take(daily === null ? newId() : `daily ${daily}`, begun(game, rows, start.secret))
  }

  /** Begins a game whose secret was given by its Setup; rows in the address belong to a secret that is gone. */
  begin(secret: string): void {
    route.go('play', this.#params(NO_ROWS), true)
    this.#take(newId(), begun(this.game!, NO_ROWS, secret))
  }

  /** In a game too large to look everywhere, the engine may know a secret that fits. */
  async #search(game: Game, rows: readonly Row[]): Promise<void> {
    const asked = { game: game.text, history: formatHistory(rows), strategy: 'random', seed: randomSeed() }
    const found = await api.move(asked).catch((error: unknown) => asEngineError(error))
    if (this.game?.text !== game.text || formatHistory(this.rows) !== asked.history || this.#playthrough)
      return
    if (!(found instanceof EngineError) && fitsAll(game, rows, found.guess))
      this.#take(newId(), begun(game, rows, found.guess))
    else this.#invalid = found instanceof EngineError && found.kind === 'contradiction' ? 'unfit' : 'notFound'
  }

  #enterChallenge(id: string): void {
    const key = `challenge ${id}`
    const known = playthroughs.find(key)
    if (this.#found?.id === id && known) return this.#take(key, known)
    this.#playthrough = null
    api
      .findChallenge(id)
      .then(({ game }) => {
        if (this.challenge !== id) return
        this.#found = { id, game: parseGame(game) }
        this.#take(key, known ?? begun(this.#found.game, this.rows, null))
      })
      .catch((error: unknown) => this.challenge === id && this.#fail(error))
  }

  #take(id: string, one: Playthrough): void {
    if (this.#id !== id || this.#playthrough !== one) playthroughs.save(id, one)
    this.#id = id
    this.#playthrough = one
    if (idHere() !== id) markEntry(id)
    latest = { params: route.params, id }
  }

  #change(change: Partial<Playthrough>): void {
    if (this.#playthrough) this.#take(this.#id, { ...this.#playthrough, ...change })
  }

  #fail(error: unknown): void {
    this.error = asEngineError(error)
    if (this.error.kind === 'not-found') this.#invalid = 'noChallenge'
  }

  /** The parameters of the address with *rows* played. */
  #params(rows: readonly Row[]): Record<string, string | null> {
    const history = formatHistory(rows)
    if (this.challenge !== null) return { challenge: this.challenge, history }
    if (this.daily !== null) return { daily: this.daily, history }
    return { game: this.game!.text, against: this.against, history }
  }

  /** Plays *code*; false when it could not be played. */
  async guess(code: string): Promise<boolean> {
    if (!this.ready || this.status !== 'running' || this.pending) return false
    const [game, before, id] = [this.game!, this.rows, this.#id]
    const said = this.opponent!.answer(game, before, code, this.#playthrough!.secret)
    const answer = said instanceof Promise ? await this.#wait(said) : said
    if (answer === null || this.#id !== id || this.rows !== before) return false
    const rows = [...before, { guess: code, feedback: answer }]
    route.go('play', this.#params(rows))
    this.#take(id, this.#playthrough!)
    const now = gameStatus(game, rows)
    if (now !== 'running') this.#count(now === 'won', rows.length)
    return true
  }

  /** What *promise* gives; null when it failed. */
  async #wait<T>(promise: Promise<T>): Promise<T | null> {
    this.pending = true
    this.error = null
    try {
      return await promise
    } catch (error) {
      this.#fail(error)
      return null
    } finally {
      this.pending = false
    }
  }

  #count(won: boolean, guesses: number): void {
    const one = this.#playthrough
    if (!one || one.counted || !this.opponent!.counted) return
    const finished = { won, guesses, helped: one.helped }
    const stats = loadStats()
    const again = this.daily !== null && this.daily in stats.days
    const counted = again ? stats : withGame(stats, one.game, finished)
    saveStats(this.daily === null ? counted : withDay(counted, this.daily, finished))
    this.#change({ counted: true })
  }

  /** Undoes the last row. */
  undo(): void {
    if (this.rows.length && this.game) route.back('play', this.#params(this.rows.slice(0, -1)))
  }

  /** Goes to the position after the first *count* rows, and plays on from there. */
  goTo(count: number): void {
    route.go('play', this.#params(this.rows.slice(0, count)))
    this.#change({ gaveUp: false, helped: true })
  }

  /** The value of `against` in the address; null in games that name none. */
  get against(): string | null {
    return ['', 'drawn', 'daily', 'challenge'].includes(this.kind) ? null : this.kind
  }

  /** Another secret, of the same game or of *game*, against the same opponent or another one. */
  newGame(game: Game | null = null, against = this.against): void {
    const next = game ?? this.game ?? parseGame(settings.game)
    if (game) changeSettings({ game: game.text })
    route.go('play', { game: next.text, against })
    this.#invalid = null
    this.error = null
    this.#begin(next, NO_ROWS, null)
  }

  /** Notes that the computer has helped. */
  markHelped(): void {
    if (this.status === 'running' && this.#playthrough && !this.#playthrough.helped)
      this.#change({ helped: true })
  }

  async giveUp(): Promise<void> {
    if (!this.ready || this.status !== 'running') return
    if (this.#playthrough!.secret === null && !(await this.reveal())) return
    this.#change({ gaveUp: true })
    this.#count(false, this.rows.length)
  }

  /** Asks for the secret; false when it did not come. */
  async reveal(): Promise<boolean> {
    const told = this.opponent!.reveal(this.game!, this.rows, this.#playthrough!.secret)
    const secret = told instanceof Promise ? await this.#wait(told) : told
    if (secret !== null) this.#change({ secret })
    return secret !== null
  }
}

/** A playthrough that begins after *rows*. */
function begun(game: Game, rows: readonly Row[], secret: string | null): Playthrough {
  return { game: game.text, secret, helped: rows.length > 0, gaveUp: false, counted: false }
}

/** Whether *secret* gives the answers of *rows*; one that the page does not know is not judged. */
function fitsAll(game: Game, rows: readonly Row[], secret: string | null): boolean {
  return secret === null || rows.every((row) => feedback(game, row.guess, secret) === row.feedback)
}
