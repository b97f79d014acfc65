import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LEVELS } from '../../src/game/picker/kinds'
import { parseCsv } from '../../src/questions/csv'
import { SHIPPED_NAMES, shippedName } from '../../src/questions/shipped'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = path('../../src/questions/tables')
const textOf = (name: string) => readFileSync(`${folder}/${name}.txt`, 'utf8')

test('each table that comes with the page has a name and a level in the picker', () => {
  expect(readdirSync(folder).sort()).toEqual(SHIPPED_NAMES.map((name) => `${name}.txt`).sort())
  expect(LEVELS.table).toEqual([...SHIPPED_NAMES.map((name) => `table(${name})`), 'table'])
  expect(shippedName('table(animals)')).toBe('animals')
  expect(shippedName('table(617350953d7ca4d9,goal=identify)')).toBe('animals')
  expect(shippedName('table(0123456789abcdef)')).toBeUndefined()
})

test('the people are those of the examples', () => {
  expect(textOf('people')).toBe(readFileSync(path('../../../examples/people.csv'), 'utf8'))
})

test.each([
  ['animals', 50],
  ['countries', 60],
])('of %s there are %d, each with its own answers, yes or no', (name, size) => {
  const [[, ...things], ...questions] = parseCsv(textOf(name)) as [string[], ...string[][]]
  expect(things).toHaveLength(size)
  expect(new Set(things).size).toBe(size)
  expect(questions.length).toBeGreaterThanOrEqual(12)
  expect(questions.length).toBeLessThanOrEqual(20)
  expect(questions.every(([text]) => text!.endsWith('?'))).toBe(true)
  const answers = questions.map(([, ...cells]) => cells)
  expect([...new Set(answers.flat())]).toEqual(['yes', 'no'])
  const columns = things.map((_, at) => answers.map((cells) => cells[at]).join())
  expect(new Set(columns).size).toBe(size)
  // Every question tells something.
  expect(answers.every((cells) => new Set(cells).size === 2)).toBe(true)
})
