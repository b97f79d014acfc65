/** The state of the Play and Daily views: the position is in the address, the secret stays in this browser. */

import { canList } from '../game/candidates'
import { formatHistory, parseGame, gameStatus, type Game, type Row } from '../game/rules'
import { loadWords, missingList } from '../game/words/wordGames'
import { api, asEngineError } from '../shared/api/client'
import { today } from '../shared/date'
import { route } from '../shared/route.svelte'
import { changeSettings, settings } from '../shared/settings.svelte'
import { isHelped } from '../statistics/helpUsed'
import { keepPastGame, loadPastGames } from '../statistics/pastGames'
import { loadStats, saveStats } from '../statistics/statistics'
import { endedDaily, withPlaythrough } from './counting'
import { goToPlace, idHere, markEntry, markLatest, resume } from './places'
import { PlayedGame } from './playedGame.svelte'
import { at, begin, newId, Playthroughs, type Playthrough } from './playthroughs'
import type { DailyPuzzle } from './position'
import { fitsAll, searchSecret } from './secrets'

const playthroughs = new Playthroughs(() => localStorage)
const dailyId = ({ kind, date }: DailyPuzzle) => `daily ${kind} ${date}`

/** What was played of a puzzle of the day; null when nothing was. */
export const playedOf = (daily: DailyPuzzle) =>
  playthroughs.find(dailyId(daily)) ?? endedDaily(loadStats(), daily)

export class PlayState extends PlayedGame {
  /** The id of the game whose review is open. */
  reviewed = $state('')

  /** Takes up the position of the address: finds its playthrough, or begins one that fits it. */
  enter(): void {
    if (this.view === 'play' && resume(playthroughs)) return
    const position = this.position
    this.problem = null
    this.error = null
    if (position.kind === 'challenge') this.#enterChallenge(position.id)
    else if (position.kind === 'bad') this.playthrough = null
    else if (position.daily) this.#enterDaily(position.game, position.daily)
    else if (!this.#enterReview(position.game)) this.#enterGame(position.game, position.rows)
  }

  /** Opens the review of the past game that the address names. It is looked at, not played: nothing is stored. */
  #enterReview(game: Game): boolean {
    const past = loadPastGames().find(({ id }) => id === route.params.review)
    if (past?.game !== game.text || past.history !== this.history) return false
    const { id, history, secret } = past
    const status = gameStatus(game, this.rows)
    const end = {
      status: status === 'running' ? 'given up' : status,
      history,
      guesses: this.rows.length,
    } as const
    const known = playthroughs.find(id)
    this.before = null
    this.id = this.reviewed = id
    this.playthrough = known?.end
      ? known
      : { ...begin(game.text, this.where(), history, secret), end, counted: true }
    return true
  }

  #enterGame(game: Game, rows: readonly Row[]): void {
    const here = rows.length ? playthroughs.standingAt(this.where(), this.history) : null
    const id = idHere() ?? here ?? undefined
    const known = playthroughs.find(id)
    // One address for one position, so that the back button and Undo agree.
    route.go('play', this.paramsWith(rows), true)
    if (known?.game === game.text && fitsAll(game, rows, known.secret)) this.#take(id!, known)
    else this.#begin(game, rows)
  }

  /** There is one try a day: what was played stands, and rows that were not played here are not looked at, since whether
   * they fit would tell something. */
  #enterDaily(game: Game, daily: DailyPuzzle): void {
    const known = playthroughs.find(dailyId(daily)) ?? this.#endedBefore(game, daily)
    const history = known ? (known.end?.history ?? known.history) : ''
    route.go('today', { ...this.where(), history }, true)
    if (known) this.#take(dailyId(daily), known)
    else this.#begin(game, [])
  }

  /** A puzzle of the day that the statistics know. */
  #endedBefore(game: Game, daily: DailyPuzzle): Playthrough | null {
    const ended = endedDaily(loadStats(), daily)
    const { secret } = this.opponent!.begin(game, [])!
    return ended && { ...ended, game: game.text, params: this.where(), secret }
  }

  #begin(game: Game, rows: readonly Row[]): void {
    const { opponent } = this
    this.playthrough = null
    if (missingList(game)) return // this view closes until it is loaded
    if (opponent!.setup) return markEntry(undefined)
    const start = opponent!.begin(game, rows)
    const fits = start !== null && fitsAll(game, rows, start.secret)
    if (!fits && this.kind === 'drawn' && !canList(game)) return void this.#search(game, rows)
    if (!fits) this.problem = 'unfit'
    else this.#start(start.secret)
  }

  /** Begins a playthrough with *secret* at the position of the address. */
  #start(secret: string | null): void {
    const { game, daily } = this
    const one = begin(game!.text, this.where(), this.history, secret)
    const replaces = this.before ?? undefined
    const practice = daily !== null && daily.date !== today()
    this.#take(daily ? dailyId(daily) : newId(), { ...one, practice, replaces })
  }

  /** Begins a game whose secret was given by its setup; rows in the address belong to a secret that is gone. */
  begin(secret: string): void {
    route.go(this.view, this.where(), true)
    this.#start(secret)
  }

  /** In a game too large to look everywhere, the engine may know a secret that fits. */
  async #search(game: Game, rows: readonly Row[]): Promise<void> {
    const found = await searchSecret(game, rows)
    if (this.game?.text !== game.text || this.history !== formatHistory(rows) || this.playthrough) return
    if (typeof found === 'string') this.problem = found
    else this.#start(found.secret)
  }

  #enterChallenge(id: string): void {
    const key = `challenge ${id}`
    const known = playthroughs.find(key)
    if (this.found?.id === id && known) return this.#take(key, known)
    this.playthrough = null
    api
      .findChallenge(id)
      .then(async ({ game: text }) => {
        const game = parseGame(text)
        await loadWords(game)
        if (this.challenge !== id) return
        this.found = { id, game }
        this.#take(key, known ?? begin(this.found.game.text, this.where(), this.history, null))
      })
      .catch((error: unknown) => this.challenge === id && this.#fail(error))
  }

  /** Makes *one* the playthrough of this position, and stores it. */
  #take(id: string, one: Playthrough): void {
    const now = one.end ? one : at(one, this.history)
    if (this.id !== id || this.playthrough !== now) playthroughs.save(id, now)
    const { history, replaces } = now
    this.before = history || !replaces || playthroughs.find(replaces.id)?.end !== null ? null : replaces
    this.id = id
    this.playthrough = now
    if (idHere() !== id) markEntry(id)
    if (this.view === 'play') markLatest(id)
  }

  #change(change: Partial<Playthrough>): void {
    if (this.playthrough) this.#take(this.id, { ...this.playthrough, ...change })
  }

  /** Follows what another tab has done with this game. */
  follow(): void {
    const now = playthroughs.find(this.id)
    if (!now || !this.playthrough) return
    this.playthrough = now
    const there = this.daily ? (now.end?.history ?? now.history) : now.end ? this.history : now.history
    route.go(this.view, { ...now.params, history: there }, true)
  }

  #fail(error: unknown): void {
    this.error = asEngineError(error)
    if (this.error.kind === 'not-found') this.problem = 'noChallenge'
  }

  /** Plays *code*, which the computer may have chosen; false when it could not be played. */
  async guess(code: string, byComputer = false): Promise<boolean> {
    if (!this.ready || this.status !== 'running' || this.pending) return false
    const [game, before, id] = [this.game!, this.rows, this.id]
    const said = this.opponent!.answer(game, before, code, this.secret)
    const answer = said instanceof Promise ? await this.#wait(said) : said
    if (answer === null || this.id !== id || this.rows !== before) return false
    const rows = [...before, { guess: code, feedback: answer }]
    route.go(this.view, this.paramsWith(rows), this.final)
    this.#answered(formatHistory(rows.slice(-1)), byComputer)
    return true
  }

  /** Notes the row that was answered, and whether the game is over by it. */
  #answered(row: string, byComputer: boolean): void {
    const one = this.playthrough!
    const status = gameStatus(this.game!, this.rows)
    const over = status !== 'running'
    this.#change({
      answered: one.answered.includes(row) ? one.answered : [...one.answered, row],
      computer: byComputer ? (over ? 'finished' : 'played') : one.computer,
      ...(byComputer && { computerRows: [...(one.computerRows ?? []), row] }),
      end: over ? { status, history: this.history, guesses: this.rows.length } : null,
    })
    if (over) this.#ended()
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

  /** Keeps and counts the game that has ended, once. One that began in the middle is not the player's own. */
  #ended(): void {
    const one = this.playthrough
    if (one?.end && !one.begun)
      keepPastGame({
        id: this.id,
        game: one.game,
        history: one.end.history,
        secret: this.shown,
        date: today(),
        won: one.end.status === 'won',
        helped: isHelped(this.helpUsed),
        accuracy: null,
        costly: [],
      })
    if (!one?.end || one.counted || !this.opponent!.counted) return
    saveStats(withPlaythrough(loadStats(), { ...one, end: one.end }, this.daily, this.helpUsed))
    this.#change({ counted: true })
  }

  /** Undoes the last row. */
  undo(): void {
    if (this.canUndo) route.back('play', this.paramsWith(this.rows.slice(0, -1)))
  }

  /** Goes to the end of a game that is over. */
  toEnd(): void {
    if (this.end) route.go(this.view, { ...this.where(), history: this.end.history })
  }

  /** Goes through a game that is over again from after its first *count* rows. It counts for nothing. */
  replay(count: number): void {
    const [game, secret, rows] = [this.game!, this.shown, this.allRows.slice(0, count)]
    if (!this.canReplay) return
    const where = this.challenge === null ? this.where() : { game: game.text }
    const history = formatHistory(rows)
    route.go('play', { ...where, history })
    this.#take(newId(), { ...begin(game.text, where, history, secret), begun: true, counted: true })
  }

  /** Another secret, of the same game or of *game*, against the same opponent or another one. */
  newGame(game: Game | null = null, against = this.against): void {
    const next = game ?? this.game ?? parseGame(settings.game)
    const left =
      this.ready && this.status === 'running' && this.rows.length > 0 && this.view === 'play'
        ? { id: this.id, params: this.paramsWith(this.rows) }
        : null
    if (game) changeSettings({ game: game.text })
    route.go('play', { game: next.text, against })
    if (this.view === 'today') return
    this.problem = null
    this.error = null
    this.before = left ?? (this.before && this.rows.length === 0 ? this.before : null)
    this.#begin(next, [])
  }

  /** Notes that the player knows the secret of the challenge *id*. */
  knowSecretOf(id: string): void {
    const one = begin(this.game!.text, { challenge: id }, '', null)
    playthroughs.save(`challenge ${id}`, { ...one, hints: true })
  }

  /** Goes back to the game that was not over when the new one began. */
  takeBack(): void {
    const before = this.before
    this.before = null
    if (before) goToPlace(before, false)
  }

  /** Notes that the player has seen a hint or another help; not while the address is already that of another game. */
  markHelped(): void {
    if (this.status === 'running' && idHere() === this.id && this.playthrough?.hints === false)
      this.#change({ hints: true })
  }

  async giveUp(): Promise<void> {
    if (!this.ready || this.status !== 'running') return
    if (this.secret === null && !(await this.reveal())) return
    this.#change({ end: { status: 'given up', history: this.history, guesses: this.rows.length } })
    this.#ended()
  }

  /** Asks for the secret; false when it did not come. */
  async reveal(): Promise<boolean> {
    const told = this.opponent!.reveal(this.game!, this.allRows, this.secret)
    const secret = told instanceof Promise ? await this.#wait(told) : told
    if (secret !== null) this.#change({ secret })
    return secret !== null
  }
}
