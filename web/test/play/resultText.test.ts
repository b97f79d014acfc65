import { expect, test } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { resultText, type Result } from '../../src/play/resultText'

const game = parseGame('mastermind(4,6,rows=10)')
const won: Result = {
  game,
  name: 'Mastermind 4×6',
  rows: parseHistory(game, '1122:1.0 1344:0.1 3526:4.0'),
  guesses: 3,
  helpUsed: '',
  day: '2026-11-16',
  link: null,
}

test('a result tells the feedbacks and not the code', () => {
  expect(resultText(won, 'pegs')).toBe('bestguess · Mastermind 4×6 · 2026-11-16 · 3/10\n●···\n○···\n●●●●')
  expect(resultText(won, 'squares').split('\n').slice(1)).toEqual(['🟩⬛⬛⬛', '🟨⬛⬛⬛', '🟩🟩🟩🟩'])
})

test('a result says which help there was, and that nothing was found', () => {
  expect(resultText({ ...won, helpUsed: 'with hints' }, 'pegs')).toContain('· 3/10 · with hints\n')
  const twod = parseGame('twod(5)')
  const lost = { ...won, game: twod, name: 'Two', rows: [], guesses: null, day: null, link: 'L' }
  expect(resultText(lost, 'squares')).toBe('bestguess · Two · –\nL')
})
