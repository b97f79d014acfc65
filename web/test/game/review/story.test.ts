import { expect, test } from 'vitest'
import { evenLoss, splitBy } from '../../../src/game/review/split'
import { accuracyOf, judgedMoves, storyOf } from '../../../src/game/review/story'
import { candidates } from '../../../src/game/candidates'
import { parseGame, type Row } from '../../../src/game/rules'
import type { ReviewMove } from '../../../src/shared/api/client'

const GAME = parseGame('mastermind(4,6)')
const ROWS: Row[] = [
  { guess: '1123', feedback: '2.0' },
  { guess: '1453', feedback: '2.0' },
  { guess: '1663', feedback: '1.0' },
]
const counted = ROWS.map((row, index) => ({ row, number: index + 1 }))
/** A story of moves with these extra guesses and lucks. */
function story(extras: number[], lucks: number[] = [], computer: number[] = []) {
  const moves = extras.map(
    (loss, index) => ({ loss, luck: lucks[index] ?? 0, best: [''] }) as unknown as ReviewMove,
  )
  return storyOf({ value: 4 }, judgedMoves(GAME, { moves }, counted, new Set(computer)))
}

test('accuracy is what perfect play expects, divided by that and the extra guesses', () => {
  expect(accuracyOf(4.34, 0)).toBe(100)
  expect(accuracyOf(4, 1)).toBe(80)
  expect(accuracyOf(4.34, 0.001)).toBe(99)
})

test('a game is told by its costly guesses and its luck', () => {
  expect(story([0, 0, 0])).toMatchObject({ kind: 'perfect', then: 'none', accuracy: 100, start: 1 })
  expect(story([0.06, 0, 0], [0, 1, 0])).toMatchObject({ kind: 'little', then: 'good', costly: 0 })
  expect(story([0.2, 0, 0.25], [0, -1, 0])).toMatchObject({ kind: 'slips', then: 'bad', costly: 0 })
  // After one costly guess, only the luck from then on is told.
  expect(story([0, 0.5, 0], [2, -0.2, -0.3])).toMatchObject({ kind: 'one', then: 'bad', start: 2 })
  expect(story([0.4, 0.5, 0])).toMatchObject({ kind: 'some', costly: 2, start: 2 })
})

test('moves of the computer are not judged', () => {
  const told = story([0.5, 0, 2], [0, 0, 3], [2, 3])
  expect(told).toMatchObject({ kind: 'computer', accuracy: 89, extra: 0.5, luck: 0 })
  expect(told.counts).toEqual({ best: 0, good: 0, inaccurate: 0, mistake: 1, computer: 2 })
  expect(story([0, 0, 0], [], [1, 2, 3]).accuracy).toBeNull()
})

test('a guess splits what was possible, and leaves one group of it', () => {
  const codes = candidates(GAME, ROWS.slice(0, 2))
  expect(splitBy(GAME, codes, '1663', '4423')).toEqual({ groups: 5, left: 7 })
  expect(splitBy(GAME, codes, '2643', '4423')).toEqual({ groups: 10, left: 2 })
  expect(splitBy(GAME, codes, '4423', '4423').left).toBe(0)
  expect(splitBy(GAME, codes, '2643', null).left).toBeNull()
})

test('of two words left, either is the best guess', () => {
  const words = parseGame('words(english,5)')
  expect(evenLoss(words, ['sleet', 'sweet'], 'sleet', 'sweet')).toBe(0)
  expect(evenLoss(words, ['sleet', 'sweet'], 'zzzzz', 'sweet')).toBe(1)
  const five = ['fight', 'light', 'might', 'night', 'right']
  expect(evenLoss(words, five, 'fight', 'film')).toBe((15 - 11) / 5)
  expect(evenLoss(words, five, 'film', 'film')).toBe(0)
})
