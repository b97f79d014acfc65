/** A strategy's tree as items that unfold, and as blocks of an overview: pure functions of the loaded nodes. */

import type { Game } from '../../game/rules'
import type { TreeBranch, TreeNode } from '../../shared/api/client'

/** Nodes by the history that leads to them. */
export type Nodes = ReadonlyMap<string, TreeNode>

/** One item of the tree: a node, or the end where a guess has found the secret. */
export interface TreeItem {
  /** The history that leads here; it identifies the item. */
  readonly key: string
  readonly parent: string | null
  readonly level: number
  readonly place: number
  readonly siblings: number
  /** The feedback that leads here; empty at the root. */
  readonly feedback: string
  /** What is guessed here; empty at an end. */
  readonly guess: string
  readonly candidates: number
  readonly height: number
  /** Null when none of the candidates is found within the rows. */
  readonly mean: number | null
  /** How many of the candidates are not found within the rows. */
  readonly lost: number
  readonly opens: boolean
  readonly open: boolean
}

/** The history after one more row. */
export const withRow = (history: string, guess: string, feedback: string): string =>
  `${history}${history && ' '}${guess}:${feedback}`

/** The histories that *history* begins with, the empty one first, itself last. */
export function prefixes(history: string): string[] {
  const rows = history.split(' ').filter((row) => row !== '')
  return ['', ...rows.map((_, count) => rows.slice(0, count + 1).join(' '))]
}

/** Whether the history *next* is one row further than *history*, by the guess and a feedback of its *node*. */
export function leadsTo(node: TreeNode, history: string, next: string, game: Game): boolean {
  const answers = node.branches.map((branch) => branch.feedback)
  if (node.wins) answers.push(game.win)
  return answers.some((feedback) => withRow(history, node.guess, feedback) === next)
}

/** The branches, the largest first. */
export function branchesBySize(node: TreeNode): TreeBranch[] {
  return [...node.branches].sort((one, other) => other.candidates - one.candidates)
}

/** The items that are visible when the nodes in *open* are unfolded, from the top to the bottom. */
export function treeItems(nodes: Nodes, open: ReadonlySet<string>, game: Game): TreeItem[] {
  const root = nodes.get('')
  if (!root) return []
  const all: TreeItem[] = []
  const add = (item: Omit<TreeItem, 'opens' | 'open'>) => {
    const opens = item.candidates > 1
    const unfolded = opens && open.has(item.key)
    all.push({ ...item, opens, open: unfolded })
    const node = unfolded ? nodes.get(item.key) : undefined
    if (node) below(node, item).forEach(add)
  }
  const below = (node: TreeNode, item: { key: string; level: number }) => {
    const siblings = node.branches.length + (node.wins ? 1 : 0)
    const common = { parent: item.key, level: item.level + 1, siblings }
    const branches = branchesBySize(node).map((branch, index) => ({
      ...common,
      ...numbers(branch),
      key: withRow(item.key, node.guess, branch.feedback),
      place: index + 1,
      feedback: branch.feedback,
    }))
    if (!node.wins) return branches
    const end = { feedback: game.win, guess: '', candidates: 0, height: 0, mean: 0, lost: 0 }
    return [...branches, { ...common, ...end, key: withRow(item.key, node.guess, game.win), place: siblings }]
  }
  add({ ...numbers(root), key: '', parent: null, level: 1, place: 1, siblings: 1, feedback: '' })
  return all
}

const numbers = ({ guess, candidates, height, mean, lost }: TreeNode | TreeBranch) => ({
  guess: guess ?? '',
  candidates,
  height,
  mean,
  lost: lost ?? 0,
})

/** What a key does on the item *at*: where the focus goes, and what unfolds or folds. */
export interface Step {
  readonly focus: string
  readonly unfold?: string
  readonly fold?: string
}

/** The keys of a file tree; null for a key that means nothing here. */
export function stepFor(key: string, shown: readonly TreeItem[], at: string): Step | null {
  const here = shown.findIndex((item) => item.key === at)
  const item = shown[here]
  if (!item) return null
  const to = (index: number): Step => ({ focus: shown[Math.max(0, Math.min(shown.length - 1, index))]!.key })
  if (key === 'ArrowDown') return to(here + 1)
  if (key === 'ArrowUp') return to(here - 1)
  if (key === 'Home') return to(0)
  if (key === 'End') return to(shown.length - 1)
  if (key === 'ArrowRight') return rightOf(item, shown[here + 1])
  if (key === 'ArrowLeft') return leftOf(item)
  return null
}

function rightOf(item: TreeItem, next: TreeItem | undefined): Step {
  if (item.opens && !item.open) return { focus: item.key, unfold: item.key }
  return { focus: item.open && next?.parent === item.key ? next.key : item.key }
}

function leftOf(item: TreeItem): Step {
  if (item.open) return { focus: item.key, fold: item.key }
  return { focus: item.parent ?? item.key }
}

/** A block of the overview: as wide as its candidates, as deep as the rows before it. */
export interface Block {
  readonly key: string
  readonly feedback: string
  readonly guess: string
  readonly level: number
  /** Where it begins, and how wide it is, as shares of the whole. */
  readonly x: number
  readonly width: number
  readonly candidates: number
  readonly height: number
}

/** The blocks of the first *levels* of the tree, as far as its nodes are loaded, without those narrower than *least*. */
export function blocks(nodes: Nodes, levels: number, least = 0.0005): Block[] {
  const root = nodes.get('')
  if (!root) return []
  const all: Block[] = []
  const add = (block: Block) => {
    if (block.width < least) return
    all.push(block)
    const node = block.level + 1 < levels ? nodes.get(block.key) : undefined
    let x = block.x
    for (const branch of node ? branchesBySize(node) : []) {
      const { guess, candidates, height, feedback } = branch
      const width = candidates / root.candidates
      const key = withRow(block.key, node!.guess, feedback)
      add({ key, feedback, guess: guess ?? '', level: block.level + 1, x, width, candidates, height })
      x += width
    }
  }
  const { guess, candidates, height } = root
  add({ key: '', feedback: '', guess, level: 0, x: 0, width: 1, candidates, height })
  return all
}

/** Keys of items. A change makes another set, so that what is drawn from it follows. */
export type Keys = ReadonlySet<string>
export const NONE: Keys = new Set()
export const NO_NODES: Nodes = new Map()

export const withKey = (keys: Keys, key: string): Keys => new Set(keys).add(key)
export const withoutKey = (keys: Keys, key: string): Keys => new Set([...keys].filter((one) => one !== key))
export const withNode = (nodes: Nodes, key: string, node: TreeNode): Nodes => new Map(nodes).set(key, node)
