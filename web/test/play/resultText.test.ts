import { expect, test } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { resultText } from '../../src/play/resultText'

const game = parseGame('mastermind(4,6,rows=10)')

test('a result tells the feedbacks and not the code', () => {
  const rows = parseHistory(game, '1122:1.0 1344:0.1 3526:4.0')
  const text = resultText({
    game,
    name: 'Mastermind 4×6',
    rows,
    won: true,
    day: '2026-11-16',
    link: null,
  })
  expect(text).toBe('bestguess · Mastermind 4×6 · 2026-11-16 · 3/10\n●···\n○···\n●●●●')
  const lost = resultText({
    game: parseGame('twod(5)'),
    name: 'Two',
    rows: [],
    won: false,
    day: null,
    link: 'L',
  })
  expect(lost).toBe('bestguess · Two · –\nL')
})
