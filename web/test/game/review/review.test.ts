import { expect, test } from 'vitest'
import { reviewSum } from '../../../src/game/review/review'
import { seeded } from '../../../src/shared/random'

test('the printed review adds up, and no number is off by a hundredth', () => {
  const draw = seeded('sums')
  for (let round = 0; round < 2000; round++) {
    const guesses = 1 + draw(9)
    const value = 1 + draw(100_000) / 17_001
    const loss = draw(3) ? draw(10_000) / 7_001 : 0
    const expected_now = draw(2) ? draw(10_000) / 3_001 : 0
    const luck = value + loss - guesses - expected_now
    const sum = reviewSum({ guesses, value, loss, luck, expected_now })
    expect(sum.guesses * 100 + sum.now).toBe(sum.value + sum.loss - sum.luck)
    for (const [printed, exact] of [
      [sum.value, value],
      [sum.loss, loss],
      [sum.luck, luck],
      [sum.now, expected_now],
    ] as const)
      expect(Math.abs(printed - 100 * exact)).toBeLessThan(1)
    if (loss === 0) expect(sum.loss).toBe(0)
    if (expected_now === 0) expect(sum.now).toBe(0)
  }
})

test('a known game is printed as the command line has it', () => {
  const review = {
    guesses: 5,
    value: 625 / 144,
    loss: 0.14712664842873177,
    luck: -0.5125955737934904,
    expected_now: 0,
  }
  expect(reviewSum(review)).toEqual({ guesses: 5, now: 0, value: 434, loss: 15, luck: -51 })
})
