import { expect, test } from 'vitest'
import { bars } from '../../src/shared/histogram'

test('a distribution is listed from one guess to the most, gaps as zero', () => {
  expect(bars({ '1': 1, '3': 5 }, 4)).toEqual([1, 0, 5, 0])
})

test('without a given end the bars go to the most guesses, without a gap', () => {
  expect(bars({ '1': 1, '3': 1 })).toEqual([1, 0, 1])
  expect(bars({})).toEqual([])
})
