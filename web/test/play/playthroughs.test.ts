import { expect, test } from 'vitest'
import { newId, Playthroughs } from '../../src/play/playthroughs'

test('playthroughs outlive a reload, the oldest are forgotten, and refused storage is no harm', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const one = { game: 'mastermind(4,6)', secret: '1234', helped: false, gaveUp: false, counted: false }
  const first = new Playthroughs(storage)
  for (let n = 0; n < 60; n++) first.save(`id ${n}`, one)
  const again = new Playthroughs(storage)
  expect(again.find('id 59')).toEqual(one)
  expect(again.find('id 0')).toBeNull()
  expect(again.find(undefined)).toBeNull()
  const refused = new Playthroughs(() => {
    throw new Error('refused')
  })
  refused.save('x', one)
  expect(refused.find('x')).toEqual(one)
  expect(newId()).not.toBe(newId())
})
