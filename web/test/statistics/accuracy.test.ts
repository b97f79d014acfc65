import { expect, test } from 'vitest'
import { accuracies } from '../../src/statistics/accuracy'
import { readPastGames, type PastGame } from '../../src/statistics/pastGames'

const past = (accuracy: number | null, change: Partial<PastGame> = {}): PastGame => ({
  id: String(Math.random()),
  game: 'g',
  history: '',
  secret: null,
  date: '2026-11-18',
  won: true,
  helped: false,
  accuracy,
  costly: [],
  ...change,
})

test('each game is averaged with the four before it, the oldest first', () => {
  expect(accuracies([past(100), past(80), past(60)], 'g')).toEqual([60, 70, 80])
  expect(
    accuracies(
      [90, 80, 80, 80, 80, 10].map((accuracy) => past(accuracy)),
      'g',
    ).at(-1),
  ).toBe(82)
})

test('only games of this kind count, without help and with a review', () => {
  const games = [past(90), past(10, { game: 'h' }), past(10, { helped: true }), past(null)]
  expect(accuracies(games, 'g')).toEqual([90])
  expect(accuracies([], 'g')).toEqual([])
})

test('thirty are shown, and the first of them knows those before', () => {
  const values = accuracies(
    Array.from({ length: 40 }, (_, nth) => past(100 - nth)),
    'g',
  )
  expect([values.length, values[0], values.at(-1)]).toEqual([30, 69, 98])
})

test('past games are read from a file, and nothing else', () => {
  const one = past(90)
  expect(readPastGames(JSON.parse(JSON.stringify([one, null, { id: 7 }, 'x'])))).toEqual([one])
  expect(readPastGames(undefined)).toEqual([])
})
