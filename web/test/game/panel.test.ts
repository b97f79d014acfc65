import { expect, test } from 'vitest'
import en from '../../src/i18n/en'
import { parseGame, parseHistory, feedbacks } from '../../src/game/rules'
import { expectedFigure, expectedWords, percent, shownParts } from '../../src/game/panel/explanation'
import { contradictionWords, readFeedback, repaired, repairWords } from '../../src/assist/repairs'
import { apart, chartScale, sumOf } from '../../src/game/review/review'
import { pageOf, searchCodes } from '../../src/game/panel/codeSearch'
import { seeded } from '../../src/play/secrets'

const game = parseGame('mastermind(4,6)')

test('a search of full length is by places, a shorter one is found anywhere, and a dot is any symbol', () => {
  const codes = ['1124', '1234', '2114', '4112']
  expect(searchCodes(codes, '1..4')).toEqual(['1124', '1234'])
  expect(searchCodes(codes, '11')).toEqual(['1124', '2114', '4112'])
  expect(searchCodes(codes, '1.4')).toEqual(['1124', '2114'])
  expect(searchCodes(codes, ' 4 1 ')).toEqual(['4112'])
  expect(searchCodes(codes, '')).toEqual(codes)
  expect(searchCodes(codes, '9')).toEqual([])
  expect(searchCodes(['01AB'], 'ab')).toEqual(['01AB'])
  expect(searchCodes(codes, '11240')).toEqual([])
})

test('a page beyond the end is the last one, and an empty list has an empty page', () => {
  const list = Array.from({ length: 45 }, (_, index) => index)
  expect(pageOf(list, 9, 20)).toEqual({ page: 2, from: 40, items: [40, 41, 42, 43, 44] })
  expect(pageOf([], 3, 20)).toEqual({ page: 0, from: 0, items: [] })
})

test('the printed review adds up, and no number is off by a hundredth', () => {
  const draw = seeded('sums')
  for (let round = 0; round < 2000; round++) {
    const guesses = 1 + draw(9)
    const value = 1 + draw(100_000) / 17_001
    const loss = draw(3) ? draw(10_000) / 7_001 : 0
    const expected_now = draw(2) ? draw(10_000) / 3_001 : 0
    const luck = value + loss - guesses - expected_now
    const sum = sumOf({ guesses, value, loss, luck, expected_now })
    expect(sum.guesses * 100 + sum.now).toBe(sum.value + sum.loss - sum.luck)
    for (const [printed, exact] of [
      [sum.value, value],
      [sum.loss, loss],
      [sum.luck, luck],
      [sum.now, expected_now],
    ] as const)
      expect(Math.abs(printed - 100 * exact)).toBeLessThan(1)
    if (loss === 0) expect(sum.loss).toBe(0)
    if (expected_now === 0) expect(sum.now).toBe(0)
  }
})

test('a known game is printed as the command line has it', () => {
  const review = {
    guesses: 5,
    value: 625 / 144,
    loss: 0.14712664842873177,
    luck: -0.5125955737934904,
    expected_now: 0,
  }
  expect(sumOf(review)).toEqual({ guesses: 5, now: 0, value: 434, loss: 15, luck: -51 })
})

test('a range is told only when its ends differ as printed', () => {
  expect(apart([0.1, 0.1])).toBeNull()
  expect(apart([0.101, 0.104])).toBeNull()
  expect(apart([0, 0.28])).toEqual([0, 0.28])
})

test('the chart has zero among its lines and room for every bar', () => {
  for (const bars of [
    [],
    [{ loss: 0.06, luck: 0.11 }],
    [{ loss: 3.2, luck: -1.4 }],
    [{ loss: 0, luck: 40 }],
  ]) {
    const scale = chartScale(bars)
    expect(scale.ticks).toContain(0)
    for (const bar of bars)
      for (const value of [bar.loss, bar.luck]) {
        expect(value).toBeLessThanOrEqual(scale.top + 1e-9)
        expect(value).toBeGreaterThanOrEqual(scale.bottom - 1e-9)
      }
    expect(scale.ticks.length).toBeLessThan(8)
  }
})

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
  expect(contradictionWords(en, rows, { rows: [2], repairs: [repair] })).toBe(
    'Row 2 cannot be right with the others: did you mean 0.1?',
  )
  expect(contradictionWords(en, rows, { rows: [2], repairs: [misread] })).toContain('did you mean 6344?')
  expect(contradictionWords(en, rows, { rows: [1, 3], repairs: [] })).toBe(
    'Rows 1 and 3 cannot all be right with the others.',
  )
  expect(repairWords(en, rows, repair)).toEqual(['Row 2: 0.1 instead of 0.2 (one peg counted wrongly)'])
  expect(repairWords(en, rows, misread)).toEqual(['Row 2: 6344 instead of 3344 (one symbol misread)'])
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

test('what is not proven is never told as one exact number', () => {
  const worth = {
    guess: '1122',
    consistent: true,
    parts: 3,
    largest_part: 2,
    expected_size: 1,
    entropy: 1,
    win_probability: 0.1,
    expected_guesses: 3.5,
    expected_range: [3.1, 3.5] as [number, number | null],
    proven: false,
  }
  const format = (value: number, digits?: number) => value.toFixed(digits)
  expect(expectedWords(en.side, worth, format)).toBe('about 3.50 guesses expected')
  expect(expectedFigure(en.side, worth, format)).toBe('3.10 to 3.50')
  const unknown = { ...worth, expected_guesses: null, expected_range: [3.1, null] as [number, null] }
  expect(expectedWords(en.side, unknown, format)).toBe('at least 3.10 guesses')
  expect(expectedFigure(en.side, unknown, format)).toBe('at least 3.10 guesses')
})

test('shares are short, and the feedback that was got is always among the parts', () => {
  expect([percent(0.5, 'en'), percent(0.0227, 'en'), percent(1, 'en')]).toEqual(['50%', '2.3%', '100%'])
  const parts = ['0.0', '0.1', '1.0'].map((feedback) => ({ feedback, size: 1, share: 0.1, codes: [] }))
  expect(shownParts(parts, 1, '1.0').map((part) => part.feedback)).toEqual(['0.0', '1.0'])
})
