import { expect, test } from 'vitest'
import { parseGame } from '../../src/game/rules'
import { strategyTitle } from '../../src/game/strategies'
import en from '../../src/i18n/en'

test('a strategy is called by plain words', () => {
  expect(strategyTitle(en, 'minimax')).toBe('Knuth’s method')
  expect(strategyTitle(en, 'optimal-worst')).toBe('fewest guesses at worst')
})

test('the best worst case is told where it is known, with or without rows', () => {
  expect(strategyTitle(en, 'optimal-worst', parseGame('mastermind(4,6,rows=10)'))).toBe(
    'never more than 5 guesses',
  )
  expect(strategyTitle(en, 'optimal-worst', parseGame('bullscows(4,10)'))).toBe('never more than 7 guesses')
  expect(strategyTitle(en, 'optimal-worst', parseGame('mastermind(8,12)'))).toBe('fewest guesses at worst')
  expect(strategyTitle(en, 'minimax', parseGame('mastermind(4,6)'))).toBe('Knuth’s method')
})
