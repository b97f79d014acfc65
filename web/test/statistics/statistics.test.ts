import { expect, test } from 'vitest'
import {
  emptyStats,
  meanGuesses,
  withDay,
  withGame,
  type FinishedGame,
} from '../../src/statistics/statistics'

const won = (guesses: number): FinishedGame => ({ won: true, guesses, helped: false })
const lost: FinishedGame = { won: false, guesses: 10, helped: false }
const after = (...finished: FinishedGame[]) =>
  finished.reduce((stats, one) => withGame(stats, 'g', one), emptyStats()).games['g']!

test('games are counted by how they ended', () => {
  expect(after(won(5), won(4), lost, won(4))).toEqual({
    played: 4,
    won: 3,
    lost: 1,
    helped: 0,
    distribution: { 4: 2, 5: 1 },
    streak: 1,
    longest: 2,
  })
})

test('games with help are counted apart and do not end a streak', () => {
  const stats = after(won(5), { won: true, guesses: 2, helped: true }, { ...lost, helped: true }, won(5))
  expect(stats).toMatchObject({ played: 2, won: 2, lost: 0, helped: 2, streak: 2, distribution: { 5: 2 } })
})

test('the mean is over games won', () => {
  expect(meanGuesses(after(won(5), won(4), lost))).toBe(4.5)
  expect(meanGuesses(after(lost))).toBeNull()
})

test('a day counts once', () => {
  const once = withDay(emptyStats(), '2026-11-16', won(5))
  expect(withDay(once, '2026-11-16', won(3)).days).toEqual({ '2026-11-16': 5 })
  expect(withDay(once, '2026-11-17', lost).days).toEqual({ '2026-11-16': 5, '2026-11-17': 0 })
})
