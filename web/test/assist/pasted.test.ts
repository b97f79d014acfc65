import { expect, test } from 'vitest'
import { pastedGame, pastedRows, readPasted } from '../../src/assist/pasted'
import { formatHistory } from '../../src/game/rules'
import en from '../../src/i18n/en'
import { useWordLists } from '../game/words/lists'

useWordLists()

/** The game and history that *text* says, or what is wrong with it. */
function read(text: string): string {
  const pasted = readPasted(text)
  const game = pastedGame(pasted)
  if (!game) return 'no game'
  const rows = pastedRows(en, game, pasted)
  return typeof rows === 'string' ? rows : `${game.text} ${formatHistory(rows)}`
}

const SQUARES = '⬛🟨🟩⬛⬛\n⬛⬛🟩🟩⬛\n🟩🟩🟩🟩🟩'

test('a shared result and its words are the rows of a game', () => {
  const rows = 'crane:BYGBB apart:BBGGB ovary:GGGGG'
  const hard = 'words(english,5,rule=hard,rows=6)'
  expect(read(`Wordle 1,234 3/6*\n\n${SQUARES}\n\nCrane\napart ovary`)).toBe(`${hard} ${rows}`)
  expect(read(`crane ⬜🟦🟧⬜⬜\napart 🟦⬜🟧🟦⬜`)).toBe('words(english,5) crane:BYGBB apart:YBGYB')
  const own = `bestguess · Words of 5 letters · 2026-11-17 · 3/6\n${SQUARES}\nhttp://127.0.0.1/#/daily?kind=words`
  expect(read(`${own}\ncrane apart ovary`)).toBe(`words(english,5,rows=6) ${rows}`)
  const newer = `bestguess 321 · Words in 3*\n${SQUARES}\n1 day in a row\nhttp://127.0.0.1/#/today?kind=words`
  expect(read(`${newer}\ncrane apart ovary`)).toBe(`words(english,5,rule=hard) ${rows}`)
  const endless = `bestguess · Words of 5 letters · 3 · with undo (4 answers seen)\n${SQUARES}`
  expect(read(`${endless}\ncrane apart ovary`)).toBe(`words(english,5) ${rows}`)
})

test('what is wrong with it is said in one line', () => {
  expect(read('crane')).toBe('no game')
  expect(read('⬛🟨🟩⬛⬛\n⬛🟨🟩⬛')).toBe('no game')
  expect(read(`${SQUARES}\ncrane apart`)).toBe('2 words for 3 rows of squares: one for each is needed.')
  expect(read(`${SQUARES}\ncrane apart zzzzz`)).toBe('“ZZZZZ” is not in the list of words.')
  expect(read('🟩🟩🟩🟩🟩\n⬛🟨🟩⬛⬛\ncrane apart')).toBe('Row 1 of the squares cannot be.')
  expect(read('🟩🟩🟩🟩🟨\ncrane')).toBe('Row 1 of the squares cannot be.')
  expect(read(`Wordle 7 2/6*\n⬛🟨🟩⬛⬛\n⬛⬛⬛⬛⬛\ncrane earth`)).toBe('Must use A in place 3: row 1.')
})
