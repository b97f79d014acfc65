import { expect, test } from 'vitest'
import { positionQuery } from '../../src/game/positionQuery'
import { parseGame, parseHistory } from '../../src/game/rules'

test('a position names its rows, and those that are ignored in order', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1')
  expect(positionQuery(game, rows, new Set([2, 1]))).toEqual({
    game: 'mastermind(4,6)',
    history: '1122:1.0 1344:0.1',
    ignored: '1,2',
  })
  expect(positionQuery(game, rows.slice(0, 1), new Set([2])).ignored).toBe('')
})
