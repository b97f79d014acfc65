import { expect, test } from 'vitest'
import { guessProblem } from '../../../src/game/board/guessProblem'
import { candidates } from '../../../src/game/candidates'
import { formatHistory, parseGame, parseHistory } from '../../../src/game/rules'
import { drawWord } from '../../../src/game/words/lexicon.svelte'
import { knownLetters, knownWord } from '../../../src/game/words/wordRules'
import en from '../../../src/i18n/en'
import { useWordLists } from './lists'

useWordLists()

test('a game of words has one text, as the engine writes it', () => {
  expect(parseGame('Words( English, 5, rows=6, rule=hard )').text).toBe('words(english,5,rule=hard,rows=6)')
  expect(parseGame('words(english,5,rule=free)').text).toBe('words(english,5)')
})

test('a history of words is written back in lower case, and one that breaks hard mode is refused', () => {
  const game = parseGame('words(english,5,rule=hard,rows=6)')
  expect(formatHistory(parseHistory(game, 'CRANE:bygbb  apart:🟨⬛🟩🟨⬛'))).toBe('crane:BYGBB apart:YBGYB')
  for (const text of ['crane:BYGBB earth:BBBBB', 'zzzzz:BBBBB', 'crane:GGGGY', 'cran:BYGB'])
    expect(() => parseHistory(game, text)).toThrow()
})

test('a letter keeps the best that is known of it', () => {
  const game = parseGame('words(english,5)')
  const known = knownLetters(parseHistory(game, 'eerie:YBYBG there:BBGYG'))
  expect([...known]).toEqual([
    ['e', 'G'],
    ['r', 'Y'],
    ['i', 'B'],
    ['t', 'B'],
    ['h', 'B'],
  ])
})

test('what is certain, and what is elsewhere', () => {
  const game = parseGame('words(english,5)')
  const { certain, elsewhere } = knownWord(parseHistory(game, 'raise:YBGBB thick:YBGBB'))
  expect([...certain]).toEqual([[2, 'i']])
  expect(elsewhere).toEqual([
    { letter: 'r', not: [1] },
    { letter: 't', not: [1] },
  ])
  const twice = knownWord(parseHistory(game, 'eerie:YBYBG'))
  expect(twice.elsewhere.map(({ letter }) => letter)).toEqual(['e', 'r'])
  expect(knownWord(parseHistory(game, 'crane:BYBBB prior:BGBBB')).elsewhere).toEqual([])
})

test('what keeps a word from being played is said in one line', () => {
  const game = parseGame('words(english,5,rule=hard)')
  const rows = parseHistory(game, 'crane:BYGBB')
  const problem = (word: string) =>
    guessProblem(
      en,
      game,
      rows,
      [...word.padEnd(5)].map((one) => one.trim()),
    )
  expect(problem('cra')).toBe('2 places are empty.')
  expect(problem('zzzzz')).toBe('“ZZZZZ” is not in the list of words.')
  expect(problem('earth')).toBe('Must use A in place 3: row 1.')
  expect(problem('beach')).toBe('Must use R: row 1.')
  expect(problem('apart')).toBe('')
})

test('words are drawn as often as they weigh', () => {
  const words = ['about', 'aback', 'abide'] // 4, 1 and 2
  const drawn = [0, 1, 2, 3, 4, 5, 6].map((chance) => drawWord(5, words, () => chance))
  expect(drawn).toEqual(['about', 'about', 'about', 'about', 'aback', 'abide', 'abide'])
  expect(drawWord(5, [], () => 0)).toBeNull()
})

test('what is possible after some rows are the words that fit them', () => {
  const game = parseGame('words(english,5)')
  expect(candidates(game, parseHistory(game, 'crane:BYGBB'))).toHaveLength(23)
})
