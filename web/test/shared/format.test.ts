import { expect, test } from 'vitest'
import { shortNumber } from '../../src/shared/format'

test('numbers stay short', () => {
  expect(shortNumber(1296, 'en')).toBe('1,296')
  expect(shortNumber(4294967296, 'en')).toBe('4.3B')
})
