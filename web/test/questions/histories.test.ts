import { expect, test } from 'vitest'
import { joinHistory, quoted, splitHistory } from '../../src/questions/histories'

test.each([
  ['1122', '1122'],
  ['Anna Lee', '"Anna Lee"'],
  ['5" nail', '"5"" nail"'],
  ['', '""'],
  ['a:b', '"a:b"'],
  ['(1,2)', '"(1,2)"'],
])('%s is written as the engine writes it', (text, written) => {
  expect(quoted(text)).toBe(written)
})

test('any history is read back', () => {
  const rows = [
    { guess: 'Does it bark?', feedback: 'no' },
    { guess: 'say "a:b"', feedback: '' },
    { guess: 'A-B', feedback: 'left' },
  ]
  expect(joinHistory(rows)).toBe('"Does it bark?":no "say ""a:b""":"" A-B:left')
  expect(splitHistory(` ${joinHistory(rows)}  `)).toEqual(rows)
  expect(splitHistory('')).toEqual([])
})

test.each(['A-B', 'A-B:', '"open:left', 'A-B:left:x', 'A-B:left x'])('%s is no history', (text) => {
  expect(splitHistory(text)).toBeNull()
})
