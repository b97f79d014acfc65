/** The computer plays on from the position, step by step. */

import { formatHistory } from '../game/rules'
import { api, asEngineError, type EngineError, type StrategyMove } from '../shared/api/client'
import { randomSeed } from '../shared/random'
import type { PlayState } from './playState.svelte'

const PAUSE = 600 // milliseconds between two guesses; none with reduced motion

export class AutoPlay {
  running = $state(false)
  /** The last move, and the rows before it. */
  last = $state.raw<{ move: StrategyMove; rows: number } | null>(null)
  error = $state.raw<EngineError | null>(null)
  #stop = new AbortController()

  constructor(private readonly play: PlayState) {}

  stop(): void {
    this.#stop.abort()
    this.running = false
  }

  /** Stops, and forgets the last move and error. */
  clear(): void {
    this.stop()
    this.last = this.error = null
  }

  async start(strategy: string): Promise<void> {
    this.clear()
    const { signal } = (this.#stop = new AbortController())
    this.running = true
    try {
      const seed = randomSeed()
      while (!signal.aborted && this.play.status === 'running') await this.#step(strategy, seed, signal)
    } catch (error) {
      if (!signal.aborted) this.error = asEngineError(error)
    } finally {
      if (!signal.aborted) this.running = false
    }
  }

  async #step(strategy: string, seed: number, signal: AbortSignal): Promise<void> {
    const { game, rows } = this.play
    const asked = { game: game!.text, history: formatHistory(rows), strategy, seed }
    const move = await api.move(asked, signal)
    if (signal.aborted || this.play.rows !== rows) return this.stop()
    this.last = { move, rows: rows.length }
    if (!(await this.play.guess(move.guess, true))) return this.stop()
    if (signal.aborted || this.play.status !== 'running') return
    const left = this.play.rows
    await pause(signal)
    // The player may have gone to another position meanwhile.
    if (!signal.aborted && this.play.rows !== left) this.stop()
  }
}

function pause(signal: AbortSignal): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return new Promise((done) => {
    const timer = setTimeout(done, still ? 0 : PAUSE)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}
