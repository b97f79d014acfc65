import { expect, test } from 'vitest'
import {
  dailySeed,
  dayAfter,
  dayDistribution,
  foundOn,
  longestRun,
  streakOverAll,
  type DayResult,
} from '../../src/statistics/days'
import { lastWeeks } from '../../src/statistics/weeks'
import { NO_HELP } from '../../src/statistics/helpUsed'

const found = (change: Partial<DayResult> = {}): DayResult => ({
  guesses: 4,
  history: '',
  helpUsed: NO_HELP,
  practice: false,
  ...change,
})

test('the seed of Mastermind is the date alone, as it always was', () => {
  expect(dailySeed('mastermind', '2026-11-16')).toBe('2026-11-16')
  expect(dailySeed('bullscows', '2026-11-16')).not.toBe('2026-11-16')
})

test('days go on over months, years and clock changes', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26')
})

test('days in a row have a code of the day, found on its day without help', () => {
  const mastermind = {
    '2026-11-10': found(),
    '2026-11-11': found(),
    '2026-11-12': found(),
    '2026-11-13': found({ helpUsed: { ...NO_HELP, hints: true } }),
    '2026-11-14': found({ practice: true }),
    '2026-11-15': found(),
    '2026-11-16': found({ guesses: 5 }),
  }
  const alone = { mastermind, bullscows: {}, words: {} }
  expect(streakOverAll(alone, '2026-11-16')).toBe(2)
  expect(streakOverAll(alone, '2026-11-17')).toBe(2)
  expect(streakOverAll(alone, '2026-11-18')).toBe(0)
  expect(longestRun(alone)).toBe(3)
  const more = {
    ...alone,
    words: { '2026-11-13': found(), '2026-11-12': found(), '2026-11-17': found({ guesses: 0 }) },
  }
  expect(longestRun(more)).toBe(4)
  expect(streakOverAll(more, '2026-11-17')).toBe(2)
  expect(['2026-11-12', '2026-11-13', '2026-11-14'].map((date) => foundOn(more, date))).toEqual([2, 1, 0])
  expect(longestRun({ mastermind: {}, bullscows: {}, words: {} })).toBe(0)
  expect(dayDistribution(mastermind)).toEqual({ 4: 4, 5: 1 })
})

test('twelve weeks go from a Monday to the Sunday of this week', () => {
  for (const date of ['2026-11-16', '2026-11-18', '2026-11-22']) {
    const dates = lastWeeks(date)
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([84, '2026-08-31', '2026-11-22'])
    expect(new Set(dates).size).toBe(84)
  }
})
