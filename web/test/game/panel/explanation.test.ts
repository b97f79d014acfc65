import { expect, test } from 'vitest'
import { chanceText, expectedFigure, expectedText, shownParts } from '../../../src/game/panel/explanation'
import en from '../../../src/i18n/en'
import { chance, percent } from '../../../src/shared/format'

test('what is not proven is never told as one exact number', () => {
  const suggestion = {
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
  expect(expectedText(en.side, suggestion, format)).toBe('about 3.50 guesses expected')
  expect(expectedFigure(en.side, suggestion, format)).toBe('3.10 to 3.50')
  const unknown = { ...suggestion, expected_guesses: null, expected_range: [3.1, null] as [number, null] }
  expect(expectedText(en.side, unknown, format)).toBe('at least 3.10 guesses')
  expect(expectedFigure(en.side, unknown, format)).toBe('at least 3.10 guesses')
})

test('shares are short, and the feedback that was got is always among the parts', () => {
  expect([percent(0.5, 'en'), percent(0.0227, 'en'), percent(1, 'en')]).toEqual(['50%', '2.3%', '100%'])
  const parts = ['0.0', '0.1', '1.0'].map((feedback) => ({ feedback, size: 1, share: 0.1, codes: [] }))
  expect(shownParts(parts, 1, '1.0').map((part) => part.feedback)).toEqual(['0.0', '1.0'])
})

test('a chance to win is told unless every play wins, and never as more than is known', () => {
  const told = (range: [number | null, number] | null) =>
    chanceText(en.side, range, (share) => chance(share, 'en'))
  expect([told(null), told([1, 1])]).toEqual([null, null])
  expect(told([1 / 7, 1 / 7])).toBe('14%')
  expect(told([0.5, 0.75])).toBe('50% to 75%')
  expect(told([0.9998, 1])).toBe('99% to 100%')
  expect(told([null, 0.0005])).toBe('at most <0.1%')
  expect(told([0, 0])).toBe('0%')
})
