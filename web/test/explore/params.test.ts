import { expect, test } from 'vitest'
import { exploredGame, exploredStrategies, withStrategy } from '../../src/explore/params'

test('an address names the game without its rows, and the known strategies in their order', () => {
  expect(exploredGame({ game: 'mastermind(4,6,rows=10)' })?.text).toBe('mastermind(4,6)')
  expect(exploredGame({})?.text).toBe('mastermind(4,6)')
  expect(exploredGame({ game: 'chess' })).toBeNull()
  expect(exploredStrategies({ strategies: 'optimal,nonsense,first' })).toEqual(['first', 'optimal'])
  expect(exploredStrategies({ strategies: 'nonsense' }).length).toBeGreaterThan(1)
})

test('a comparison has the usual strategies, and the one that led to it', () => {
  expect(withStrategy('optimal')).toContain('optimal')
  expect(withStrategy('entropy')).not.toContain('optimal')
})
