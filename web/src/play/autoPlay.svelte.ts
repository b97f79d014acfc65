/** The computer plays on from the position, step by step. */

import { api, type EngineError, type Move } from '../shared/api/client'
import { formatHistory } from '../game/rules'
import { anySeed, asEngineError, type Playing } from './playState.svelte'

const PAUSE = 600 // milliseconds between two guesses; none with reduced motion

export class Finishing {
  running = $state(false)
  /** The last move, and the rows before it. */
  last = $state.raw<{ move: Move; rows: number } | null>(null)
  error = $state.raw<EngineError | null>(null)
  #stop = new AbortController()

  constructor(private readonly playing: Playing) {}

  stop(): void {
    this.#stop.abort()
    this.running = false
  }

  /** Forgets what was said about another position. */
  clear(): void {
    this.stop()
    this.last = this.error = null
  }

  async start(strategy: string): Promise<void> {
    this.clear()
    const { signal } = (this.#stop = new AbortController())
    this.running = true
    try {
      const seed = anySeed()
      while (!signal.aborted && this.playing.stand === 'running') await this.#step(strategy, seed, signal)
    } catch (error) {
      if (!signal.aborted) this.error = asEngineError(error)
    } finally {
      if (!signal.aborted) this.running = false
    }
  }

  async #step(strategy: string, seed: number, signal: AbortSignal): Promise<void> {
    const { game, rows } = this.playing
    const asked = { game: game!.text, history: formatHistory(rows), strategy, seed }
    const move = await api.move(asked, signal)
    if (signal.aborted || this.playing.rows !== rows) return this.stop()
    this.playing.help()
    this.last = { move, rows: rows.length }
    if (!(await this.playing.guess(move.guess))) return this.stop()
    if (signal.aborted || this.playing.stand !== 'running') return
    const left = this.playing.rows
    await pause(signal)
    // Whoever goes elsewhere meanwhile plays on alone.
    if (!signal.aborted && this.playing.rows !== left) this.stop()
  }
}

function pause(signal: AbortSignal): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return new Promise((done) => {
    const timer = setTimeout(done, still ? 0 : PAUSE)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}
