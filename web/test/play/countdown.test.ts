import { expect, test } from 'vitest'
import { timeLeft, untilMidnight } from '../../src/play/countdown'

test('the time left is until midnight of the local day', () => {
  expect(timeLeft(untilMidnight(new Date(2026, 10, 16, 18, 50, 57)))).toBe('5:09:03')
  expect(timeLeft(untilMidnight(new Date(2026, 10, 16, 23, 59, 59, 500)))).toBe('0:00:01')
})
