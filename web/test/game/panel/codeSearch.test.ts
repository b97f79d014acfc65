import { expect, test } from 'vitest'
import { pageOf, searchCodes } from '../../../src/game/panel/codeSearch'

test('a search of full length is by places, a shorter one is found anywhere, and a dot is any symbol', () => {
  const codes = ['1124', '1234', '2114', '4112']
  expect(searchCodes(codes, '1..4')).toEqual(['1124', '1234'])
  expect(searchCodes(codes, '11')).toEqual(['1124', '2114', '4112'])
  expect(searchCodes(codes, '1.4')).toEqual(['1124', '2114'])
  expect(searchCodes(codes, ' 4 1 ')).toEqual(['4112'])
  expect(searchCodes(codes, '')).toEqual(codes)
  expect(searchCodes(codes, '9')).toEqual([])
  expect(searchCodes(['01AB'], 'ab')).toEqual(['01AB'])
  expect(searchCodes(codes, '11240')).toEqual([])
})

test('a page beyond the end is the last one, and an empty list has an empty page', () => {
  const list = Array.from({ length: 45 }, (_, index) => index)
  expect(pageOf(list, 9, 20)).toEqual({ page: 2, from: 40, items: [40, 41, 42, 43, 44] })
  expect(pageOf([], 3, 20)).toEqual({ page: 0, from: 0, items: [] })
})
