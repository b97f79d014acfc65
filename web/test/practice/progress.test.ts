import { expect, test } from 'vitest'
import { SKILLS } from '../../src/practice/judge'
import {
  currentSkill,
  firstTries,
  firstUnsolved,
  isOpen,
  NO_PROGRESS,
  setKey,
  starsOf,
  validProgress,
  withFailure,
  withPerfectGames,
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

test('puzzles at the first try are counted over all games, and the next puzzle is the first unsolved one', () => {
  const other = setKey('mastermind(3,4)', 'win-in-two', 1)
  const progress = { ...NO_PROGRESS, solved: { [set]: [1, 3], [other]: [1] }, failed: { [set]: [3] } }
  expect([firstTries(progress, 'win-in-two'), firstTries(progress, 'best-guess')]).toEqual([2, 0])
  expect([firstUnsolved(progress, set), firstUnsolved(progress, 'none')]).toEqual([2, 1])
})

const solved = (kind: string, count: number) => ({
  [setKey('mastermind(4,6)', kind, 1)]: Array.from({ length: count }, (_, index) => index + 1),
})

test('two, five and eight puzzles at the first try make a star each', () => {
  const stars = (count: number) =>
    starsOf({ ...NO_PROGRESS, solved: solved('best-guess', count) }, 'best-guess')
  expect([0, 1, 2, 4, 5, 7, 8, 50].map(stars)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
})

test('a skill opens after the one before it has a star; what was learned before the path was there stays open', () => {
  const open = (progress: typeof NO_PROGRESS) => SKILLS.filter((skill) => isOpen(progress, skill))
  expect(open(NO_PROGRESS)).toEqual(['read-pins'])
  expect(open({ ...NO_PROGRESS, solved: solved('read-pins', 2) })).toEqual(['read-pins', 'only-secret'])
  expect(open({ ...NO_PROGRESS, solved: solved('cannot-lose', 2) })).toEqual([
    'read-pins',
    'cannot-lose',
    'best-guess',
  ])
})

test('the skill to go on with is the first without a star, then the first without three', () => {
  const all = (count: number) => Object.assign({}, ...SKILLS.map((skill) => solved(skill, count))) as object
  expect(currentSkill(NO_PROGRESS)).toBe('read-pins')
  expect(currentSkill({ ...NO_PROGRESS, solved: solved('read-pins', 2) })).toBe('only-secret')
  expect(currentSkill({ ...NO_PROGRESS, solved: { ...all(2), ...solved('read-pins', 8) } })).toBe(
    'only-secret',
  )
  expect(currentSkill({ ...NO_PROGRESS, solved: all(8) as Record<string, number[]> })).toBe('best-guess')
})

test('perfect games make stars, which stay when the games are gone', () => {
  const progress = withPerfectGames(NO_PROGRESS, 2)
  expect([starsOf(NO_PROGRESS, 'perfect-game'), starsOf(progress, 'perfect-game')]).toEqual([0, 2])
  expect(withPerfectGames(progress, 1)).toBe(progress)
})

test('what is kept is read only in its form', () => {
  expect(validProgress({ solved: { a: [1], b: 'x', c: [0] }, streak: -1, longest: 2.5 })).toEqual({
    solved: { a: [1] },
    failed: {},
    streak: 0,
    longest: 0,
  })
})
