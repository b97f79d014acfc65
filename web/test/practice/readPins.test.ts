import { expect, test } from 'vitest'
import { feedback } from '../../src/game/rules'
import { PINS_GAME, pinsTask } from '../../src/practice/readPins'

const tasks = Array.from({ length: 50 }, (_, index) => pinsTask(1, index + 1))

test('the solution is the answer, and two pins at least are there to count', () => {
  for (const { code, guess, solutions } of tasks) {
    expect(solutions).toEqual([feedback(PINS_GAME, guess, code)])
    expect(+solutions[0]![0]! + +solutions[0]![2]!).toBeGreaterThanOrEqual(2)
    expect(code).not.toBe(guess)
  }
})

test('the first puzzles repeat no colour, later ones do; a number always names the same puzzle', () => {
  expect(tasks.slice(0, 3).map(({ difficulty }) => difficulty)).toEqual([1, 1, 1])
  expect(new Set(tasks.map(({ difficulty }) => difficulty))).toEqual(new Set([1, 2, 3]))
  expect(pinsTask(1, 9)).toEqual(tasks[8])
  expect(pinsTask(2, 9)).not.toEqual(tasks[8])
})
