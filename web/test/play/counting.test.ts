import { expect, test } from 'vitest'
import { endedDaily, withPlaythrough } from '../../src/play/counting'
import { begin, type GameEnd } from '../../src/play/playthroughs'
import type { DailyPuzzle } from '../../src/play/position'
import { NO_HELP } from '../../src/statistics/helpUsed'
import { emptyStats } from '../../src/statistics/statistics'

const GAME = 'mastermind(4,6)'
const DAY: DailyPuzzle = { kind: 'mastermind', date: '2026-11-16' }
const ended = (status: GameEnd['status']) => ({
  ...begin(GAME, { game: GAME }, '', '1234'),
  end: { status, history: '1122:1.1 1234:4.0', guesses: 2 },
})

test('a game that was won or lost is counted, and no day', () => {
  const one = withPlaythrough(emptyStats(), ended('won'), null, NO_HELP)
  const both = withPlaythrough(one, ended('given up'), null, NO_HELP)
  expect(both.games[GAME]).toMatchObject({ played: 2, won: 1, lost: 1, distribution: { 2: 1 } })
  expect(both.daily).toEqual(emptyStats().daily)
})

test('a puzzle of the day is counted once, and is known afterwards as it was played', () => {
  const help = { ...NO_HELP, hints: true }
  const once = withPlaythrough(emptyStats(), ended('won'), DAY, help)
  expect(withPlaythrough(once, ended('lost'), DAY, NO_HELP)).toBe(once)
  expect(once.games[GAME]).toMatchObject({ played: 0, helped: 1 })
  expect(endedDaily(once, DAY)).toMatchObject({
    hints: true,
    counted: true,
    end: { status: 'won', history: '1122:1.1 1234:4.0', guesses: 2 },
  })
  expect(endedDaily(once, { ...DAY, date: '2026-11-15' })).toBeNull()
})

test('a puzzle of the day that was not solved has no number of guesses', () => {
  const stats = withPlaythrough(emptyStats(), ended('given up'), DAY, NO_HELP)
  expect(stats.daily.mastermind[DAY.date]!.guesses).toBe(0)
  expect(endedDaily(stats, DAY)!.end!.status).toBe('lost')
})
