import { expect, test } from 'vitest'
import type { DayResult } from '../../src/statistics/days'
import { NO_HELP } from '../../src/statistics/helpUsed'
import {
  emptyStats,
  meanGuesses,
  mergedStats,
  readStats,
  withDay,
  withGame,
  type FinishedGame,
} from '../../src/statistics/statistics'

const won = (guesses: number): FinishedGame => ({ won: true, guesses, helpUsed: NO_HELP })
const lost: FinishedGame = { won: false, guesses: 10, helpUsed: NO_HELP }
const hinted = { ...NO_HELP, hints: true }
const all = (...finished: FinishedGame[]) =>
  finished.reduce((stats, one) => withGame(stats, 'g', one), emptyStats())
const after = (...finished: FinishedGame[]) => all(...finished).games['g']!
const day = (guesses: number): DayResult => ({
  guesses,
  history: '1122:4.0',
  helpUsed: NO_HELP,
  practice: false,
})

test('games are counted by how they ended', () => {
  expect(after(won(5), won(4), lost, won(4))).toEqual({
    played: 4,
    won: 3,
    lost: 1,
    helped: 0,
    distribution: { 4: 2, 5: 1 },
    streak: 1,
    longest: 2,
    last: 4,
  })
})

test('games with help or undo are counted apart and do not end a streak', () => {
  const undone = { ...NO_HELP, undone: 1 }
  const stats = after(
    won(5),
    { won: true, guesses: 2, helpUsed: hinted },
    { ...lost, helpUsed: hinted },
    { ...won(3), helpUsed: undone },
    { ...won(3), helpUsed: { ...NO_HELP, computer: 'played' } },
    { ...won(3), helpUsed: { ...NO_HELP, begun: true } },
    won(5),
  )
  expect(stats).toMatchObject({ played: 2, won: 2, lost: 0, helped: 5, streak: 2, distribution: { 5: 2 } })
})

test('the mean is over games won', () => {
  expect(meanGuesses(after(won(5), won(4), lost))).toBe(4.5)
  expect(meanGuesses(after(lost))).toBeNull()
})

test('a day counts once for each kind', () => {
  const once = withDay(emptyStats(), 'mastermind', '2026-11-16', day(5))
  expect(withDay(once, 'mastermind', '2026-11-16', day(3)).daily.mastermind).toEqual({ '2026-11-16': day(5) })
  const both = withDay(once, 'bullscows', '2026-11-16', day(0)).daily
  expect(both).toEqual({
    mastermind: { '2026-11-16': day(5) },
    bullscows: { '2026-11-16': day(0) },
    words: {},
  })
})

test('statistics are read back, also those of former versions, and nothing else', () => {
  const stats = withDay(all(won(4), lost), 'bullscows', '2026-11-16', { ...day(4), helpUsed: hinted })
  expect(readStats(JSON.parse(JSON.stringify({ schema: 'bestguess.stats/2', ...stats })))).toEqual(stats)
  const oldName = { games: {}, daily: { bullscows: { '2026-11-16': { guesses: 4, marks: hinted } } } }
  expect(readStats(oldName)?.daily.bullscows['2026-11-16']?.helpUsed).toEqual(hinted)
  const former = { games: {}, days: { '2026-01-01': 4, '2026-01-02': 0 } }
  expect(readStats(former)?.daily.mastermind).toMatchObject({
    '2026-01-01': { guesses: 4, practice: false },
    '2026-01-02': { guesses: 0 },
  })
  const wrong: unknown[] = [null, [], 7, {}, { games: [] }, { games: { g: {} } }]
  wrong.push({ games: { g: { ...after(won(4)), won: -1 } } })
  wrong.push({ games: { g: { ...after(won(4)), distribution: { x: 1 } } } })
  wrong.push({ games: {}, days: { yesterday: 4 } }, { games: {}, daily: { chess: {} } })
  expect(wrong.map(readStats)).toEqual(wrong.map(() => null))
})

test('merging adds games up and keeps my days', () => {
  const mine = withDay(all(won(4), won(5)), 'mastermind', '2026-11-16', day(4))
  const theirs = withDay(all(won(4), lost), 'mastermind', '2026-11-16', day(7))
  const both = mergedStats(mine, withDay(theirs, 'mastermind', '2026-11-15', day(6)))
  expect(both.games.g).toMatchObject({ played: 4, won: 3, lost: 1, distribution: { 4: 2, 5: 1 }, longest: 2 })
  expect(both.daily.mastermind).toEqual({ '2026-11-15': day(6), '2026-11-16': day(4) })
})
