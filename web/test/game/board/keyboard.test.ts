import { expect, test } from 'vitest'
import { keyAction, type Press } from '../../../src/game/board/keyboard'
import { parseGame } from '../../../src/game/rules'

const game = parseGame('mastermind(4,6,rows=10)')
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test('digits and letters type only what is a symbol of the game', () => {
  expect(keyAction(press('6'), game)).toEqual({ do: 'type', symbol: '6' })
  expect(keyAction(press('7'), game)).toBeNull()
  expect(keyAction(press('u'), game)).toBeNull()
  expect(keyAction(press('a'), parseGame('mastermind(4,12)'))).toEqual({ do: 'type', symbol: 'A' })
})

test('commands are with Alt, also where Alt makes another sign of the letter', () => {
  expect(keyAction(press('u', { altKey: true }), game)).toEqual({ do: 'undo' })
  expect(keyAction(press('¨', { altKey: true, code: 'KeyU' }), game)).toEqual({ do: 'undo' })
  expect(keyAction(press('H', { altKey: true }), game)).toEqual({ do: 'hint' })
  expect(keyAction(press('1', { altKey: true, code: 'Digit1' }), game)).toBeNull()
  expect(keyAction(press('k', { altKey: true, code: 'KeyK' }), game)).toBeNull()
  expect(keyAction(press('x', { altKey: true, code: 'KeyX' }), game)).toEqual({ do: 'marks' })
})

test('keys with Ctrl or Meta are left to the browser', () => {
  for (const key of ['1', 'Enter', 'Backspace', 'ArrowLeft']) {
    expect(keyAction(press(key, { ctrlKey: true }), game)).toBeNull()
    expect(keyAction(press(key, { metaKey: true }), game)).toBeNull()
  }
})

test('the other keys move, delete, guess and help', () => {
  expect(keyAction(press('ArrowLeft'), game)).toEqual({ do: 'move', by: -1 })
  expect(keyAction(press('Backspace'), game)).toEqual({ do: 'delete' })
  expect(keyAction(press('Enter'), game)).toEqual({ do: 'guess' })
  expect(keyAction(press('?'), game)).toEqual({ do: 'help' })
  expect(keyAction(press('Tab'), game)).toBeNull()
})
