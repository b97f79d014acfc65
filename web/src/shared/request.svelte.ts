/** Requests to the engine as state: a newer request cancels the older one, whose late answer changes nothing. */

import { untrack } from 'svelte'
import { asEngineError, type EngineError } from './api/client'

/** One request at a time, and its answer. */
export class EngineRequest<Answer> {
  #answer = $state.raw<Answer | null>(null)
  #latest = $state.raw<Answer | null>(null)
  #error = $state.raw<EngineError | null>(null)
  #pending = $state(false)
  #control: AbortController | null = null
  #repeat: (() => void) | null = null

  /** The answer to the current request. */
  get answer(): Answer | null {
    return this.#answer
  }

  /** The answer to the current request, or to the one before while this one is pending. */
  get latest(): Answer | null {
    return this.#latest
  }

  get error(): EngineError | null {
    return this.#error
  }

  get pending(): boolean {
    return this.#pending
  }

  /** Sends a request and cancels the one before. */
  async send(ask: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    this.cancel()
    const control = (this.#control = new AbortController())
    this.#repeat = () => void this.send(ask)
    this.#answer = this.#error = null
    this.#pending = true
    try {
      const answer = await ask(control.signal)
      if (!control.signal.aborted) this.#answer = this.#latest = answer
    } catch (error) {
      if (!control.signal.aborted) this.#error = asEngineError(error)
    }
    if (!control.signal.aborted) this.#pending = false
  }

  /** Sends the same request again. */
  retry(): void {
    this.#repeat?.()
  }

  /** Cancels the request; answers that came before stay. */
  cancel(): void {
    this.#control?.abort()
    this.#pending = false
  }

  /** Cancels the request and forgets all answers. */
  clear(): void {
    this.cancel()
    this.#repeat = null
    this.#answer = this.#latest = this.#error = null
  }
}

/** What a component reads of a request; `answer` and `error` are null until they are of the current query. */
export interface RequestState<Answer> {
  readonly answer: Answer | null
  /** The answer, or the one before about the same game while this one is pending. */
  readonly latest: Answer | null
  readonly error: EngineError | null
  readonly pending: boolean
  retry(): void
}

/** Sends a request whenever *query* gives another value; null sends none. To be called while a component starts. */
export function liveRequest<Query extends { readonly game: string }, Answer>(
  query: () => Query | null,
  ask: (query: Query, signal: AbortSignal) => Promise<Answer>,
): RequestState<Answer> {
  const request = new EngineRequest<Answer>()
  const wanted = $derived(query())
  const text = $derived(JSON.stringify(wanted))
  const game = $derived(wanted?.game)
  // Effects run after the page is drawn: until then the answer is of the query before.
  let sent = $state.raw<{ text: string; game: string | undefined }>({ text: '', game: undefined })
  $effect(() => {
    const now = JSON.parse(text) as Query | null
    untrack(() => {
      if (now?.game !== sent.game) request.clear()
      sent = { text, game: now?.game }
      if (now) void request.send((signal) => ask(now, signal))
      else request.clear()
    })
    return () => request.cancel()
  })
  return {
    get answer() {
      return sent.text === text ? request.answer : null
    },
    get latest() {
      return sent.game === game ? request.latest : null
    },
    get error() {
      return sent.text === text ? request.error : null
    },
    get pending() {
      return request.pending
    },
    retry: () => request.retry(),
  }
}
