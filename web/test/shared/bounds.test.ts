import { expect, test } from 'vitest'
import en from '../../src/i18n/en'
import { boundsOf, formatBounds, isProven } from '../../src/shared/bounds'

test('bounds are printed as a range only when they differ as printed', () => {
  const print = (range: [number, number | null]) =>
    formatBounds(boundsOf(range), (n) => n.toFixed(2), en.side)
  expect(print([0.1, 0.1])).toBe('0.10')
  expect(print([0.101, 0.104])).toBe('0.10')
  expect(print([0, 0.28])).toBe('0.00 to 0.28')
  expect(print([3.1, null])).toBe('at least 3.10 guesses')
})

test('bounds prove a value only when they are equal', () => {
  expect(isProven(boundsOf([0.1, 0.1]))).toBe(true)
  expect(isProven(boundsOf([0.101, 0.104]))).toBe(false)
  expect(isProven(boundsOf([3.1, null]))).toBe(false)
})
