import { expect, test } from 'vitest'
import all from '../../../src/i18n/en'
import { changeOf, whatToTry } from '../../../src/game/panel/whatToTry'
import { parseGame } from '../../../src/game/rules'

/** The advice after guesses, whose answers do not matter here. */
function said(guesses: string[], guess: string, game = 'mastermind(4,6)'): string {
  const rows = guesses.map((one) => ({ guess: one, feedback: '0.0' }))
  return whatToTry(all, parseGame(game), rows, guess)
}

test.each([
  [['1122'], '1314', 'Keep one 1, move the other and bring in two new colours.'],
  [['1122'], '1345', 'Keep one 1 and bring in three new colours.'],
  [['1123'], '3145', 'Keep one 1, move the 3 and bring in two new colours.'],
  [['1112'], '1131', 'Keep two 1s, move the other and bring in a new colour.'],
  [['1122'], '2211', 'Move both 2s and both 1s.'],
  [['1123'], '1122', 'Keep both 1s and the 2 and add another 2.'],
  [['1122', '3344'], '3512', 'Keep one 3, use the 1 and the 2 again and bring in a new colour.'],
  [['1123'], '4455', 'Try a guess of two different colours.'],
])('after %j the guess %s is said as a change', (guesses, guess, text) => {
  expect(said(guesses, guess)).toBe(text)
})

test('numbers have digits', () => {
  expect(said(['0123'], '0245', 'bullscows(4,10)')).toBe(
    'Keep the 0, move the 2 and bring in two new digits.',
  )
})

test('each peg of a guess is kept, moved, used again, one more of its kind, or new', () => {
  const change = changeOf(['5566', '1123'], '1251')
  expect(change).toEqual({
    kept: [{ symbol: '1', count: 1, all: 2 }],
    moved: [
      { symbol: '2', count: 1, all: 1 },
      { symbol: '1', count: 1, all: 2 },
    ],
    back: ['5'],
    more: [],
    fresh: 0,
  })
})
