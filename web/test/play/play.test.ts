import { expect, test } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { actionOf, type Press } from '../../src/game/board/keyboard'
import { newId, Playthroughs } from '../../src/play/playthroughs'
import { isDay, readPosition } from '../../src/play/position'
import { gameOf, PRESETS, sizesOf } from '../../src/game/sizes'
import { resultText } from '../../src/play/resultText'

const game = parseGame('mastermind(4,6,rows=10)')
const usual = game.text
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test('digits and letters type only what is a symbol of the game', () => {
  expect(actionOf(press('6'), game)).toEqual({ do: 'type', symbol: '6' })
  expect(actionOf(press('7'), game)).toBeNull()
  expect(actionOf(press('u'), game)).toBeNull()
  expect(actionOf(press('a'), parseGame('mastermind(4,12)'))).toEqual({ do: 'type', symbol: 'A' })
})

test('commands are with Alt, also where Alt makes another sign of the letter', () => {
  expect(actionOf(press('u', { altKey: true }), game)).toEqual({ do: 'undo' })
  expect(actionOf(press('¨', { altKey: true, code: 'KeyU' }), game)).toEqual({ do: 'undo' })
  expect(actionOf(press('H', { altKey: true }), game)).toEqual({ do: 'hint' })
  expect(actionOf(press('1', { altKey: true, code: 'Digit1' }), game)).toBeNull()
  expect(actionOf(press('x', { altKey: true, code: 'KeyX' }), game)).toBeNull()
})

test('keys with Ctrl or Meta are left to the browser', () => {
  for (const key of ['1', 'Enter', 'Backspace', 'ArrowLeft']) {
    expect(actionOf(press(key, { ctrlKey: true }), game)).toBeNull()
    expect(actionOf(press(key, { metaKey: true }), game)).toBeNull()
  }
})

test('the other keys move, delete, guess and help', () => {
  expect(actionOf(press('ArrowLeft'), game)).toEqual({ do: 'move', by: -1 })
  expect(actionOf(press('Backspace'), game)).toEqual({ do: 'delete' })
  expect(actionOf(press('Enter'), game)).toEqual({ do: 'guess' })
  expect(actionOf(press('?'), game)).toEqual({ do: 'help' })
  expect(actionOf(press('/'), game)).toEqual({ do: 'field' })
  expect(actionOf(press('Tab'), game)).toBeNull()
})

test('an address without a game is the usual one; bad ones say what is bad', () => {
  expect(readPosition({}, usual)).toMatchObject({ kind: 'game', game: { text: usual }, rows: [] })
  expect(readPosition({ game: 'chess(8)' }, usual)).toMatchObject({ kind: 'bad', fault: 'game' })
  expect(readPosition({ history: '1122:9.9' }, usual)).toMatchObject({ kind: 'bad', fault: 'history' })
  expect(readPosition({ daily: 'tomorrow' }, usual)).toMatchObject({ kind: 'bad', fault: 'day' })
  expect(readPosition({ challenge: 'x' }, usual)).toEqual({ kind: 'challenge', id: 'x', history: '' })
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

test('every size of a game leads back to it, and impossible ones to none', () => {
  for (const preset of PRESETS) expect(gameOf(sizesOf(preset))?.text).toBe(preset.text)
  expect(gameOf({ family: 'bullscows', pegs: 4, symbols: 3, distinct: false, rows: null })).toBeNull()
  expect(gameOf({ family: 'mastermind', pegs: NaN, symbols: 6, distinct: false, rows: null })).toBeNull()
  expect(gameOf({ family: 'mastermind', pegs: 4, symbols: 6, distinct: false, rows: 0 })).toBeNull()
})

test('a result tells the feedbacks and not the code', () => {
  const rows = parseHistory(game, '1122:1.0 1344:0.1 3526:4.0')
  const text = resultText({
    game,
    name: 'Mastermind 4×6',
    rows,
    won: true,
    day: '2026-11-16',
    link: null,
  })
  expect(text).toBe('bestguess · Mastermind 4×6 · 2026-11-16 · 3/10\n●···\n○···\n●●●●')
  const lost = resultText({
    game: parseGame('twod(5)'),
    name: 'Two',
    rows: [],
    won: false,
    day: null,
    link: 'L',
  })
  expect(lost).toBe('bestguess · Two · –\nL')
})

test('playthroughs outlive a reload, the oldest are forgotten, and refused storage is no harm', () => {
  const kept = new Map<string, string>()
  const store = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const one = { game: usual, secret: '1234', helped: false, gaveUp: false, counted: false }
  const first = new Playthroughs(store)
  for (let n = 0; n < 60; n++) first.save(`id ${n}`, one)
  const again = new Playthroughs(store)
  expect(again.find('id 59')).toEqual(one)
  expect(again.find('id 0')).toBeNull()
  expect(again.find(undefined)).toBeNull()
  const refused = new Playthroughs(() => {
    throw new Error('refused')
  })
  refused.save('x', one)
  expect(refused.find('x')).toEqual(one)
  expect(newId()).not.toBe(newId())
})
