import { expect, test } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { isKind, judge, partsOf } from '../../src/practice/judge'
import type { Puzzle } from '../../src/shared/api/client'

const game = parseGame('mastermind(4,6)')
const rows = parseHistory(game, '6555:0.0 2412:1.2 3214:1.2')
const puzzle = { history: '', solutions: ['1232'] } as unknown as Puzzle

test('a solution is right, whatever the kind', () => {
  expect(judge(game, 'win-in-two', rows, puzzle, '1232')).toEqual({ right: true })
  expect(partsOf(game, rows, '1232').map((part) => part.size)).toEqual(Array(8).fill(1))
})

test('a wrong guess fails on the answer that leaves most codes, the winning one apart', () => {
  expect(judge(game, 'win-in-two', rows, puzzle, '2231')).toEqual({
    right: false,
    failure: { row: null, feedback: '2.1', left: 2 },
  })
  expect(partsOf(game, rows, '2231').reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1)
})

test('a code that is asked for fails on the first row that it does not fit', () => {
  const found = judge(game, 'only-secret', rows, puzzle, '1555')
  expect(found).toEqual({ right: false, failure: { row: 1, feedback: '3.0', left: 0 } })
})

test('a code that fits every row without being possible fails on none', () => {
  const distinct = parseGame('mastermind(3,4,secrets=distinct)')
  const [row] = parseHistory(distinct, '123:1.0')
  expect(judge(distinct, 'only-secret', [row!], puzzle, '144')).toEqual({
    right: false,
    failure: { row: null, feedback: '', left: 0 },
  })
})

test('kinds are known by name', () => {
  expect([isKind('win-in-two'), isKind('read-pins'), isKind('mate'), isKind(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('an answer that is wrong fails on itself alone', () => {
  const answer = { ...puzzle, solutions: ['1.1'] }
  expect(judge(game, 'read-pins', [], answer, '1.1')).toEqual({ right: true })
  expect(judge(game, 'read-pins', [], answer, '0.2')).toEqual({
    right: false,
    failure: { row: null, feedback: '0.2', left: 0 },
  })
})
