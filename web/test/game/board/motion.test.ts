import { expect, test } from 'vitest'
import { justPlayed, wasPlaced } from '../../../src/game/board/motion'
import { parseGame, parseHistory } from '../../../src/game/rules'

const game = parseGame('mastermind(4,6)')
const shown = (text: string, active = true) => ({ game, rows: parseHistory(game, text), active })

test('a row that is added to a board in play was just played', () => {
  expect(justPlayed(shown(''), shown('1122:1.1'))).toBe(1)
  expect(justPlayed(shown('1122:1.1'), shown('1122:1.1 1314:1.1'))).toBe(2)
  expect(justPlayed(shown('1122:1.1', false), shown('1122:1.1 1314:1.1', false))).toBe(2)
})

test('loading, going back and other games are no rows that were just played', () => {
  expect(justPlayed(shown('', false), shown('1122:1.1'))).toBe(null)
  expect(justPlayed(shown('1122:1.1 1314:1.1'), shown('1122:1.1'))).toBe(null)
  expect(justPlayed(shown('1122:1.1'), shown('3344:1.1 1314:1.1'))).toBe(null)
  const other = parseGame('mastermind(4,5)')
  expect(justPlayed(shown(''), { game: other, rows: parseHistory(other, '1122:1.1'), active: true })).toBe(
    null,
  )
})

test('a symbol is placed when one more place is filled', () => {
  expect(wasPlaced(['', ''], ['1', ''])).toBe(true)
  expect(wasPlaced(['1', ''], ['', ''])).toBe(false)
  expect(wasPlaced(['', ''], ['1', '2'])).toBe(false)
})
