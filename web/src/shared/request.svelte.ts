/** Questions to the engine that follow the state of the page: old ones are cancelled, and never overwrite newer ones. */

import { untrack } from 'svelte'
import { EngineError, type Asked as Position, type Query } from './api/client'
import { formatHistory, type Game, type Row } from '../game/rules'

/** One question at a time. `answer` is of the question that is asked now; `last` may be of one before. */
export class Asking<Answer> {
  #answer = $state.raw<Answer | null>(null)
  #last = $state.raw<Answer | null>(null)
  #error = $state.raw<EngineError | null>(null)
  #thinking = $state(false)
  #stop: AbortController | null = null
  #again: (() => void) | null = null

  get answer(): Answer | null {
    return this.#answer
  }

  /** The answer, or the one before while this one is awaited: what may stay in sight meanwhile. */
  get last(): Answer | null {
    return this.#last
  }

  get error(): EngineError | null {
    return this.#error
  }

  get thinking(): boolean {
    return this.#thinking
  }

  /** Asks; whatever was asked before is cancelled. */
  async ask(question: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    this.stop()
    const stop = (this.#stop = new AbortController())
    this.#again = () => void this.ask(question)
    this.#answer = this.#error = null
    this.#thinking = true
    try {
      const answer = await question(stop.signal)
      if (!stop.signal.aborted) this.#answer = this.#last = answer
    } catch (error) {
      if (!stop.signal.aborted) this.#error = asEngineError(error)
    }
    if (!stop.signal.aborted) this.#thinking = false
  }

  /** Asks the same again. */
  again(): void {
    this.#again?.()
  }

  /** Cancels the question; what is known stays. */
  stop(): void {
    this.#stop?.abort()
    this.#thinking = false
  }

  clear(): void {
    this.stop()
    this.#again = null
    this.#answer = this.#last = this.#error = null
  }
}

function asEngineError(error: unknown): EngineError {
  return error instanceof EngineError ? error : new EngineError('internal', String(error))
}

/** A question and its answer, of one moment: `answer` and `error` are null while they are of another question. */
export interface Asked<Answer> {
  readonly answer: Answer | null
  /** The answer, or the one before, of the same game, while this one is awaited. */
  readonly last: Answer | null
  readonly error: EngineError | null
  readonly thinking: boolean
  again(): void
}

/** Asks whenever what *query* gives is another; null asks nothing. To be called where a component starts. */
export function asking<Question extends Query, Answer>(
  query: () => Question | null,
  ask: (query: Question, signal: AbortSignal) => Promise<Answer>,
): Asked<Answer> {
  const one = new Asking<Answer>()
  const question = $derived(query())
  const text = $derived(JSON.stringify(question))
  const game = $derived(question?.game)
  // Effects come after the page is drawn: until then the answer is of the question before.
  let asked = $state.raw<{ text: string; game: unknown }>({ text: '', game: undefined })
  $effect(() => {
    const now = JSON.parse(text) as Question | null
    untrack(() => {
      if (now?.game !== asked.game) one.clear()
      asked = { text, game: now?.game }
      if (now) void one.ask((signal) => ask(now, signal))
      else one.clear()
    })
    return () => one.stop()
  })
  return {
    get answer() {
      return asked.text === text ? one.answer : null
    },
    get last() {
      return asked.game === game ? one.last : null
    },
    get error() {
      return asked.text === text ? one.error : null
    },
    get thinking() {
      return one.thinking
    },
    again: () => one.again(),
  }
}

/** A position as the engine wants it. */
export function position(
  game: Game,
  rows: readonly Row[],
  ignored: ReadonlySet<number> = new Set(),
): Position {
  const numbers = [...ignored].filter((number) => number <= rows.length).sort((a, b) => a - b)
  return { game: game.text, history: formatHistory(rows), ignored: numbers.join(',') }
}
