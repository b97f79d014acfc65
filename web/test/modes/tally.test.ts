import { expect, test } from 'vitest'
import { nextGuesser, roundsOf, totalOf, withBegun, withEnd, type Tally } from '../../src/modes/tally'

const none: Tally = { game: 'mastermind(4,6)', rounds: [] }
const round = (tally: Tally, guesses: number, found = true) => withEnd(withBegun(tally), guesses, found)

test('player 2 guesses first, then they swap', () => {
  expect(nextGuesser(none)).toBe(1)
  expect(nextGuesser(withBegun(none))).toBe(1)
  expect(nextGuesser(round(none, 5))).toBe(0)
  expect(nextGuesser(round(round(none, 5), 4))).toBe(1)
})

test('the guesses of each are added up over the rounds', () => {
  const tally = round(round(round(none, 5), 4), 6, false)
  expect([0, 1].map((player) => totalOf(roundsOf(tally, player as 0 | 1)))).toEqual([4, 11])
  expect(roundsOf(tally, 1).map((one) => one.found)).toEqual([true, false])
})

test('a round ends once: what is undone and played again does not change it', () => {
  const tally = round(none, 5)
  expect(withEnd(tally, 3, true)).toEqual(tally)
})

test('a round that was not finished does not count, and the same player guesses again', () => {
  const again = withBegun(withBegun(none))
  expect(again.rounds).toHaveLength(1)
  expect(nextGuesser(again)).toBe(1)
})
