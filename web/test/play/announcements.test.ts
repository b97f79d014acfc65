import { expect, test } from 'vitest'
import { happened, type Moment } from '../../src/play/announcements.svelte'

const at = (id: string, count: number, kind = 'drawn'): Moment => ({
  id,
  here: `${id} ${count}`,
  kind,
  count,
})
const nowhere: Moment = { id: '', here: '', kind: '', count: 0 }

test('rows that are played and undone are told apart', () => {
  expect(happened(at('a', 1), at('a', 2))).toBe('played')
  expect(happened(at('a', 2), at('a', 1))).toBe('undone')
  expect(happened(at('a', 2), at('a', 0, 'two'))).toBe('nothing')
  expect(happened(at('a', 2), at('a', 2))).toBe('nothing')
  expect(happened(at('a', 2), { ...at('a', 2), here: 'in other words' })).toBe('nothing')
})

test('another game begins, or is entered in its middle', () => {
  expect(happened(at('a', 3), at('b', 0))).toBe('begun')
  expect(happened(at('a', 3), at('b', 4))).toBe('entered')
})

test('nothing is said of the first position, nor while there is none', () => {
  expect(happened(nowhere, at('a', 3))).toBe('nothing')
  expect(happened(at('a', 3), nowhere)).toBe('nothing')
})
