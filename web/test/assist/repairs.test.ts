import { expect, test } from 'vitest'
import { contradictionText, readFeedback, repaired, repairTexts } from '../../src/assist/repairs'
import { feedbacks, parseGame, parseHistory } from '../../src/game/rules'
import en from '../../src/i18n/en'

const game = parseGame('mastermind(4,6)')

test('a contradiction names its row and what was likely meant; a repair says what it changes', () => {
  const rows = parseHistory(game, '1122:0.0 3344:0.2 5566:2.1')
  const repair = {
    rows: [{ number: 2, guess: '3344', feedback: '0.1' }],
    slips: ['one off' as const],
    candidates: 8,
  }
  const misread = {
    rows: [{ number: 2, guess: '6344', feedback: '0.2' }],
    slips: ['misread' as const],
    candidates: 8,
  }
  expect(contradictionText(en, rows, { rows: [2], repairs: [repair] })).toBe(
    'Row 2 cannot be right with the others: did you mean 0.1?',
  )
  expect(contradictionText(en, rows, { rows: [2], repairs: [misread] })).toContain('did you mean 6344?')
  expect(contradictionText(en, rows, { rows: [1, 3], repairs: [] })).toBe(
    'Rows 1 and 3 cannot all be right with the others.',
  )
  expect(repairTexts(en, rows, repair)).toEqual(['Row 2: 0.1 instead of 0.2 (one peg counted wrongly)'])
  expect(repairTexts(en, rows, misread)).toEqual(['Row 2: 6344 instead of 3344 (one symbol misread)'])
  const marked = { ...repair, rows: [{ number: 1, guess: 'crane', feedback: 'BYGBB' }] }
  expect(repairTexts(en, [{ guess: 'crane', feedback: 'BYBBB' }], marked)[0]).toContain(
    '⬛🟨🟩⬛⬛ instead of ⬛🟨⬛⬛⬛',
  )
  expect(repaired(rows, repair).map((row) => row.feedback)).toEqual(['0.0', '0.1', '2.1'])
})

test('feedback is read as people write it, and what the game cannot give is refused', () => {
  const known = feedbacks(game)
  for (const text of ['1.2', '1,2', '12', '1 2', ' 1A2B ', '1b2w', '1b2c'])
    expect(readFeedback(game, known, text)).toBe('1.2')
  for (const text of ['', '1', '3.1', '5.0', '1.2.3', 'x', '-1.2'])
    expect(readFeedback(game, known, text)).toBeNull()
  const two = parseGame('twod(5)')
  expect(readFeedback(two, feedbacks(two), 'Mi')).toBe('mixed')
  expect(readFeedback(two, feedbacks(two), '')).toBeNull()
})
