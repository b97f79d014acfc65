import { expect, test } from 'vitest'
import { parseGame } from '../../src/game/rules'
import { canPlay, WAYS } from '../../src/game/ways'

test('every way is open to usual games', () => {
  expect(WAYS.every((way) => canPlay(way, parseGame('mastermind(4,6,rows=10)')))).toBe(true)
})

test('the adversary plays no game that cannot be listed, and none without a choice', () => {
  expect(canPlay('adversary', parseGame('mastermind(8,12)'))).toBe(false)
  expect(canPlay('adversary', parseGame('mastermind(1,1)'))).toBe(false)
  expect(canPlay('race', parseGame('mastermind(8,12)'))).toBe(true)
})
