import { expect, test } from 'vitest'
import { MENU_GAMES } from '../../src/game/catalog'
import { parseGame } from '../../src/game/rules'
import { gameOf, sizesOf } from '../../src/game/sizes'

test('every size of a game leads back to it, and impossible ones to none', () => {
  for (const text of MENU_GAMES) expect(gameOf(sizesOf(parseGame(text)))?.text).toBe(text)
  expect(gameOf({ family: 'bullscows', pegs: 4, symbols: 3, distinct: false, rows: null })).toBeNull()
  expect(gameOf({ family: 'mastermind', pegs: NaN, symbols: 6, distinct: false, rows: null })).toBeNull()
  expect(gameOf({ family: 'mastermind', pegs: 4, symbols: 6, distinct: false, rows: 0 })).toBeNull()
})

test('rules are kept where a family has them', () => {
  for (const text of [
    'mastermind(4,6,rule=strict)',
    'words(english,5,rule=hard)',
    'words(english,5,rule=strict)',
  ])
    expect(gameOf(sizesOf(parseGame(text)))?.text).toBe(text)
  const hard = { pegs: 4, symbols: 6, distinct: false, rule: 'hard', rows: null } as const
  expect(gameOf({ ...hard, family: 'mastermind' })?.text).toBe('mastermind(4,6)')
  expect(gameOf({ ...hard, family: 'twod' })?.text).toBe('twod(6)')
})

test('sizes without rows are a game or nothing', () => {
  const sizes = { pegs: 4, distinct: false, rows: null }
  expect(gameOf({ ...sizes, family: 'mastermind', symbols: 6, distinct: true })?.text).toBe(
    'mastermind(4,6,secrets=distinct)',
  )
  expect(gameOf({ ...sizes, family: 'bullscows', symbols: 3 })).toBeNull()
  expect(gameOf({ ...sizes, family: 'twod', symbols: 9 })?.text).toBe('twod(9)')
})
