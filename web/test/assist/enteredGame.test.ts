import { expect, test } from 'vitest'
import {
  putRow,
  readEnteredGame,
  removeRow,
  enteredGameParams,
  enteredGameStatus,
  toggleRows,
  winsLast,
  type EnteredGame,
} from '../../src/assist/enteredGame'
import { countCandidates } from '../../src/game/candidateCounts.svelte'
import { formatHistory, parseGame, parseHistory } from '../../src/game/rules'

const usual = 'mastermind(4,6)'

function entered(history: string, ignored: number[] = [], game = usual): EnteredGame {
  const rules = parseGame(game)
  return { game: rules, rows: parseHistory(rules, history), ignored: new Set(ignored) }
}

test('an entered game is read back from its address', () => {
  for (const one of [
    entered(''),
    entered('1122:1.0 1344:0.1', [2]),
    entered('0123:1.1', [], 'bullscows(4,10)'),
  ]) {
    const read = readEnteredGame(enteredGameParams(one), usual)
    expect(read).toEqual({ entered: one })
  }
  expect(readEnteredGame({}, usual)).toEqual({ entered: entered('') })
})

test('an address that names no position says which part is at fault', () => {
  expect(readEnteredGame({ game: 'chess' }, usual)).toEqual({ fault: 'game', text: 'chess' })
  const wrong: Record<string, string>[] = [
    { history: '1122' },
    { history: '1122:4.0 1344:0.1' },
    { history: '1122:1.0', ignored: '2' },
    { history: '1122:1.0', ignored: 'x' },
    { game: 'mastermind(4,6,rows=1)', history: '1122:1.0 1344:0.1' },
  ]
  for (const params of wrong) expect(readEnteredGame(params, usual)).toMatchObject({ fault: 'history' })
})

test('a winning row may be anywhere once it is ignored, and only last while it counts', () => {
  expect(winsLast(entered('1122:4.0 1344:0.1', [1]))).toBe(true)
  expect(winsLast(entered('1122:4.0 1344:0.1'))).toBe(false)
  expect(enteredGameStatus(entered('1122:1.0 1344:4.0'))).toBe('won')
  expect(enteredGameStatus(entered('1122:1.0 1344:4.0', [2]))).toBe('running')
  expect(enteredGameStatus(entered('1122:1.0', [], 'mastermind(4,6,rows=1)'))).toBe('lost')
})

test('rows that are ignored ask nothing of a guess, and nothing is asked of theirs', () => {
  const hard = 'words(english,5,rule=hard)'
  const history = 'crane:BYGBB earth:BBBBB'
  expect(readEnteredGame({ game: hard, history }, usual)).toMatchObject({ fault: 'history' })
  for (const ignored of ['1', '2'])
    expect(readEnteredGame({ game: hard, history, ignored }, usual)).toHaveProperty('entered')
})

test('rows are added, replaced and deleted, and ignored rows keep their rows', () => {
  const three = entered('1122:1.0 1344:0.1 3526:1.2', [1, 3])
  const row = { guess: '1462', feedback: '1.1' }
  expect(formatHistory(putRow(three, row).rows)).toBe('1122:1.0 1344:0.1 3526:1.2 1462:1.1')
  expect(formatHistory(putRow(three, row, 2).rows)).toBe('1122:1.0 1462:1.1 3526:1.2')
  const two = removeRow(three, 2)
  expect([formatHistory(two.rows), [...two.ignored]]).toEqual(['1122:1.0 3526:1.2', [1, 2]])
  expect([...removeRow(three, 1).ignored]).toEqual([2])
  expect([...toggleRows(three, [2, 3]).ignored].sort()).toEqual([1, 2])
})

test('an ignored row forbids nothing', () => {
  const { game, rows } = entered('1122:1.0 1344:0.1 3526:1.2')
  expect(countCandidates(game, rows, new Set())).toEqual([1296, 256, 44, 7])
  expect(countCandidates(game, rows, new Set([1]))).toEqual([
    1296,
    1296,
    ...countCandidates(game, rows.slice(1), new Set()).slice(1),
  ])
})
