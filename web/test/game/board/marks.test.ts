import { expect, test } from 'vitest'
import {
  byRules,
  cycleMark,
  impliedMarks,
  NO_MARKS,
  shownMarks,
  toggleCross,
} from '../../../src/game/board/marks'
import { candidates } from '../../../src/game/candidates'
import { parseGame, parseHistory } from '../../../src/game/rules'

const game = parseGame('mastermind(4,6)')

test('a mark goes from open to crossed out, to certain, and back', () => {
  const out = cycleMark(NO_MARKS, 0, '3')
  expect(out).toEqual({ '03': 'out' })
  const sure = cycleMark(out, 0, '3')
  expect(sure).toEqual({ '03': 'sure' })
  expect(cycleMark(sure, 0, '3')).toEqual(NO_MARKS)
})

test('crossing out twice leaves nothing, and other marks stay', () => {
  const one = toggleCross(NO_MARKS, 1, '2')
  const both = toggleCross(one, 3, '2')
  expect(toggleCross(both, 3, '2')).toEqual(one)
})

test('what the rows imply is exact: a symbol is crossed out where no candidate has it', () => {
  for (const text of ['1122:0.0', '1122:1.1 1314:1.1', '1122:0.2 3344:0.2', '1234:4.0']) {
    const rows = parseHistory(game, text)
    const marks = impliedMarks(game, rows)
    const left = candidates(game, rows)
    for (const symbol of game.symbols)
      for (let place = 0; place < game.pegs; place++) {
        const having = left.filter((code) => code[place] === symbol).length
        const mark = having === 0 ? 'out' : having === left.length ? 'sure' : undefined
        expect([text, place, symbol, marks[`${place}${symbol}`]]).toEqual([text, place, symbol, mark])
      }
  }
})

test('the simple rules cross out nothing that is possible, and do cross out', () => {
  for (const text of ['1122:0.0', '1123:0.2', '1234:1.3', '1122:1.1 1314:1.1']) {
    const rows = parseHistory(game, text)
    const exact = impliedMarks(game, rows)
    const simple = byRules(game, rows)
    for (const [key, mark] of Object.entries(simple)) expect([key, exact[key]]).toEqual([key, mark])
  }
  expect(Object.keys(byRules(game, parseHistory(game, '1122:0.0'))).length).toBe(8)
  expect(byRules(game, parseHistory(game, '1123:0.2'))).toEqual({
    '01': 'out',
    '11': 'out',
    '22': 'out',
    '33': 'out',
  })
})

test('rows that contradict each other imply nothing', () => {
  expect(
    impliedMarks(game, parseHistory(game, '1111:0.0 2222:0.0 3333:0.0 4444:0.0 5555:0.0 6666:0.0')),
  ).toEqual({})
})

test('large games are marked by rules, small ones only when asked', () => {
  const large = parseGame('mastermind(8,12)')
  expect(impliedMarks(large, parseHistory(large, '11112222:0.0'))['51']).toBe('out')
  const rows = parseHistory(game, '1122:0.0')
  expect(shownMarks(game, rows, NO_MARKS, false)).toEqual({})
  expect(shownMarks(game, rows, { '03': 'sure' }, true)).toMatchObject({
    '03': 'sure',
    '01': 'out',
  })
})
