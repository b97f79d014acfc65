import { expect, test } from 'vitest'
import { shortNumber, roughly } from '../../src/shared/format'

test('numbers stay short', () => {
  expect(shortNumber(1296, 'en')).toBe('1,296')
  expect(shortNumber(4294967296, 'en')).toBe('4.3B')
})

test('numbers from a sample are round', () => {
  expect(roughly(52_027_785, 'en')).toBe('≈ 52M')
  expect(roughly(1_234.5, 'en')).toBe('≈ 1.2K')
  expect(roughly(7.26, 'en')).toBe('≈ 7.3')
})
