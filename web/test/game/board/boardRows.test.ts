import { expect, test } from 'vitest'
import { boardRows, MOST_EMPTY, paletteLines, USUAL_ROWS, wraps } from '../../../src/game/board/boardRows'
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

test('a board without a limit shows a few rows at least, so that what is below it does not move', () => {
  expect(boardRows(game, [], true, null, USUAL_ROWS).length).toBe(USUAL_ROWS)
  const long = parseGame(`mastermind(4,6,rows=${MOST_EMPTY + 1})`)
  expect(boardRows(long, [], true, null, USUAL_ROWS).length).toBe(USUAL_ROWS)
})

test('symbols take as few lines as hold them; letters have their keyboard', () => {
  const lines = (text: string) => [false, true].map((narrow) => paletteLines(parseGame(text), narrow))
  expect(lines('mastermind(4,6)')).toEqual([1, 1])
  expect(lines('bullscows(4,10)')).toEqual([1, 2])
  expect(lines('mastermind(4,16)')).toEqual([2, 3])
  expect(lines('words(english,5)')).toEqual([0, 0])
})

test('long codes have a line of their own in a narrow place, those of six pegs on the smallest phones only', () => {
  const narrowest = (pegs: number) =>
    [700, 480, 350].filter((width) => wraps(parseGame(`mastermind(${pegs},8)`), width))
  expect(narrowest(5)).toEqual([])
  expect(narrowest(6)).toEqual([350])
  expect(narrowest(7)).toEqual([480, 350])
})
