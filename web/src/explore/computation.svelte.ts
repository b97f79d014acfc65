/** A long computation as state: its progress, the parts known so far, the complete answer, or the error. */

import { asEngineError, type EngineError, type Progress, type Query } from '../shared/api/client'
import { streamAnswer } from '../shared/api/stream'

export class Computation<Answer, Part = never> {
  running = $state(false)
  progress = $state.raw<Progress | null>(null)
  partials = $state.raw<Part[]>([])
  result = $state.raw<Answer | null>(null)
  error = $state.raw<EngineError | null>(null)
  cancelled = $state(false)
  #control: AbortController | null = null

  /** Starts anew and cancels the computation before, whose late events change nothing. Null without an answer. */
  async start(path: 'tree' | 'compare' | 'objectives' | 'sweep', query: Query): Promise<Answer | null> {
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    this.running = true
    this.cancelled = false
    this.progress = this.result = this.error = null
    this.partials = []
    const ifCurrent =
      <Value>(apply: (value: Value) => void) =>
      (value: Value) =>
        this.#control === control && apply(value)
    const handlers = {
      progress: ifCurrent((progress: Progress) => (this.progress = progress)),
      partial: ifCurrent((part: Part) => (this.partials = [...this.partials, part])),
    }
    try {
      const answer = await streamAnswer<Answer, Part>(path, query, handlers, control.signal)
      if (this.#control !== control) return null
      return (this.result = answer)
    } catch (error) {
      ifCurrent(() => (this.error = asEngineError(error)))(null)
      return null
    } finally {
      ifCurrent(() => (this.running = false))(null)
    }
  }

  /** Stops it at the player's request; the parts known so far stay. */
  cancel(): void {
    if (this.running) this.cancelled = true
    this.stop()
  }

  /** Stops it because its view is closed. */
  stop(): void {
    this.#control?.abort()
    this.#control = null
    this.running = false
  }
}
