import { expect, test } from 'vitest'
import {
  firstUnsolved,
  NO_PROGRESS,
  setKey,
  solvedCount,
  validProgress,
  withFailure,
  withSolved,
} from '../../src/practice/progress'

const set = setKey('mastermind(4,6)', 'win-in-two', 1)

test('puzzles solved at the first try make a streak, each counts once', () => {
  let progress = withSolved(withSolved(NO_PROGRESS, set, 1), set, 2)
  expect(progress).toMatchObject({ streak: 2, longest: 2 })
  expect(withSolved(progress, set, 2)).toBe(progress)
  progress = withSolved(withFailure(progress, set, 3), set, 3)
  expect(progress).toMatchObject({ streak: 0, longest: 2, solved: { [set]: [1, 2, 3] } })
})

test('a puzzle that was solved before costs nothing when it is tried again', () => {
  const progress = withSolved(NO_PROGRESS, set, 1)
  expect(withFailure(progress, set, 1).streak).toBe(1)
  expect(withFailure(progress, set, 2).streak).toBe(0)
})

test('sets are counted by their beginning, and the next puzzle is the first unsolved one', () => {
  const other = setKey('mastermind(3,4)', 'win-in-two', 1)
  const progress = { ...NO_PROGRESS, solved: { [set]: [1, 3], [other]: [1] } }
  expect([solvedCount(progress), solvedCount(progress, 'mastermind(4,6) ')]).toEqual([3, 2])
  expect([firstUnsolved(progress, set), firstUnsolved(progress, 'none')]).toEqual([2, 1])
})

test('what is kept is read only in its form', () => {
  expect(validProgress({ solved: { a: [1], b: 'x', c: [0] }, streak: -1, longest: 2.5 })).toEqual({
    solved: { a: [1] },
    failed: {},
    streak: 0,
    longest: 0,
  })
})
