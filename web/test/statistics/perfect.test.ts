import { expect, test } from 'vitest'
import { parseGame } from '../../src/game/rules'
import { perfectMean } from '../../src/statistics/perfect'

test('perfect play is known for the usual games, on boards that are long enough', () => {
  expect(perfectMean(parseGame('mastermind(4,6,rows=10)'))).toBeCloseTo(5625 / 1296, 4)
  expect(perfectMean(parseGame('bullscows(4,10)'))).toBeCloseTo(26274 / 5040, 4)
  expect(perfectMean(parseGame('mastermind(4,6,rows=5)'))).toBeNull()
  expect(perfectMean(parseGame('mastermind(4,6,secrets=distinct)'))).toBeCloseTo(1435 / 360, 4)
  expect(perfectMean(parseGame('twod(10)'))).toBeNull()
})
