/** A tree as it is browsed: nodes are asked for when they are wanted, and kept. */

import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { api, type EngineError, type TreeNode } from '../../shared/api/client'
import type { Game } from '../../game/rules'
import { asEngineError, Run } from '../computation.svelte'
import { after, leadsTo, lines, wayTo } from './treeLines'

export interface Plan {
  readonly game: Game
  readonly strategy: string
  readonly consistent: boolean
}

export class Forest {
  readonly run = new Run<TreeNode>()
  readonly nodes = new SvelteMap<string, TreeNode>()
  readonly open = new SvelteSet<string>()
  readonly loading = new SvelteSet<string>()
  /** The lines on the way to the secret that is followed. */
  readonly marked = new SvelteSet<string>()
  /** The line where the player is. */
  at = $state('')
  /** Whether the history that was asked for is not in the tree. */
  astray = $state(false)
  error = $state.raw<EngineError | null>(null)
  followed = $state.raw<{ secret: string; guesses: number } | null>(null)
  /** Whose tree it is. */
  plan = $state.raw<Plan | null>(null)
  #control = new AbortController()
  #asked = new Map<string, Promise<TreeNode | null>>()

  readonly root = $derived(this.nodes.get(''))
  readonly shown = $derived(this.plan ? lines(this.nodes, this.open, this.plan.game) : [])

  /** Builds the tree of another plan: everything begins anew. */
  async load(plan: Plan): Promise<void> {
    this.stop()
    this.#control = new AbortController()
    this.plan = plan
    this.#asked.clear()
    for (const kept of [this.nodes, this.open, this.loading, this.marked]) kept.clear()
    this.at = ''
    this.error = null
    this.astray = false
    this.followed = null
    const root = await this.run.start('tree', this.#query(plan))
    if (!root || this.plan !== plan) return
    this.nodes.set('', root)
    this.open.add('')
    await this.#overlook(root)
  }

  stop(): void {
    this.#control.abort()
    this.run.stop()
  }

  #query({ game, strategy, consistent }: Plan) {
    return { game: game.text, strategy, consistent: consistent || undefined }
  }

  /** The node after *history*; null when it cannot be had. */
  async node(history: string): Promise<TreeNode | null> {
    const known = this.nodes.get(history)
    if (known) return known
    const asked = this.#asked.get(history) ?? this.#ask(history)
    this.#asked.set(history, asked)
    return asked
  }

  async #ask(history: string): Promise<TreeNode | null> {
    const plan = this.plan!
    const signal = this.#control.signal
    this.loading.add(history)
    try {
      const node = await api.tree({ ...this.#query(plan), history }, signal)
      if (signal.aborted) return null
      this.nodes.set(history, node)
      return node
    } catch (error) {
      if (signal.aborted) return null
      this.#asked.delete(history)
      this.error = asEngineError(error)
      return null
    } finally {
      if (!signal.aborted) this.loading.delete(history)
    }
  }

  /** The second level, for the picture: one question after another, so that nothing else waits for it. */
  async #overlook(root: TreeNode): Promise<void> {
    const signal = this.#control.signal
    for (const branch of root.branches.filter((one) => one.candidates > 1)) {
      if (signal.aborted || this.error) return
      await this.node(after('', root.guess, branch.feedback))
    }
  }

  unfold(key: string): void {
    this.error = null
    this.open.add(key)
    void this.node(key)
  }

  /** Folds a line; whoever was below it is now on it. */
  fold(key: string): void {
    this.open.delete(key)
    if (this.at !== key && wayTo(this.at).includes(key)) this.at = key
  }

  toggle(key: string): void {
    if (this.open.has(key)) this.fold(key)
    else this.unfold(key)
  }

  /** Unfolds the way to *history* and goes there; stays at the start when it is not in the tree. */
  async reveal(history: string): Promise<void> {
    const way = wayTo(history)
    const signal = this.#control.signal
    this.astray = false
    for (const [index, key] of way.slice(0, -1).entries()) {
      const node = await this.node(key)
      if (signal.aborted || !node) return
      if (!leadsTo(node, key, way[index + 1]!, this.plan!.game)) {
        this.astray = true
        return
      }
      this.open.add(key)
    }
    this.at = history
  }

  /** Opens and marks the way to *secret*, and goes to its end when *go* says so; no secret takes the marks away. */
  async follow(secret: string, go: boolean): Promise<void> {
    this.marked.clear()
    this.followed = null
    if (!secret || !this.plan) return
    const signal = this.#control.signal
    try {
      const { path = [] } = await api.tree({ ...this.#query(this.plan), secret }, signal)
      if (signal.aborted) return
      const history = path.map((row) => `${row.guess}:${row.feedback}`).join(' ')
      for (const key of wayTo(history)) this.marked.add(key)
      this.followed = { secret, guesses: path.length }
      if (!go) return
      const single = (await this.node(wayTo(history).at(-2) ?? ''))?.candidates === 1
      await this.reveal(wayTo(history).at(single ? -2 : -1)!)
    } catch (error) {
      if (!signal.aborted) this.error = asEngineError(error)
    }
  }
}
