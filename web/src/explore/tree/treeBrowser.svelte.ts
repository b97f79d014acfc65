/** The state of a tree that is browsed: nodes are loaded on demand and kept. */

import type { Game } from '../../game/rules'
import { api, asEngineError, type EngineError, type TreeNode } from '../../shared/api/client'
import { Computation } from '../computation.svelte'
import {
  leadsTo,
  NO_NODES,
  NONE,
  prefixes,
  treeItems,
  withKey,
  withNode,
  withoutKey,
  withRow,
} from './treeItems'

export interface TreeQuery {
  readonly game: Game
  readonly strategy: string
  readonly consistent: boolean
  /** The first guess, where it is not the strategy's own. */
  readonly firstGuess: string | undefined
}

export class TreeBrowser {
  readonly run = new Computation<TreeNode>()
  nodes = $state.raw(NO_NODES)
  open = $state.raw(NONE)
  loading = $state.raw(NONE)
  /** The items on the path to the secret that is followed. */
  marked = $state.raw(NONE)
  /** The selected item. */
  at = $state('')
  /** Whether the history that was asked for is not in the tree. */
  notFound = $state(false)
  error = $state.raw<EngineError | null>(null)
  followed = $state.raw<{ secret: string; guesses: number; found: boolean } | null>(null)
  /** Which tree it is. */
  query = $state.raw<TreeQuery | null>(null)
  #control = new AbortController()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #asked = new Map<string, Promise<TreeNode | null>>()

  readonly root = $derived(this.nodes.get(''))
  readonly items = $derived(this.query ? treeItems(this.nodes, this.open, this.query.game) : [])

  /** Loads the tree of another query. */
  async load(query: TreeQuery): Promise<void> {
    this.stop()
    this.#control = new AbortController()
    this.query = query
    this.#asked.clear()
    this.nodes = NO_NODES
    this.open = this.loading = this.marked = NONE
    this.at = ''
    this.error = null
    this.notFound = false
    this.followed = null
    const root = await this.run.start('tree', this.#params(query))
    if (!root || this.query !== query) return
    this.nodes = withNode(this.nodes, '', root)
    this.open = withKey(this.open, '')
    await this.#loadSecondLevel(root)
  }

  stop(): void {
    this.#control.abort()
    this.run.stop()
  }

  #params({ game, strategy, consistent, firstGuess }: TreeQuery) {
    return { game: game.text, strategy, consistent: consistent || undefined, first_guess: firstGuess }
  }

  /** The node after *history*; null when it cannot be loaded. */
  async node(history: string): Promise<TreeNode | null> {
    const known = this.nodes.get(history)
    if (known) return known
    const asked = this.#asked.get(history) ?? this.#ask(history)
    this.#asked.set(history, asked)
    return asked
  }

  async #ask(history: string): Promise<TreeNode | null> {
    const query = this.query!
    const signal = this.#control.signal
    this.loading = withKey(this.loading, history)
    try {
      const node = await api.tree({ ...this.#params(query), history }, signal)
      if (signal.aborted) return null
      this.nodes = withNode(this.nodes, history, node)
      return node
    } catch (error) {
      if (signal.aborted) return null
      this.#asked.delete(history)
      this.error = asEngineError(error)
      return null
    } finally {
      if (!signal.aborted) this.loading = withoutKey(this.loading, history)
    }
  }

  /** Loads the second level, for the overview: one request after another, so that nothing else waits for it. */
  async #loadSecondLevel(root: TreeNode): Promise<void> {
    const signal = this.#control.signal
    for (const branch of root.branches.filter((one) => one.candidates > 1)) {
      if (signal.aborted || this.error) return
      await this.node(withRow('', root.guess, branch.feedback))
    }
  }

  unfold(key: string): void {
    this.error = null
    this.open = withKey(this.open, key)
    void this.node(key)
  }

  /** Folds an item; a selection below it moves up to it. */
  fold(key: string): void {
    this.open = withoutKey(this.open, key)
    if (this.at !== key && prefixes(this.at).includes(key)) this.at = key
  }

  toggle(key: string): void {
    if (this.open.has(key)) this.fold(key)
    else this.unfold(key)
  }

  /** Unfolds the path to *history* and goes there; stays at the start when it is not in the tree. */
  async reveal(history: string): Promise<void> {
    const path = prefixes(history)
    const signal = this.#control.signal
    this.notFound = false
    for (const [index, key] of path.slice(0, -1).entries()) {
      const node = await this.node(key)
      if (signal.aborted || !node) return
      if (!leadsTo(node, key, path[index + 1]!, this.query!.game)) {
        this.notFound = true
        return
      }
      this.open = withKey(this.open, key)
    }
    this.at = history
  }

  /** Opens and marks the path to *secret*, and goes to its end when *go* says so; no secret takes the marks away. */
  async follow(secret: string, go: boolean): Promise<void> {
    this.marked = NONE
    this.followed = null
    if (!secret || !this.query) return
    const signal = this.#control.signal
    try {
      const path = (await api.tree({ ...this.#params(this.query), secret }, signal)).path ?? []
      if (signal.aborted) return
      const history = path.map((row) => `${row.guess}:${row.feedback}`).join(' ')
      this.marked = prefixes(history).reduce(withKey, NONE)
      const found = path.at(-1)?.feedback === this.query.game.win
      this.followed = { secret, guesses: path.length, found }
      if (!go) return
      if (!found) return void (await this.reveal(prefixes(history).at(-2)!))
      const single = (await this.node(prefixes(history).at(-2) ?? ''))?.candidates === 1
      await this.reveal(prefixes(history).at(single ? -2 : -1)!)
    } catch (error) {
      if (!signal.aborted) this.error = asEngineError(error)
    }
  }
}
