import { expect, test } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { resultText, type Result } from '../../src/play/resultText'

const game = parseGame('words(english,5,rule=hard,rows=6)')
const result: Result = {
  game,
  name: 'Words of 5 letters',
  rows: parseHistory(game, 'crane:BYGBB apart:GGGGG'),
  guesses: 2,
  helpUsed: '',
  day: '2026-11-17',
  link: null,
}

test('words are shared as squares, with an asterisk for hard mode', () => {
  expect(resultText(result, 'pegs')).toBe(
    'bestguess · Words of 5 letters · 2026-11-17 · 2/6*\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩',
  )
})

test('in the other palette, and not found', () => {
  const lost = { ...result, guesses: null, tiles: 'contrast' } as const
  expect(resultText(lost, 'squares')).toBe(
    'bestguess · Words of 5 letters · 2026-11-17 · X/6*\n⬛🟦🟧⬛⬛\n🟧🟧🟧🟧🟧',
  )
})
