import { expect, test, vi } from 'vitest'
import { candidates } from '../../src/game/candidates'
import { parseGame, parseHistory } from '../../src/game/rules'
import { drawSecret, fitsAll, searchSecret } from '../../src/play/secrets'
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

test('a secret that is not known fits all rows; others are judged by the answers', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1')
  expect(fitsAll(game, rows, null)).toBe(true)
  expect(fitsAll(game, rows, drawSecret(game, rows))).toBe(true)
  expect(fitsAll(game, rows, '1122')).toBe(false)
})

test('the engine finds a secret that fits, or says that none does, or nothing is found', async () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0')
  const answers = (status: number, body: object) =>
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  answers(200, { guess: '1345' })
  expect(await searchSecret(game, rows)).toEqual({ secret: '1345' })
  answers(200, { guess: '1122' })
  expect(await searchSecret(game, rows)).toBe('notFound')
  answers(422, { error: 'contradiction', detail: '' })
  expect(await searchSecret(game, rows)).toBe('unfit')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  expect(await searchSecret(game, rows)).toBe('notFound')
  vi.unstubAllGlobals()
})
