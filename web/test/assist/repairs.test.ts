import { expect, test } from 'vitest'
import { ofAnswers, repaired } from '../../src/assist/repairs'
import { parseGame, parseHistory } from '../../src/game/rules'
import en from '../../src/i18n/en'

const game = parseGame('mastermind(4,6)')
const rows = parseHistory(game, '1122:0.0 3344:0.2 5566:2.1')
const miscounted = {
  rows: [{ number: 2, guess: '3344', feedback: '0.1' }],
  slips: ['one off' as const],
  candidates: 8,
}
const misread = {
  rows: [
    { number: 1, guess: '1122', feedback: '0.1' },
    { number: 2, guess: '6344', feedback: '0.2' },
  ],
  slips: ['one off' as const, 'misread' as const],
  candidates: 8,
}

test('a repair changes the rows that it names', () => {
  expect(repaired(rows, miscounted).map((row) => row.feedback)).toEqual(['0.0', '0.1', '2.1'])
  expect(repaired(rows, misread).map((row) => row.guess)).toEqual(['1122', '6344', '5566'])
})

test('where the computer made the guesses, a repair that changes one is left out', () => {
  expect(ofAnswers(rows, [misread, miscounted])).toEqual([miscounted])
})

test('a contradiction names its rows', () => {
  expect(en.assist.cannotBe([2])).toBe('Row 2 cannot be right with the others.')
  expect(en.assist.cannotBe([1, 3])).toBe('Rows 1 and 3 cannot all be right with the others.')
})
