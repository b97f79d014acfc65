import { expect, test } from 'vitest'
import {
  exploredGame,
  exploredStrategies,
  exploredStrategy,
  gameFrom,
  withStrategy,
} from '../../src/explore/params'
import type { Params } from '../../src/shared/route.svelte'

test('an address names the game with its rows, and the known strategies in their order', () => {
  expect(exploredGame({ game: 'mastermind(4,6,rows=5)' })?.text).toBe('mastermind(4,6,rows=5)')
  expect(exploredGame({})?.text).toBe('mastermind(4,6)')
  expect(exploredGame({ game: 'chess' })).toBeNull()
  expect(exploredStrategies({ strategies: 'optimal,nonsense,first' })).toEqual(['first', 'optimal'])
  expect(exploredStrategies({ strategies: 'nonsense' }).length).toBeGreaterThan(1)
})

test('a comparison has the usual strategies, and the one that led to it', () => {
  expect(withStrategy('optimal')).toContain('optimal')
  expect(withStrategy('entropy')).not.toContain('optimal')
})

test('the best strategy is shown where it is there at once', () => {
  expect(exploredStrategy({}, true)).toBe('optimal')
  expect(exploredStrategy({})).toBe('entropy')
  expect(exploredStrategy({ strategy: 'first' }, true)).toBe('first')
  const others: Params[] = [{ game: 'mastermind(5,8)' }, { consistent: 'true' }]
  for (const params of others) {
    expect(exploredStrategy(params, true)).toBe('entropy')
    expect(exploredStrategies(params)).not.toContain('optimal')
  }
  expect(exploredStrategies({})).toContain('optimal')
})

test('the fields of a form name a game, with rows or without', () => {
  const fields = new FormData()
  for (const [name, value] of Object.entries({ family: 'mastermind', pegs: '4', symbols: '6', rows: '' }))
    fields.set(name, value)
  expect(gameFrom(fields)?.text).toBe('mastermind(4,6)')
  fields.set('rows', '5')
  expect(gameFrom(fields)?.text).toBe('mastermind(4,6,rows=5)')
})
