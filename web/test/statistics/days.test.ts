import { expect, test } from 'vitest'
import {
  dailySeed,
  dayAfter,
  dayDistribution,
  foundOn,
  streak,
  type DayResult,
} from '../../src/statistics/days'
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

test('a streak is of days found on their day without help', () => {
  const days = {
    '2026-11-10': found(),
    '2026-11-11': found(),
    '2026-11-12': found(),
    '2026-11-13': found({ helpUsed: { ...NO_HELP, hints: true } }),
    '2026-11-14': found({ practice: true }),
    '2026-11-15': found(),
    '2026-11-16': found({ guesses: 5 }),
  }
  expect(streak(days, '2026-11-16')).toBe(2)
  expect(streak(days, '2026-11-17')).toBe(2)
  expect(streak(days, '2026-11-18')).toBe(0)
  expect(streak({ ...days, '2026-11-17': found({ guesses: 0 }) }, '2026-11-17')).toBe(0)
  const all = { mastermind: days, bullscows: { '2026-11-14': found() }, words: {} }
  expect([12, 13, 14].map((day) => foundOn(all, `2026-11-${day}`))).toEqual([true, false, true])
  expect(dayDistribution(days)).toEqual({ 4: 4, 5: 1 })
})
