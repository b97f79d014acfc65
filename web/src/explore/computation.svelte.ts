/** A long computation as state: its progress, what is known so far, the whole, or why not. */

import { EngineError, follow, type Progress, type Query } from '../shared/api/client'

export class Run<Whole, One = never> {
  running = $state(false)
  progress = $state.raw<Progress | null>(null)
  partials = $state.raw<One[]>([])
  result = $state.raw<Whole | null>(null)
  error = $state.raw<EngineError | null>(null)
  cancelled = $state(false)
  #control: AbortController | null = null

  /** Asks anew; what was under way is given up, and its late answers are not heard. Null without a whole answer. */
  async start(path: 'tree' | 'compare' | 'sweep', query: Query): Promise<Whole | null> {
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    this.running = true
    this.cancelled = false
    this.progress = this.result = this.error = null
    this.partials = []
    const heard =
      <Value>(tell: (value: Value) => void) =>
      (value: Value) =>
        this.#control === control && tell(value)
    const listener = {
      progress: heard((progress: Progress) => (this.progress = progress)),
      partial: heard((one: One) => (this.partials = [...this.partials, one])),
    }
    try {
      const whole = await follow<Whole, One>(path, query, listener, control.signal)
      if (this.#control !== control) return null
      return (this.result = whole)
    } catch (error) {
      heard(() => (this.error = asEngineError(error)))(null)
      return null
    } finally {
      heard(() => (this.running = false))(null)
    }
  }

  /** Stops it, by the player's wish; what is known so far stays. */
  cancel(): void {
    if (this.running) this.cancelled = true
    this.stop()
  }

  /** Stops it, because nobody looks any more. */
  stop(): void {
    this.#control?.abort()
    this.#control = null
    this.running = false
  }
}

/** Any failure as one of the engine's. */
export function asEngineError(error: unknown): EngineError {
  return error instanceof EngineError ? error : new EngineError('internal', String(error))
}
