import { expect, test } from 'vitest'
import { shortDate, weekday } from '../../src/shared/date'

test('a date is written in few words, in both languages, with the year only if it is another one', () => {
  const now = new Date(2026, 10, 16)
  expect(shortDate('2026-11-16', 'en', now)).toBe('Mon 16 Nov')
  expect(shortDate('2026-11-16', 'zh', now)).toMatch(/^11月16日\s?周一$/)
  expect(shortDate('2025-12-31', 'en', now)).toBe('Wed 31 Dec 2025')
  expect(shortDate('2026-11-16', 'en', now, 'long')).toBe('Monday, 16 November')
  expect(shortDate('2026-11-16', 'zh', now, 'long')).toMatch(/^11月16日\s?星期一$/)
  expect([weekday('2026-11-16', 'en'), weekday('2026-11-16', 'zh')]).toEqual(['Mon', '周一'])
})
