import { expect, test } from 'vitest'
import type { Figures, TreeNode } from '../../src/shared/api/client'
import {
  bars,
  exploredGame,
  exploredStrategies,
  formatRange,
  gameOf,
  isBest,
  numbersIn,
  parseRange,
  sorted,
  turned,
  withStrategy,
} from '../../src/explore/params'
import { contrast, paint, parseHex, shareOf } from '../../src/explore/colorScale'
import { blocks, leadsTo, lines, stepFor, wayTo, type Nodes } from '../../src/explore/tree/treeLines'
import { parseGame } from '../../src/game/rules'

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

test('the lines are those that are unfolded, the largest first, the end of a winning guess last', () => {
  const shown = lines(nodes, new Set(['', '12:1.0']), game)
  expect(shown.map((line) => line.key)).toEqual([
    '',
    '12:1.0',
    '12:1.0 13:1.0',
    '12:1.0 13:2.0',
    '12:0.1',
    '12:0.0',
    '12:2.0',
  ])
  expect(shown.map((line) => line.level)).toEqual([1, 2, 3, 3, 2, 2, 2])
  expect(shown.map((line) => `${line.place}/${line.siblings}`).slice(1)).toEqual([
    '1/4',
    '1/2',
    '2/2',
    '2/4',
    '3/4',
    '4/4',
  ])
  expect(lines(nodes, new Set(), game)).toHaveLength(1)
  expect(lines(new Map(), new Set(['']), game)).toEqual([])
})

test('a single candidate and an end have nothing to unfold', () => {
  const shown = lines(nodes, new Set(['']), game)
  expect(shown.filter((line) => line.opens).map((line) => line.key)).toEqual(['', '12:1.0', '12:0.1'])
})

test('the arrows go as in a file tree', () => {
  const shown = lines(nodes, new Set(['']), game)
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

test('right on an unfolded line whose lines are not there yet stays', () => {
  const shown = lines(nodes, new Set(['', '12:0.1']), game)
  expect(stepFor('ArrowRight', shown, '12:0.1')).toEqual({ focus: '12:0.1' })
})

test('a history leads on by the guess of its node and a feedback that is there', () => {
  const root = nodes.get('')!
  expect(leadsTo(root, '', '12:1.0', game)).toBe(true)
  expect(leadsTo(root, '', '12:2.0', game)).toBe(true)
  expect(leadsTo(root, '', '12:0.2', game)).toBe(false)
  expect(leadsTo(root, '', '11:1.0', game)).toBe(false)
})

test('the way to a history begins at the start and ends there', () => {
  expect(wayTo('')).toEqual([''])
  expect(wayTo('12:1.0 13:0.1')).toEqual(['', '12:1.0', '12:1.0 13:0.1'])
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

test('every step of the scale has an ink with AA contrast, in both themes', () => {
  for (const theme of ['light', 'dark'] as const)
    for (let step = 0; step <= 100; step++) {
      const { fill, ink } = paint(step / 100, theme)
      expect(contrast(parseHex(fill), parseHex(ink))).toBeGreaterThanOrEqual(4.5)
    }
})

test('the scale only deepens in the light theme and only brightens in the dark one', () => {
  const white = [255, 255, 255] as const
  for (let step = 1; step <= 20; step++) {
    const at = (n: number, theme: 'light' | 'dark') => contrast(parseHex(paint(n / 20, theme).fill), white)
    expect(at(step, 'light')).toBeGreaterThan(at(step - 1, 'light'))
    expect(at(step, 'dark')).toBeLessThan(at(step - 1, 'dark'))
  }
})

test('a share is 0 at the least and 1 at the most, by logarithm where wanted', () => {
  expect(shareOf(2, [2, 4, 6])).toBe(0)
  expect(shareOf(6, [2, 4, 6])).toBe(1)
  expect(shareOf(10, [1, 10, 100], true)).toBeCloseTo(0.5)
  expect(shareOf(3, [3, 3])).toBe(0.5)
})

const figures = (strategy: string, total: number, worst: number, at_worst: number) =>
  ({ strategy, total, worst, at_worst, mean: total / 1296, first_guess: '1122' }) as Figures
const known = [
  figures('first', 7471, 9, 1),
  figures('minimax', 5801, 5, 694),
  figures('entropy', 5722, 6, 12),
  figures('optimal', 5625, 6, 1),
]

test('figures are sorted by a column, and the other way round at the second click', () => {
  const by = (column: 'mean' | 'worst' | 'strategy', down: boolean) =>
    sorted(known, { column, down }).map((one) => one.strategy)
  expect(by('mean', false)).toEqual(['optimal', 'entropy', 'minimax', 'first'])
  expect(by('worst', false)).toEqual(['minimax', 'optimal', 'entropy', 'first'])
  expect(by('strategy', true)).toEqual(['optimal', 'entropy', 'minimax', 'first'])
  expect(turned({ column: 'mean', down: false }, 'mean')).toEqual({ column: 'mean', down: true })
  expect(turned({ column: 'mean', down: true }, 'worst')).toEqual({ column: 'worst', down: false })
})

test('the best of a column is the lowest; at worst only among those of the least worst case', () => {
  const best = (column: 'mean' | 'worst' | 'at_worst' | 'total') =>
    known.filter((one) => isBest(one, known, column)).map((one) => one.strategy)
  expect(best('mean')).toEqual(['optimal'])
  expect(best('worst')).toEqual(['minimax'])
  expect(best('at_worst')).toEqual(['minimax'])
  expect(isBest(known[0]!, [known[0]!], 'mean')).toBe(false)
})

test('an address names the game without its rows, and the known strategies in their order', () => {
  expect(exploredGame({ game: 'mastermind(4,6,rows=10)' }).text).toBe('mastermind(4,6)')
  expect(exploredGame({}).text).toBe('mastermind(4,6)')
  expect(() => exploredGame({ game: 'chess' })).toThrow()
  expect(exploredStrategies({ strategies: 'optimal,nonsense,first' })).toEqual(['first', 'optimal'])
  expect(exploredStrategies({ strategies: 'nonsense' }).length).toBeGreaterThan(1)
})

test('a comparison has the usual strategies, and the one that led to it', () => {
  expect(withStrategy('optimal')).toContain('optimal')
  expect(withStrategy('entropy')).not.toContain('optimal')
})

test('a range is read within its limits or not at all', () => {
  const limits = { from: 1, to: 8 }
  const otherwise = { from: 2, to: 5 }
  expect(parseRange('3-6', limits, otherwise)).toEqual({ from: 3, to: 6 })
  expect(parseRange('4', limits, otherwise)).toEqual({ from: 4, to: 4 })
  for (const text of [undefined, '', '6-3', '0-4', '1-99', 'a-b'])
    expect(parseRange(text, limits, otherwise)).toEqual(otherwise)
  expect(formatRange({ from: 2, to: 5 })).toBe('2-5')
  expect(numbersIn({ from: 2, to: 5 })).toEqual([2, 3, 4, 5])
})

test('a small form gives a game or nothing', () => {
  expect(gameOf('mastermind', 4, 6, true)?.text).toBe('mastermind(4,6,secrets=distinct)')
  expect(gameOf('bullscows', 4, 3)).toBeNull()
  expect(gameOf('twod', 4, 9)?.text).toBe('twod(9)')
})

test('a distribution is listed from one guess to the most, gaps as zero', () => {
  expect(bars({ '1': 1, '3': 5 }, 4)).toEqual([1, 0, 5, 0])
})
