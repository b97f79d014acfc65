import { expect, test } from 'vitest'
import {
  blocks,
  leadsTo,
  prefixes,
  stepFor,
  treeItems,
  type Nodes,
} from '../../../src/explore/tree/treeItems'
import { parseGame } from '../../../src/game/rules'
import type { TreeNode } from '../../../src/shared/api/client'

const game = parseGame('mastermind(2,3)')
const branch = (feedback: string, guess: string, candidates: number, height: number) => ({
  feedback,
  guess,
  candidates,
  height,
  wins: true,
  mean: height,
})
const node = (history: string, guess: string, candidates: number, branches: TreeNode['branches']) =>
  ({ history, guess, candidates, branches, wins: true, height: 3, mean: 2 }) as TreeNode

const nodes: Nodes = new Map([
  ['', node('', '12', 9, [branch('0.0', '33', 1, 1), branch('1.0', '13', 4, 2), branch('0.1', '31', 3, 2)])],
  ['12:1.0', node('12:1.0', '13', 4, [branch('1.0', '11', 3, 2)])],
])

test('the items are those that are unfolded, the largest first, the end of a winning guess last', () => {
  const shown = treeItems(nodes, new Set(['', '12:1.0']), game)
  expect(shown.map((item) => item.key)).toEqual([
    '',
    '12:1.0',
    '12:1.0 13:1.0',
    '12:1.0 13:2.0',
    '12:0.1',
    '12:0.0',
    '12:2.0',
  ])
  expect(shown.map((item) => item.level)).toEqual([1, 2, 3, 3, 2, 2, 2])
  expect(shown.map((item) => `${item.place}/${item.siblings}`).slice(1)).toEqual([
    '1/4',
    '1/2',
    '2/2',
    '2/4',
    '3/4',
    '4/4',
  ])
  expect(treeItems(nodes, new Set(), game)).toHaveLength(1)
  expect(treeItems(new Map(), new Set(['']), game)).toEqual([])
})

test('a single candidate and an end have nothing to unfold', () => {
  const shown = treeItems(nodes, new Set(['']), game)
  expect(shown.filter((item) => item.opens).map((item) => item.key)).toEqual(['', '12:1.0', '12:0.1'])
})

test('the arrows go as in a file tree', () => {
  const shown = treeItems(nodes, new Set(['']), game)
  expect(stepFor('ArrowDown', shown, '')).toEqual({ focus: '12:1.0' })
  expect(stepFor('ArrowUp', shown, '')).toEqual({ focus: '' })
  expect(stepFor('End', shown, '')).toEqual({ focus: '12:2.0' })
  expect(stepFor('ArrowDown', shown, '12:2.0')).toEqual({ focus: '12:2.0' })
  expect(stepFor('Home', shown, '12:0.1')).toEqual({ focus: '' })
  expect(stepFor('ArrowRight', shown, '')).toEqual({ focus: '12:1.0' })
  expect(stepFor('ArrowRight', shown, '12:1.0')).toEqual({ focus: '12:1.0', unfold: '12:1.0' })
  expect(stepFor('ArrowRight', shown, '12:0.0')).toEqual({ focus: '12:0.0' })
  expect(stepFor('ArrowLeft', shown, '12:1.0')).toEqual({ focus: '' })
  expect(stepFor('ArrowLeft', shown, '')).toEqual({ focus: '', fold: '' })
  expect(stepFor('x', shown, '')).toBeNull()
  expect(stepFor('ArrowDown', shown, 'elsewhere')).toBeNull()
})

test('right on an unfolded item whose branches are not loaded yet stays', () => {
  const shown = treeItems(nodes, new Set(['', '12:0.1']), game)
  expect(stepFor('ArrowRight', shown, '12:0.1')).toEqual({ focus: '12:0.1' })
})

test('a history leads on by the guess of its node and a feedback that is there', () => {
  const root = nodes.get('')!
  expect(leadsTo(root, '', '12:1.0', game)).toBe(true)
  expect(leadsTo(root, '', '12:2.0', game)).toBe(true)
  expect(leadsTo(root, '', '12:0.2', game)).toBe(false)
  expect(leadsTo(root, '', '11:1.0', game)).toBe(false)
})

test('the prefixes of a history begin with none of its rows and end with all', () => {
  expect(prefixes('')).toEqual([''])
  expect(prefixes('12:1.0 13:0.1')).toEqual(['', '12:1.0', '12:1.0 13:0.1'])
})

test('blocks are as wide as their candidates are many and lie under their parents', () => {
  const all = blocks(nodes, 3)
  expect(all.map((block) => block.key)).toEqual(['', '12:1.0', '12:1.0 13:1.0', '12:0.1', '12:0.0'])
  const [, first, below, second] = all
  expect(first).toMatchObject({ x: 0, level: 1, candidates: 4 })
  expect(first!.width).toBeCloseTo(4 / 9)
  expect(below).toMatchObject({ x: 0, level: 2 })
  expect(second!.x).toBeCloseTo(4 / 9)
  expect(blocks(nodes, 2).map((block) => block.level)).toEqual([0, 1, 1, 1])
})
