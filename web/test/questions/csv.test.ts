import { expect, test } from 'vitest'
import { formatCsv, parseCsv, withCommas } from '../../src/questions/csv'

test('cells are read with quotes, line ends of any system, and without empty lines', () => {
  const text = '\uFEFFanimals,cat,"dog, old"\r\n"Is it ""big""?", no ,yes\r\n\r\n"two\nlines",a,\n'
  expect(parseCsv(text)).toEqual([
    ['animals', 'cat', 'dog, old'],
    ['Is it "big"?', 'no', 'yes'],
    ['two\nlines', 'a', ''],
  ])
})

test('a short row is filled up, and no text has no cells', () => {
  expect(parseCsv('a,b,c\nd')).toEqual([
    ['a', 'b', 'c'],
    ['d', '', ''],
  ])
  expect(parseCsv('')).toEqual([])
})

test('what is written is read back', () => {
  const cells = [
    ['', 'a,b', 'say "c"'],
    ['two\nlines', 'd', 'e'],
  ]
  expect(parseCsv(formatCsv(cells))).toEqual(cells)
  expect(
    formatCsv(
      [
        ['x', 'a;b', 'cost'],
        ['q', 'y', '0,5'],
      ],
      'x;a;cost',
    ),
  ).toBe('x;"a;b";cost\nq;y;0,5\n')
})

test('a table from a spreadsheet gets commas, what the engine reads stays as it is', () => {
  expect(withCommas('a\tb\nc, d\te\n')).toBe('a,b\n"c, d",e\n')
  expect(withCommas('a;b\nc;0,5')).toBe('a;b\nc;0,5')
  expect(withCommas('things, all;b;c\nd;e;f')).toBe('"things, all",b,c\nd,e,f\n')
  expect(withCommas('"a;b;c",d\ne,f')).toBe('"a;b;c",d\ne,f')
  expect(withCommas('a, b\r\nc,d')).toBe('a, b\r\nc,d')
})
