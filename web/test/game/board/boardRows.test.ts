import { expect, test } from 'vitest'
import { boardRows, wraps } from '../../../src/game/board/boardRows'
import { parseGame, parseHistory } from '../../../src/game/rules'

const game = parseGame('mastermind(4,6)')

test('the board has a line for each of its rows; the active one follows the played ones', () => {
  const board = parseGame('mastermind(4,6,rows=4)')
  const rows = parseHistory(board, '1122:1.0 1344:0.1')
  const kinds = (active: boolean, edited: number | null = null) =>
    boardRows(board, rows, active, edited).map((row) => row.kind)
  expect(kinds(true)).toEqual(['played', 'played', 'active', 'empty'])
  expect(kinds(false)).toEqual(['played', 'played', 'empty', 'empty'])
  expect(kinds(true, 1)).toEqual(['active', 'played', 'empty', 'empty'])
  expect(boardRows(game, rows, true).length).toBe(3)
  expect(boardRows(game, rows, true, 2).length).toBe(2)
})

test('a small screen leaves out all rows to come but two, and all of them once the game is over', () => {
  const board = parseGame('mastermind(4,6,rows=10)')
  const far = (text: string) =>
    boardRows(board, parseHistory(board, text), true)
      .filter((row) => row.far)
      .map((row) => row.number)
  expect(far('')).toEqual([4, 5, 6, 7, 8, 9, 10])
  expect(far('1122:1.0 1344:0.1')).toEqual([6, 7, 8, 9, 10])
  expect(far('1122:1.0 1344:4.0').length).toBeGreaterThan(6)
})

test('long codes have a line of their own in a narrow place, those of six pegs on the smallest phones only', () => {
  const narrowest = (pegs: number) =>
    [700, 480, 350].filter((width) => wraps(parseGame(`mastermind(${pegs},8)`), width))
  expect(narrowest(5)).toEqual([])
  expect(narrowest(6)).toEqual([350])
  expect(narrowest(7)).toEqual([480, 350])
})
