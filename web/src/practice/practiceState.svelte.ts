/** The state of the Learn view: which puzzle is in the address, what the player did with it is here. */

import { isAble } from '../game/abilities.svelte'
import { candidates, canList } from '../game/candidates'
import { MENU_GAMES } from '../game/catalog'
import { positionQuery } from '../game/positionQuery'
import { verdictOf } from '../game/review/verdicts'
import { attempt, parseGame, parseHistory, withRows, type Game, type Row } from '../game/rules'
import { api, asEngineError, type EngineError } from '../shared/api/client'
import { today } from '../shared/date'
import { liveRequest } from '../shared/request.svelte'
import { formatRoute, route } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import { loadPastGames } from '../statistics/pastGames'
import {
  isKind,
  isServerKind,
  judge,
  kindsOf,
  type Failure,
  type Kind,
  type Skill,
  type Task,
  type Verdict,
} from './judge'
import { afterTry, isDue, loadSchedule, mistakesOf, saveSchedule, type Mistake } from './mistakes'
import {
  firstUnsolved,
  isSolved,
  loadProgress,
  saveProgress,
  setKey,
  withFailure,
  withPerfectGames,
  withSolved,
  type Progress,
} from './progress'
import { PINS_GAME, pinsTask, type PinsTask } from './readPins'

/** The puzzles of this seed ship for common games. */
const FIRST_SEED = 1
/** So many puzzles make a set, where they are made here. */
const SET = 50
const NONE: readonly Row[] = []

const positive = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 1)

const isPerfect = ({ game, won, helped, accuracy }: ReturnType<typeof loadPastGames>[number]) =>
  game.startsWith('mastermind(') && won && !helped && accuracy === 100

export class PracticeState {
  /** Null: the player chooses one. */
  readonly kind: Kind | null = $derived(isKind(route.params.kind) ? route.params.kind : null)
  /** The game of the address, else the player's; but for mistakes without a last row and without hard mode. */
  readonly game: Game = $derived.by(() => {
    if (this.kind === 'read-pins') return PINS_GAME
    const named = attempt(() => parseGame(route.params.game ?? settings.game)) ?? PINS_GAME
    return this.kind === 'mistakes' ? named : withRows({ ...named, rule: 'free' }, null)
  })
  readonly seed: number = $derived(positive(route.params.seed))
  readonly number: number = $derived(positive(route.params.number))
  readonly set: string = $derived(setKey(this.game.text, this.kind ?? '', this.seed))

  /** The last games, and the mistakes in them. */
  readonly pastGames = loadPastGames()
  readonly #mistakes = mistakesOf(this.pastGames)
  #schedule = $state.raw(loadSchedule())
  readonly due: readonly Mistake[] = $derived(
    this.#mistakes.filter((one) => isDue(this.#schedule, one, today())),
  )
  /** The mistake of the address. */
  readonly mistake: Mistake | null = $derived.by(() => {
    const { game, history = '' } = route.params
    const found = (one: Mistake) => one.game === game && one.history === history
    return (this.kind === 'mistakes' && this.#mistakes.find(found)) || null
  })

  readonly #request = liveRequest(
    () => (isServerKind(this.kind) ? { game: this.game.text, kind: this.kind, seed: this.seed } : null),
    api.puzzles,
  )
  /** The best guess in the place of the mistake. */
  readonly #best = liveRequest(
    () =>
      this.mistake && {
        ...positionQuery(this.game, this.rows),
        strategy: canList(this.game) ? 'optimal' : undefined,
      },
    api.advise,
  )
  /** Whether the server did not say what a guess is worth. */
  #failed = $state.raw<EngineError | null>(null)
  readonly error = $derived(this.#failed ?? this.#request.error ?? this.#best.error)
  #judging = $state(false)
  readonly pending = $derived(this.#request.pending || this.#best.pending || this.#judging)
  /** How many puzzles this set has; null until it is there, and where there are no sets. */
  readonly count: number | null = $derived(
    this.kind === 'read-pins' ? SET : (this.#request.answer?.puzzles.length ?? null),
  )
  readonly pins: PinsTask | null = $derived(
    this.kind === 'read-pins' && this.number <= SET ? pinsTask(this.seed, this.number) : null,
  )
  readonly puzzle: Task | null = $derived.by(() => {
    const best = this.#best.answer
    if (!this.mistake || !best?.suggestions[0])
      return this.pins ?? this.#request.answer?.puzzles[this.number - 1] ?? null
    const { guess, expected_guesses } = best.suggestions[0]
    const left = canList(this.game) ? candidates(this.game, this.rows).length : 0
    const { history } = this.mistake
    return { history, rows_left: null, candidates: left, solutions: [guess], expected_guesses, difficulty: 0 }
  })
  readonly rows: readonly Row[] = $derived.by(() => {
    const history = (this.mistake ?? this.puzzle)?.history ?? ''
    return attempt(() => parseHistory(this.game, history)) ?? NONE
  })
  /** The game on a board with the rows that the player has left. */
  readonly board: Game = $derived(
    this.puzzle?.rows_left ? withRows(this.game, this.rows.length + this.puzzle.rows_left) : this.game,
  )

  progress = $state.raw<Progress>(
    withPerfectGames(loadProgress(), Math.min(3, this.pastGames.filter(isPerfect).length)),
  )
  /** The guess that was judged last, and what became of it. */
  guess = $state.raw<{ code: string; verdict: Verdict } | null>(null)
  /** Whether the solution was shown without being found. */
  shown = $state(false)
  readonly done: boolean = $derived(this.shown || this.guess?.verdict.right === true)
  readonly solvedBefore: boolean = $derived(isSolved(this.progress, this.set, this.number))

  constructor() {
    // Perfect games stay learned when the last games go.
    saveProgress(this.progress)
  }

  /** To be called when another puzzle is shown. */
  begin(): void {
    this.guess = null
    this.shown = false
    this.#failed = null
  }

  /** Judges *code*. What it needs on average is asked where that decides, or is told. */
  async try(code: string): Promise<void> {
    const { kind, puzzle, rows, game } = this
    if (!kind || !puzzle || this.done || this.#judging) return
    let verdict = judge(game, kind, rows, puzzle, code)
    if (!verdict.right && (kind === 'mistakes' || kind === 'best-guess')) {
      this.#judging = true
      verdict = await this.#byMean(verdict.failure, code).finally(() => (this.#judging = false))
      if (this.puzzle !== puzzle || this.#failed) return
    }
    this.guess = { code, verdict }
    this.#note(verdict.right)
  }

  /** The verdict on *code* by what it needs on average. A mistake is solved by a guess that is as good as nothing extra. */
  async #byMean(failure: Failure, code: string): Promise<Verdict> {
    const best = this.puzzle!.expected_guesses
    this.#failed = null
    try {
      const { suggestion } = await api.explain({ ...positionQuery(this.game, this.rows), guess: code })
      const mean = suggestion.expected_guesses
      const known = this.kind === 'mistakes' && mean !== null && best !== null
      if (known && ['best', 'good'].includes(verdictOf(mean - best))) return { right: true }
      return { right: false, failure: { ...failure, mean } }
    } catch (error) {
      if (this.kind === 'mistakes') this.#failed = asEngineError(error)
      return { right: false, failure }
    }
  }

  /** Shows the solution; the puzzle stays unsolved. */
  show(): void {
    if (!this.puzzle || this.done) return
    this.#note(false)
    this.guess = null
    this.shown = true
  }

  /** Notes what became of this puzzle, with all that other tabs have noted. */
  #note(right: boolean): void {
    if (this.mistake) {
      this.#schedule = afterTry(loadSchedule(), this.mistake, right, today())
      saveSchedule(this.#schedule)
    } else {
      this.progress = (right ? withSolved : withFailure)(loadProgress(), this.set, this.number)
      saveProgress(this.progress)
    }
  }

  /** The game of the puzzles of *kind*: the player's, or the usual one where that has none. */
  gameOf(kind: Kind): Game {
    const has = kindsOf(this.game).includes(kind) && isAble(this.game, 'puzzles')
    return has ? this.game : PINS_GAME
  }

  /** The address of the first puzzle of *kind* that is not solved. */
  start(kind: Kind): Record<string, string> {
    const game = this.gameOf(kind).text
    return { game, kind, number: String(firstUnsolved(this.progress, setKey(game, kind, FIRST_SEED))) }
  }

  /** The address of the costliest mistake that is due; null when none is. */
  nextMistake(): Record<string, string> | null {
    const [next] = this.due
    return next ? { kind: 'mistakes', game: next.game, history: next.history } : null
  }

  /** The address of the puzzle after this one: in this set, or the first of the next one; after the last mistake none. */
  next(): Record<string, string | null> {
    if (this.kind === 'mistakes') return this.nextMistake() ?? {}
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
    this.#failed = null
    if (this.#request.error) this.#request.retry()
    if (this.#best.error) this.#best.retry()
  }
}

/** Where *skill* is learned. */
export const skillAddress = (practice: PracticeState, skill: Skill): string =>
  skill === 'perfect-game'
    ? formatRoute('play', { game: MENU_GAMES[0] })
    : formatRoute('learn', practice.start(skill))
