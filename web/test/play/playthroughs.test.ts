import { expect, test } from 'vitest'
import { begin, helpOf, newId, PLAYTHROUGHS_KEY, Playthroughs } from '../../src/play/playthroughs'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const GAME = 'mastermind(4,6)'
const one = begin(GAME, { game: GAME }, '', '1234')
const at = (history: string) => ({ ...one, history })

test('playthroughs outlive a reload, the oldest are forgotten, and refused storage is no harm', () => {
  const storage = memory()
  const first = new Playthroughs(() => storage)
  for (let n = 0; n < 60; n++) first.save(`id ${n}`, one)
  const again = new Playthroughs(() => storage)
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

test('the secret is not stored as it is', () => {
  const storage = memory()
  new Playthroughs(() => storage).save('id', one)
  expect(storage.getItem(PLAYTHROUGHS_KEY)).not.toContain('1234')
  expect(storage.getItem(PLAYTHROUGHS_KEY)).toContain(GAME)
})

test('what another tab stored is seen, and what makes no sense is not', () => {
  const storage = memory()
  const [mine, other] = [new Playthroughs(() => storage), new Playthroughs(() => storage)]
  mine.save('mine', one)
  other.save('other', one)
  expect(mine.find('other')).toEqual(one)
  expect(other.find('mine')).toEqual(one)
  storage.setItem(PLAYTHROUGHS_KEY, '[["x", {"game": 5}], 7, ["y"]]')
  expect(mine.find('x')).toBeNull()
  storage.setItem(PLAYTHROUGHS_KEY, '{')
  expect(mine.find('mine')).toBeNull()
})

test('the last game goes on unless it is over, has not begun, or is the puzzle of the day', () => {
  const games = new Playthroughs(memory)
  expect(games.unfinished()).toBeNull()
  const storage = memory()
  const kept = new Playthroughs(() => storage)
  kept.save('a', at('1122:1.0'))
  kept.save('daily mastermind 2026-11-16', at('1122:1.0'))
  expect(kept.unfinished()).toMatchObject({ id: 'a' })
  expect(kept.standingAt({ game: GAME }, '1122:1.0')).toBe('a')
  expect(kept.standingAt({ game: GAME }, '1122:2.0')).toBeNull()
  kept.save('b', at('1234:4.0'))
  kept.save('b', { ...at('1234:4.0'), end: { status: 'won', history: '1234:4.0', guesses: 1 } })
  expect(kept.unfinished()).toBeNull()
})

test('many games do not push out the puzzles of the day', () => {
  const storage = memory()
  const games = new Playthroughs(() => storage)
  games.save('daily mastermind 2026-11-16', one)
  for (let n = 0; n < 60; n++) games.save(`id ${n}`, one)
  expect(games.find('daily mastermind 2026-11-16')).toEqual(one)
})

test('rows that were answered and are not on the board count as undone', () => {
  const seen = { ...one, answered: ['1122:1.0', '1344:0.1'], hints: true }
  expect(helpOf(seen, '1122:1.0 1344:0.1')).toEqual({
    undone: 0,
    hints: true,
    computer: 'no',
    begun: false,
  })
  expect(helpOf(seen, '1344:0.1').undone).toBe(1)
  expect(helpOf(seen, '').undone).toBe(2)
  expect(helpOf(begin(GAME, {}, '1122:1.0', null), '').begun).toBe(true)
})
