import { expect, test } from 'vitest'
import { afterTry, isDue, mistakesOf, type Schedule } from '../../src/practice/mistakes'
import { dayAfter } from '../../src/statistics/days'
import type { PastGame } from '../../src/statistics/pastGames'

const game: PastGame = {
  id: 'a',
  game: 'mastermind(4,6,rows=10)',
  history: '1123:2.0 1453:2.0 1663:1.0 4423:4.0',
  secret: '4423',
  date: '2026-11-16',
  won: true,
  helped: false,
  accuracy: 88,
  costly: [
    { row: 2, extra: 0.2 },
    { row: 1, extra: 0.4 },
    { row: 3, extra: 0.9 },
  ],
}

test('guesses that cost more than 0.3 are mistakes, each position once, the costliest first', () => {
  const again = { ...game, id: 'b', date: '2026-11-01' }
  const found = mistakesOf([game, again])
  expect(found.map(({ history, guess, extra, date }) => [history, guess, extra, date])).toEqual([
    ['1123:2.0 1453:2.0', '1663', 0.9, '2026-11-16'],
    ['', '1123', 0.4, '2026-11-16'],
  ])
})

const [mistake] = mistakesOf([game])
/** The days from the game on, so many, on which *mistake* is due when it is solved each time, or as *right* says. */
function daysDue(days: number, right: (day: number) => boolean): number[] {
  let schedule: Schedule = {}
  const due: number[] = []
  for (let day = 0; day <= days; day++) {
    const date = dayAfter(game.date, day)
    if (!isDue(schedule, mistake!, date)) continue
    due.push(day)
    schedule = afterTry(schedule, mistake!, right(day), date)
    expect(isDue(schedule, mistake!, date)).toBe(false)
  }
  return due
}

test('a mistake is asked after one, three and seven days; solved thrice, it is gone', () => {
  expect(daysDue(60, () => true)).toEqual([1, 4, 11])
})

test('one that is not solved is asked the next day, and begins anew', () => {
  expect(daysDue(20, (day) => day !== 4)).toEqual([1, 4, 5, 8, 15])
})

test('it stays due until it is tried, and only the first try of a day counts', () => {
  expect(isDue({}, mistake!, '2027-01-01')).toBe(true)
  const failed = afterTry({}, mistake!, false, '2026-11-17')
  expect(afterTry(failed, mistake!, true, '2026-11-17')).toBe(failed)
})
