import { expect, test } from 'vitest'
import { isDay, readDaily, readPosition, shownDay } from '../../src/play/position'
import type { Params } from '../../src/shared/route.svelte'

const usual = 'mastermind(4,6,rows=10)'

test('an address without a game is the usual one; bad ones say what is bad', () => {
  expect(readPosition({}, usual)).toMatchObject({ kind: 'game', game: { text: usual }, rows: [] })
  expect(readPosition({ game: 'chess(8)' }, usual)).toMatchObject({ kind: 'bad', fault: 'game' })
  expect(readPosition({ history: '1122:9.9' }, usual)).toMatchObject({ kind: 'bad', fault: 'history' })
  expect(readPosition({ against: 'luck' }, usual)).toMatchObject({ kind: 'bad', fault: 'against' })
  expect(readPosition({ challenge: 'x' }, usual)).toMatchObject({ kind: 'challenge', id: 'x', history: '' })
})

test('a history ends with the game and is no longer than the board', () => {
  const fault = (history: string) => readPosition({ game: 'mastermind(4,6,rows=2)', history }, usual).kind
  expect(fault('1122:4.0')).toBe('game')
  expect(fault('1122:4.0 1122:4.0')).toBe('bad')
  expect(fault('1111:0.0 2222:0.0')).toBe('game')
  expect(fault('1111:0.0 2222:0.0 3333:0.0')).toBe('bad')
})

test('days are real ones', () => {
  expect(['2026-11-16', '2024-02-29'].every(isDay)).toBe(true)
  expect(['2026-02-30', '2026-13-01', '26-1-1', ''].some(isDay)).toBe(false)
})

test('a puzzle of the day has a kind and a day that has come', () => {
  const read = (params: Record<string, string>) => readDaily(params, '2026-11-16')
  expect(read({})).toMatchObject({ game: { text: usual }, daily: { kind: 'mastermind', date: '2026-11-16' } })
  expect(read({ kind: 'bullscows', date: '2026-11-01' })).toMatchObject({
    game: { text: 'bullscows(4,10,rows=10)' },
    daily: { kind: 'bullscows', date: '2026-11-01' },
  })
  expect(read({ date: 'tomorrow' })).toMatchObject({ kind: 'bad', fault: 'day' })
  expect(read({ date: '2026-11-17' })).toMatchObject({ kind: 'bad', fault: 'future' })
  expect(read({ kind: 'chess' })).toMatchObject({ kind: 'bad', fault: 'game' })
})

test('without a kind the codes of the day are shown; addresses of no day are left to the game, which says so', () => {
  const shown = (params: Params) => shownDay(params, '2026-11-16')
  expect(shown({})).toBe('2026-11-16')
  expect(shown({ date: '2026-11-01' })).toBe('2026-11-01')
  const others: Params[] = [{ kind: 'words' }, { date: 'tomorrow' }, { date: '2026-11-17' }]
  expect(others.map(shown)).toEqual([null, null, null])
})
