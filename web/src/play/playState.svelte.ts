/** The state of the Play and Daily views: the position is in the address, the secret stays in this browser. */

import { canList } from '../game/candidates'
import type { Opponent } from '../game/opponent'
import { feedback, formatHistory, parseGame, gameStatus, type Game, type Row } from '../game/rules'
import { api, asEngineError, EngineError } from '../shared/api/client'
import { today } from '../shared/date'
import { randomSeed } from '../shared/random'
import { route, type Params } from '../shared/route.svelte'
import { changeSettings, settings } from '../shared/settings.svelte'
import type { HelpUsed } from '../statistics/helpUsed'
import { loadStats, saveStats, withDay, withGame } from '../statistics/statistics'
import { begin, helpOf, newId, Playthroughs, type GameEnd, type Playthrough } from './playthroughs'
import { readDaily, readPosition, readRows, type DailyPuzzle, type Position } from './position'

/** Why an address names no game to play: it cannot be read, no secret fits it, none was found in so large a game, it
 * does not fit the puzzle of that day, or there is no such challenge. */
export type InvalidReason = 'address' | 'unfit' | 'notFound' | 'unfitDay' | 'noChallenge'

export type PlayStatus = 'running' | GameEnd['status']

const playthroughs = new Playthroughs(() => localStorage)
const NO_ROWS: readonly Row[] = []
/** Kinds of games that the address names otherwise than by `against`. */
const USUAL_KINDS = ['', 'drawn', 'daily', 'challenge']

/** The id of the playthrough that this entry of the browser's history belongs to. */
const idHere = () => (history.state as { playthrough?: string } | null)?.playthrough
const markEntry = (id: string | undefined) =>
  history.replaceState({ ...(history.state as object | null), playthrough: id }, '')
const dailyId = ({ kind, date }: DailyPuzzle) => `daily ${kind} ${date}`

/** Where a game is: its address and its playthrough. */
interface Place {
  readonly params: Params
  readonly id: string
}

/** The last game of this tab, for players who come back to it from another view. */
let latest: Place | null = null

function goToPlace({ params, id }: Place, replace: boolean): void {
  route.go('play', params, replace)
  markEntry(id)
}

/** Goes to the last game of this tab, or else to the last one that is not over, when the address names none. */
function resume(): boolean {
  if (Object.keys(route.params).length > 0) return false
  const left = latest ? null : playthroughs.unfinished()
  const place = left ? { id: left.id, params: { ...left.one.params, history: left.one.history } } : latest
  if (place) goToPlace(place, true)
  return place !== null
}

export class PlayState {
  readonly position: Position = $derived.by(() =>
    this.view === 'daily' ? readDaily(route.params) : readPosition(route.params, settings.game),
  )
  readonly challenge: string | null = $derived(this.position.kind === 'challenge' ? this.position.id : null)
  readonly daily: DailyPuzzle | null = $derived(this.position.kind === 'game' ? this.position.daily : null)
  /** Where the answers come from. */
  readonly opponent: Opponent | null = $derived(this.position.kind === 'bad' ? null : this.position.opponent)
  /** Its name: 'drawn', 'daily', 'challenge', or the value of `against` in the address. */
  readonly kind: string = $derived(this.opponent?.kind ?? '')

  #found = $state.raw<{ id: string; game: Game } | null>(null)
  #id = $state.raw('')
  #playthrough = $state.raw<Playthrough | null>(null)
  #invalid = $state<InvalidReason | null>(null)
  #before = $state.raw<Place | null>(null)
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
  readonly #history: string = $derived(formatHistory(this.rows))
  /** How the game ended; null while it runs. */
  readonly end: GameEnd | null = $derived.by(() => {
    if (!this.game || this.#playthrough?.end) return this.#playthrough?.end ?? null
    const status = gameStatus(this.game, this.rows)
    return status === 'running' ? null : { status, history: this.#history, guesses: this.rows.length }
  })
  readonly status: PlayStatus = $derived(this.end?.status ?? 'running')
  /** The rows of the whole game: those on the board, or when it is over those at its end. */
  readonly allRows: readonly Row[] = $derived(
    (this.end && this.game && readRows(this.game, this.end.history)) || this.rows,
  )
  /** Whether the game is over and the board shows an earlier position of it. */
  readonly looking: boolean = $derived(this.end !== null && this.end.history !== this.#history)
  /** The help that the game had. */
  readonly helpUsed: HelpUsed = $derived(helpOf(this.#playthrough, this.end?.history ?? this.#history))
  /** The secret, once the game is over and it is known. */
  readonly shown: string | null = $derived.by(() => {
    if (this.status === 'running') return null
    const last = this.status === 'won' ? this.allRows.at(-1)?.guess : undefined
    return last ?? this.#playthrough?.secret ?? null
  })
  readonly ready: boolean = $derived(this.game !== null && this.#playthrough !== null && !this.#invalid)
  /** Why the address names no game; null when it names one. */
  readonly invalid: InvalidReason | null = $derived(this.position.kind === 'bad' ? 'address' : this.#invalid)
  /** Whether a row can be undone. What was seen in a puzzle of the day stays. */
  readonly canUndo: boolean = $derived(
    this.status === 'running' && this.rows.length > 0 && this.daily === null,
  )
  /** Whether the game may be gone through again from its middle. */
  readonly canReplay: boolean = $derived(this.shown !== null && this.daily === null)
  /** Whether a new game has replaced one that was not over, and nothing was played since. */
  readonly canTakeBack: boolean = $derived(this.#before !== null && this.rows.length === 0)

  constructor(private readonly view: 'play' | 'daily' = 'play') {}

  /** Which playthrough this is. */
  get id(): string {
    return this.#id
  }

  /** The secret as far as the page knows it, for opponents; to be shown only when the game is over. */
  get secret(): string | null {
    return this.#playthrough?.secret ?? null
  }

  /** Whether this is a puzzle of another day, which does not count for the streak. */
  get practice(): boolean {
    return this.#playthrough?.practice ?? false
  }

  /** The value of `against` in the address; null in games that name none. */
  get against(): string | null {
    return USUAL_KINDS.includes(this.kind) ? null : this.kind
  }

  /** Takes up the position of the address: finds its playthrough, or begins one that fits it. */
  enter(): void {
    if (this.view === 'play' && resume()) return
    const position = this.position
    this.#invalid = null
    this.error = null
    if (position.kind === 'challenge') this.#enterChallenge(position.id)
    else if (position.kind === 'bad') this.#playthrough = null
    else if (position.daily) this.#enterDaily(position.game, position.rows, position.daily)
    else this.#enterGame(position.game, position.rows)
  }

  #enterGame(game: Game, rows: readonly Row[]): void {
    const here = rows.length ? playthroughs.standingAt(this.#where(), this.#history) : null
    const id = idHere() ?? here ?? undefined
    const known = playthroughs.find(id)
    // One address for one position, so that the back button and Undo agree.
    route.go('play', this.#params(rows), true)
    if (known?.game === game.text && fitsAll(game, rows, known.secret)) this.#take(id!, known)
    else this.#begin(game, rows)
  }

  /** There is one try a day: what was played stands, whatever the address says. */
  #enterDaily(game: Game, rows: readonly Row[], daily: DailyPuzzle): void {
    const known = playthroughs.find(dailyId(daily)) ?? this.#endedBefore(daily)
    const history = known && (known.end?.history ?? known.history)
    route.go('daily', { ...this.#where(), history: history ?? this.#history }, true)
    if (known) this.#take(dailyId(daily), known)
    else this.#begin(game, rows)
  }

  /** A puzzle of the day that the statistics know. */
  #endedBefore({ kind, date }: DailyPuzzle): Playthrough | null {
    const result = loadStats().daily[kind][date]
    if (!result) return null
    const { history, guesses, practice, helpUsed } = result
    const one = begin(this.game!.text, this.#where(), history, this.opponent!.begin(this.game!, [])!.secret)
    const { hints, computer, begun } = helpUsed
    const end: GameEnd = { status: guesses ? 'won' : 'lost', history, guesses }
    return { ...one, hints, computer, begun, end, practice, counted: true }
  }

  #begin(game: Game, rows: readonly Row[]): void {
    const { daily, opponent } = this
    this.#playthrough = null
    if (opponent!.Setup) return markEntry(undefined)
    const start = opponent!.begin(game, rows)
    const fits = start !== null && fitsAll(game, rows, start.secret)
    if (!fits && this.kind === 'drawn' && !canList(game)) return void this.#search(game, rows)
    if (!fits) this.#invalid = daily ? 'unfitDay' : 'unfit'
    else this.#start(start.secret)
  }

  /** Begins a playthrough with *secret* at the position of the address. */
  #start(secret: string | null): void {
    const { game, daily } = this
    const one = begin(game!.text, this.#where(), this.#history, secret)
    this.#take(daily ? dailyId(daily) : newId(), {
      ...one,
      practice: daily !== null && daily.date !== today(),
    })
  }

  /** Begins a game whose secret was given by its Setup; rows in the address belong to a secret that is gone. */
  begin(secret: string): void {
    route.go(this.view, this.#where(), true)
    this.#start(secret)
  }

  /** In a game too large to look everywhere, the engine may know a secret that fits. */
  async #search(game: Game, rows: readonly Row[]): Promise<void> {
    const asked = { game: game.text, history: formatHistory(rows), strategy: 'random', seed: randomSeed() }
    const found = await api.move(asked).catch((error: unknown) => asEngineError(error))
    if (this.game?.text !== game.text || this.#history !== asked.history || this.#playthrough) return
    if (!(found instanceof EngineError) && fitsAll(game, rows, found.guess)) this.#start(found.guess)
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
        this.#take(key, known ?? begin(this.#found.game.text, this.#where(), this.#history, null))
      })
      .catch((error: unknown) => this.challenge === id && this.#fail(error))
  }

  /** Makes *one* the playthrough of this position, and stores it. */
  #take(id: string, one: Playthrough): void {
    const history = this.#history
    const now = one.end || one.history === history ? one : { ...one, history }
    if (this.#id !== id || this.#playthrough !== now) playthroughs.save(id, now)
    if (this.#before?.id === id) this.#before = null
    this.#id = id
    this.#playthrough = now
    if (idHere() !== id) markEntry(id)
    if (this.view === 'play') latest = { params: route.params, id }
  }

  #change(change: Partial<Playthrough>): void {
    if (this.#playthrough) this.#take(this.#id, { ...this.#playthrough, ...change })
  }

  /** Follows what another tab has done with this game. */
  follow(): void {
    const now = playthroughs.find(this.#id)
    if (!now || !this.#playthrough) return
    this.#playthrough = now
    const there = this.daily ? (now.end?.history ?? now.history) : now.end ? this.#history : now.history
    route.go(this.view, { ...now.params, history: there }, true)
  }

  #fail(error: unknown): void {
    this.error = asEngineError(error)
    if (this.error.kind === 'not-found') this.#invalid = 'noChallenge'
  }

  /** The parameters of the address without the rows. */
  #where(): Params {
    if (this.challenge !== null) return { challenge: this.challenge }
    if (this.daily) return { ...this.daily }
    return { game: this.game!.text, ...(this.against && { against: this.against }) }
  }

  /** The parameters of the address with *rows* played. */
  #params(rows: readonly Row[]): Params {
    return { ...this.#where(), history: formatHistory(rows) }
  }

  /** Plays *code*, which the computer may have chosen; false when it could not be played. */
  async guess(code: string, byComputer = false): Promise<boolean> {
    if (!this.ready || this.status !== 'running' || this.pending) return false
    const [game, before, id] = [this.game!, this.rows, this.#id]
    const said = this.opponent!.answer(game, before, code, this.secret)
    const answer = said instanceof Promise ? await this.#wait(said) : said
    if (answer === null || this.#id !== id || this.rows !== before) return false
    const rows = [...before, { guess: code, feedback: answer }]
    route.go(this.view, this.#params(rows), this.daily !== null)
    this.#answered(formatHistory(rows.slice(-1)), byComputer)
    return true
  }

  /** Notes the row that was answered, and whether the game is over by it. */
  #answered(row: string, byComputer: boolean): void {
    const one = this.#playthrough!
    const status = gameStatus(this.game!, this.rows)
    const over = status !== 'running'
    this.#before = null
    this.#change({
      answered: one.answered.includes(row) ? one.answered : [...one.answered, row],
      computer: byComputer ? (over ? 'finished' : 'played') : one.computer,
      end: over ? { status, history: this.#history, guesses: this.rows.length } : null,
    })
    if (over) this.#count()
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

  /** Counts the game that has ended, once. */
  #count(): void {
    const one = this.#playthrough
    if (!one?.end || one.counted || !this.opponent!.counted) return
    const { history, guesses, status } = one.end
    const { helpUsed, daily } = this
    const won = status === 'won'
    const stats = loadStats()
    const counted = withGame(stats, one.game, { won, guesses, helpUsed })
    if (!daily) saveStats(counted)
    else if (!stats.daily[daily.kind][daily.date]) {
      const result = { guesses: won ? guesses : 0, history, helpUsed, practice: one.practice }
      saveStats(withDay(counted, daily.kind, daily.date, result))
    }
    this.#change({ counted: true })
  }

  /** Undoes the last row. */
  undo(): void {
    if (this.canUndo) route.back('play', this.#params(this.rows.slice(0, -1)))
  }

  /** Goes to the end of a game that is over. */
  toEnd(): void {
    if (this.end) route.go(this.view, { ...this.#where(), history: this.end.history })
  }

  /** Goes through a game that is over again from after its first *count* rows. It counts for nothing. */
  replay(count: number): void {
    const [game, secret, rows] = [this.game!, this.shown, this.allRows.slice(0, count)]
    if (!this.canReplay) return
    const where = this.challenge === null ? this.#where() : { game: game.text }
    const history = formatHistory(rows)
    route.go('play', { ...where, history })
    this.#take(newId(), { ...begin(game.text, where, history, secret), begun: true, counted: true })
  }

  /** Another secret, of the same game or of *game*, against the same opponent or another one. */
  newGame(game: Game | null = null, against = this.against): void {
    const next = game ?? this.game ?? parseGame(settings.game)
    const left =
      this.ready && this.status === 'running' && this.rows.length > 0 && this.view === 'play'
        ? { id: this.#id, params: this.#params(this.rows) }
        : null
    if (game) changeSettings({ game: game.text })
    route.go('play', { game: next.text, against })
    if (this.view === 'daily') return
    this.#invalid = null
    this.error = null
    this.#before = left ?? (this.#before && this.rows.length === 0 ? this.#before : null)
    this.#begin(next, NO_ROWS)
  }

  /** Goes back to the game that was not over when the new one began. */
  takeBack(): void {
    const before = this.#before
    this.#before = null
    if (before) goToPlace(before, false)
  }

  /** Notes that the player has seen a hint or another help; not while the address is already that of another game. */
  markHelped(): void {
    if (this.status === 'running' && idHere() === this.#id && this.#playthrough?.hints === false)
      this.#change({ hints: true })
  }

  async giveUp(): Promise<void> {
    if (!this.ready || this.status !== 'running') return
    if (this.secret === null && !(await this.reveal())) return
    this.#change({ end: { status: 'given up', history: this.#history, guesses: this.rows.length } })
    this.#count()
  }

  /** Asks for the secret; false when it did not come. */
  async reveal(): Promise<boolean> {
    const told = this.opponent!.reveal(this.game!, this.allRows, this.secret)
    const secret = told instanceof Promise ? await this.#wait(told) : told
    if (secret !== null) this.#change({ secret })
    return secret !== null
  }
}

/** Whether *secret* gives the answers of *rows*; one that the page does not know is not judged. */
function fitsAll(game: Game, rows: readonly Row[], secret: string | null): boolean {
  return secret === null || rows.every((row) => feedback(game, row.guess, secret) === row.feedback)
}
