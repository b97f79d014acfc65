import { expect, test } from 'vitest'
import { countCandidates } from '../../src/game/candidateCounts.svelte'
import { candidates } from '../../src/game/candidates'
import { parseGame, parseHistory, secretCount } from '../../src/game/rules'

test('the rows that are played split the candidates as the engine says', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1 3526:1.2')
  expect(countCandidates(game, rows, new Set())).toEqual([1296, 256, 44, 7])
  const cows = parseGame('bullscows(4,10)')
  expect(secretCount(cows)).toBe(5040)
  expect(candidates(cows, []).length).toBe(5040)
})
