import { expect, test } from 'vitest'
import { candidates } from '../../src/game/candidates'
import { countsHeeding } from '../../src/game/candidateCounts.svelte'
import {
  feedback,
  feedbacks,
  formatHistory,
  parseGame,
  parseHistory,
  secretCount,
} from '../../src/game/rules'
import { drawSecret, seeded } from '../../src/play/secrets'

test('a game has one text, and short forms are written back in the long form', () => {
  for (const text of [
    'mastermind(4,6,rows=10)',
    'mastermind(4,6,secrets=distinct)',
    'bullscows(4,10)',
    'twod(5)',
  ])
    expect(parseGame(text).text).toBe(text)
  expect(parseGame('mm5x8').text).toBe('mastermind(5,8)')
  for (const text of [
    '',
    'mastermind(4)',
    'mastermind(9,6)',
    'bullscows(4,3)',
    'table(x.csv)',
    'mastermind(4,6,rows=0)',
  ])
    expect(() => parseGame(text)).toThrow()
})

test('the rows that are played split the candidates as the engine says', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1 3526:1.2')
  expect(countsHeeding(game, rows, new Set())).toEqual([1296, 256, 44, 7])
  const cows = parseGame('bullscows(4,10)')
  expect(secretCount(cows)).toBe(5040)
  expect(candidates(cows, []).length).toBe(5040)
})

test('every secret gives one of the feedbacks, and only itself the winning one', () => {
  for (const text of ['mastermind(3,4)', 'bullscows(3,5)', 'twod(4)', 'mastermind(3,4,secrets=distinct)']) {
    const game = parseGame(text)
    const codes = candidates(game, [])
    const known = new Set(feedbacks(game))
    const wrong = codes.flatMap((secret) =>
      codes.filter((guess) => {
        const answer = feedback(game, guess, secret)
        return !known.has(answer) || (answer === game.win) !== (guess === secret)
      }),
    )
    expect(wrong).toEqual([])
  }
})

test('a history is read back as it was written, and nonsense is refused', () => {
  const game = parseGame('mastermind(4,6)')
  expect(formatHistory(parseHistory(game, '1122:0.2  1344:1.1'))).toBe('1122:0.2 1344:1.1')
  for (const text of ['1122', '1127:0.1', '1122:3.1', '112:0.0', '1122:0.1:2'])
    expect(() => parseHistory(game, text)).toThrow()
})

test('a drawn secret fits the rows, and the same seed draws the same', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1')
  expect(candidates(game, rows)).toContain(drawSecret(game, rows))
  expect(drawSecret(game, [], seeded('2026-11-16'))).toBe(drawSecret(game, [], seeded('2026-11-16')))
  expect(
    drawSecret(game, parseHistory(game, '1111:0.0 2222:0.0 3333:0.0 4444:0.0 5555:0.0 6666:0.0')),
  ).toBeNull()
})
