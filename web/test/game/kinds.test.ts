import { expect, test } from 'vitest'
import { canMeet, findLevel, KINDS, LEVELS, mostGuesses, OPPONENTS } from '../../src/game/picker/kinds'
import { isQuestionText } from '../../src/game/questionText'
import { parseGame } from '../../src/game/rules'

const met = (text: string) => OPPONENTS.filter((one) => canMeet(one, text))

test('every level is a game as the page writes it, and is found by its text', () => {
  for (const kind of KINDS.filter((one) => one !== 'any'))
    LEVELS[kind].forEach((text, level) => {
      if (!isQuestionText(text)) expect(parseGame(text).text).toBe(text)
      expect(findLevel(text)).toEqual({ kind, level })
    })
})

test('a game that is no level is of any size; coins are known without their limit', () => {
  expect(findLevel('twod(10)').kind).toBe('any')
  expect(findLevel('mastermind(4,6)').kind).toBe('any')
  expect(findLevel('balance(8)')).toEqual({ kind: 'coins', level: 0 })
  expect(findLevel('balance(5,rows=3)')).toEqual({ kind: 'coins', level: 1 })
  expect(findLevel('table(0123)').kind).toBe('table')
})

test('coins and tables have few opponents, codes all, very large games no adversary', () => {
  expect(met('balance(12,rows=3)')).toEqual(['alone', 'yours'])
  expect(met('table')).toEqual(['yours'])
  expect(met('mastermind(4,6,rows=10)')).toEqual([...OPPONENTS])
  expect(met('mastermind(8,12)')).toEqual(OPPONENTS.filter((one) => one !== 'adversary'))
})

test('how many guesses the computer needs is said only where it is known', () => {
  expect(mostGuesses(parseGame('mastermind(4,6,rows=10)'))).toBe(5)
  expect(mostGuesses(parseGame('mastermind(5,8,rows=12)'))).toBeNull()
})
