import { expect, test } from 'vitest'
import { formatRange, numbersIn, parseRange } from '../../src/explore/sizeRange'

test('a range is read within its limits or not at all', () => {
  const limits = { from: 1, to: 8 }
  const fallback = { from: 2, to: 5 }
  expect(parseRange('3-6', limits, fallback)).toEqual({ from: 3, to: 6 })
  expect(parseRange('4', limits, fallback)).toEqual({ from: 4, to: 4 })
  for (const text of [undefined, '', '6-3', '0-4', '1-99', 'a-b'])
    expect(parseRange(text, limits, fallback)).toEqual(fallback)
  expect(formatRange({ from: 2, to: 5 })).toBe('2-5')
  expect(numbersIn({ from: 2, to: 5 })).toEqual([2, 3, 4, 5])
})
