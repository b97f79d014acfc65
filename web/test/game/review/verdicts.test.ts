import { expect, test } from 'vitest'
import { gameVerdict, rowVerdicts, verdictOf } from '../../../src/game/review/verdicts'
import type { ReviewMove } from '../../../src/shared/api/client'

const moves = (...losses: number[]) => ({ moves: losses.map((loss) => ({ loss }) as ReviewMove) })

test('a verdict is by guesses lost; best is only what loses nothing', () => {
  const cases = { best: [0, 1e-12], good: [0.001, 0.1], inaccurate: [0.11, 0.3], mistake: [0.31, 2] }
  for (const [verdict, losses] of Object.entries(cases))
    for (const lost of losses) expect(verdictOf(lost)).toBe(verdict)
})

test('rows have their verdicts by their place on the board; ignored ones have none', () => {
  expect(rowVerdicts(moves(0, 0.5), 3, new Set([2]))).toEqual(['best', null, 'mistake'])
  expect(rowVerdicts(null, 2, new Set())).toEqual([null, null])
})

test('a game is judged by all that it lost, and names the row that lost most', () => {
  expect(gameVerdict(['best', 'best'], [0, 0]).kind).toBe('nothing')
  expect(gameVerdict(['good', 'best'], [0.003, 0]).kind).toBe('little')
  expect(gameVerdict(['good', 'mistake', 'best'], [0.1, 0.9, 0])).toEqual({ kind: 'much', most: 1 })
  expect(gameVerdict(['mistake', 'mistake', 'mistake'], [0.53, 1, 1]).most).toBe(null)
})
