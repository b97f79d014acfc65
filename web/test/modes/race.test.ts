import { expect, test, vi } from 'vitest'
import { parseGame, type Row } from '../../src/game/rules'
import { progress, raceResult, runEngine, turnsFor } from '../../src/modes/race'

const game = parseGame('mastermind(2,3,rows=4)')
const rows = (...answers: string[]): Row[] => answers.map((feedback) => ({ guess: '12', feedback }))
const lost = (count: number) => rows(...Array<string>(count).fill('0.0'))

test('the engine is one guess ahead of the player, and at the end has all that the board has', () => {
  expect([turnsFor(game, 2, false), turnsFor(game, 2, true), turnsFor(game, 4, false)]).toEqual([3, 4, 4])
  expect(turnsFor(parseGame('mastermind(2,3)'), 2, true)).toBeGreaterThan(8)
})

test('the engine goes on from its rows, and stops when it has won', async () => {
  const guesses: Record<string, string> = { '': '11', '11:0.0': '22', '11:0.0 22:1.0': '32' }
  const ask = vi.fn((history: string) => Promise.resolve(guesses[history]!))
  const reported: (readonly Row[])[] = []
  await runEngine(game, '32', [], 1, ask, (found) => reported.push(found))
  await runEngine(game, '32', reported.at(-1)!, 4, ask, (found) => reported.push(found))
  expect(ask.mock.calls.flat()).toEqual(['', '11:0.0', '11:0.0 22:1.0'])
  expect(reported.at(-1)!.map((row) => row.feedback)).toEqual(['0.0', '1.0', '2.0'])
})

test.each([
  ['nobody yet', lost(2), lost(2), false, 'open'],
  ['the player, and the engine has had its turn', rows('0.0', '2.0'), lost(2), true, 'player'],
  ['the player, who waits for the engine’s turn', rows('0.0', '2.0'), lost(1), true, 'open'],
  ['the engine, while the player goes on', lost(3), rows('0.0', '0.0', '2.0'), false, 'engine'],
  ['the engine, some guesses before', rows('0.0', '0.0', '0.0', '2.0'), rows('0.0', '2.0'), true, 'engine'],
  ['both at once', rows('0.0', '2.0'), rows('0.0', '2.0'), true, 'both'],
  ['the player, and the engine later', rows('2.0'), rows('0.0', '2.0'), true, 'player'],
  ['the engine, after the player gave up', lost(1), rows('0.0', '0.0', '2.0'), true, 'engine'],
  ['neither', lost(4), lost(4), true, 'neither'],
] as const)('first is %s', (_who, player, engine, over, result) => {
  expect(raceResult(game, player, engine, over)).toBe(result)
})

test('progress goes by the share that each guess leaves, and ends with the code', () => {
  expect(progress(1296, 1296, false)).toBe(0)
  expect(progress(36, 1296, false)).toBeCloseTo(0.5)
  expect(progress(1, 1296, false)).toBeLessThan(1)
  expect(progress(1, 1296, true)).toBe(1)
})
