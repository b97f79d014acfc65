import { expect, test } from 'vitest'
import { candidates } from '../../src/game/candidates'
import { parseGame, parseHistory } from '../../src/game/rules'
import { drawSecret } from '../../src/play/secrets'
import { seeded } from '../../src/shared/random'

test('a drawn secret fits the rows, and the same seed draws the same', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1')
  expect(candidates(game, rows)).toContain(drawSecret(game, rows))
  expect(drawSecret(game, [], seeded('2026-11-16'))).toBe(drawSecret(game, [], seeded('2026-11-16')))
  expect(
    drawSecret(game, parseHistory(game, '1111:0.0 2222:0.0 3333:0.0 4444:0.0 5555:0.0 6666:0.0')),
  ).toBeNull()
})
