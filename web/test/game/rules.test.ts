import { expect, test } from 'vitest'
import { candidates } from '../../src/game/candidates'
import { feedback, feedbacks, formatHistory, parseGame, parseHistory } from '../../src/game/rules'

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
    'mastermind(4,6,rows=1e3)',
    'mastermind(4,6,rows=0x10)',
    'mastermind(4,6,rows=1.0)',
    'mastermind(4,6,rows=1000000000)',
  ])
    expect(() => parseGame(text)).toThrow()
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
