import { expect, test } from 'vitest'
import {
  afterKey,
  deleteSymbol,
  draftCode,
  emptyDraft,
  fillDraft,
  moveCursor,
  swapSlots,
  typeSymbol,
  type DraftState,
} from '../../../src/game/board/draft'
import { parseGame } from '../../../src/game/rules'

const game = parseGame('mastermind(4,6)')
const cows = parseGame('bullscows(4,10)')
const type = (start: DraftState, symbols: string) =>
  [...symbols].reduce((typing, symbol) => typeSymbol(game, typing, symbol), start)

test('symbols fill the slots in order, and one too many changes nothing', () => {
  const full = type({ draft: emptyDraft(game), cursor: 0 }, '1344')
  expect(full).toEqual({ draft: ['1', '3', '4', '4'], cursor: 4 })
  expect(type(full, '6')).toEqual(full)
})

test('after a symbol the cursor goes to the next empty slot, also back to the left', () => {
  expect(type({ draft: ['', '2', '', ''], cursor: 2 }, '35')).toEqual({
    draft: ['', '2', '3', '5'],
    cursor: 0,
  })
})

test('in a full row symbols are replaced from left to right', () => {
  expect(type({ draft: ['1', '1', '2', '2'], cursor: 1 }, '34')).toEqual({
    draft: ['1', '3', '4', '2'],
    cursor: 3,
  })
})

test('what is no symbol of the game is not typed', () => {
  const start = { draft: emptyDraft(game), cursor: 0 }
  expect(type(start, '70a')).toEqual(start)
})

test('no digit comes twice in Bulls and Cows', () => {
  expect(fillDraft(cows, '0012 2a3').draft).toEqual(['0', '1', '2', '3'])
})

test('deleting empties the slot at the cursor, else the one before it', () => {
  expect(deleteSymbol({ draft: ['1', '2', '', ''], cursor: 2 })).toEqual({
    draft: ['1', '', '', ''],
    cursor: 1,
  })
  expect(deleteSymbol({ draft: ['1', '2', '3', ''], cursor: 0 })).toEqual({
    draft: ['', '2', '3', ''],
    cursor: 0,
  })
  expect(deleteSymbol({ draft: ['1', '2', '3', '4'], cursor: 4 }).draft).toEqual(['1', '2', '3', ''])
  expect(deleteSymbol({ draft: ['', '', '', ''], cursor: 0 }).cursor).toBe(0)
})

test('the cursor stays on the board', () => {
  expect([moveCursor(game, 0, -1), moveCursor(game, 3, 1), moveCursor(game, 4, -1)]).toEqual([0, 3, 3])
})

test('slots change places', () => {
  expect(swapSlots({ draft: ['1', '2', '', ''], cursor: 2 }, 0, 3).draft).toEqual(['', '2', '', '1'])
})

test('a code is read from pasted text, and only a whole legal one counts', () => {
  expect(draftCode(game, fillDraft(game, ' 1 3-4,4 ').draft)).toBe('1344')
  expect(draftCode(game, fillDraft(game, '134').draft)).toBeNull()
  expect(draftCode(cows, ['1', '1', '2', '3'])).toBeNull()
})

test('keys that type, delete and move change the row; the others are for somebody else', () => {
  const typing = fillDraft(game, '13')
  expect(afterKey(game, typing, { do: 'type', symbol: '4' })).toEqual(fillDraft(game, '134'))
  expect(afterKey(game, typing, { do: 'delete' })).toEqual({ draft: ['1', '', '', ''], cursor: 1 })
  expect(afterKey(game, typing, { do: 'move', by: -1 })).toEqual({ ...typing, cursor: 1 })
  expect(afterKey(game, typing, { do: 'guess' })).toBeNull()
})
