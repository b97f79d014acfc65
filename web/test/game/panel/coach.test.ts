import { describe, expect, test } from 'vitest'
import { candidates } from '../../../src/game/candidates'
import { excludedBy, tellsNothing, worthOf } from '../../../src/game/panel/coach'
import { feedback, parseGame, parseHistory } from '../../../src/game/rules'
import type { Advice, Explanation, Suggestion } from '../../../src/shared/api/client'

const game = parseGame('mastermind(4,6)')
const rows = parseHistory(game, '1122:1.1 1314:1.1')

test('a code is excluded by a row exactly when it is no candidate', () => {
  const left = new Set(candidates(game, rows))
  for (const code of candidates(game, [])) expect(excludedBy(game, rows, code) === null).toBe(left.has(code))
  expect(excludedBy(game, rows, '1111')).toBe(1)
  expect(excludedBy(game, rows, '1265')).toBe(2)
})

test('a guess tells nothing when all codes answer alike, but not when it wins', () => {
  const left = candidates(game, parseHistory(game, '1112:0.0 3333:0.0'))
  expect(tellsNothing(game, left, '1111')).toBe(true)
  expect(tellsNothing(game, left, '4444')).toBe(false)
  expect(tellsNothing(game, ['4456'], '4456')).toBe(false)
  expect(tellsNothing(game, ['4456'], '4455')).toBe(true)
  expect(feedback(game, '4455', '4456')).toBe('3.0')
})

describe('worth', () => {
  const suggestion = (given: Partial<Suggestion>) => ({ expected_size: 2, ...given }) as Suggestion
  const explained = (given: Partial<Suggestion>, parts = 3) =>
    ({
      suggestion: suggestion(given),
      parts: Array(parts).fill({}),
      consistent: false,
    }) as unknown as Explanation
  const advised = (given: Partial<Suggestion>) =>
    ({ certain: true, suggestions: [suggestion(given)] }) as unknown as Advice

  test.each([
    [2.5, 'best'],
    [2.55, 'good'],
    [2.7, 'inaccurate'],
    [3.5, 'mistake'],
  ])('%d expected beside 2.5 is %s', (expected_guesses, kind) => {
    expect(worthOf(explained({ expected_guesses }), advised({ expected_guesses: 2.5 }))?.kind).toBe(kind)
  })

  test('a lower chance to win comes before fewer guesses', () => {
    const low = explained({ expected_guesses: 2, chance: 0.5 })
    expect(worthOf(low, advised({ expected_guesses: 3, chance: 1 }))).toEqual({
      kind: 'chance',
      now: 0.5,
      best: 1,
    })
  })

  test('without expected guesses it is what is left; one part is nothing', () => {
    const unknown = { expected_guesses: null }
    expect(worthOf(explained(unknown), advised(unknown))).toEqual({ kind: 'left', now: 2, best: 2 })
    expect(worthOf(explained(unknown, 1), advised(unknown))).toEqual({ kind: 'nothing' })
  })

  test('no guess is called the best for certain that beats the advice', () => {
    const worth = worthOf(explained({ expected_guesses: 2 }), advised({ expected_guesses: 3 }))
    expect(worth).toMatchObject({ kind: 'best', proven: false })
  })
})
