import { expect, test } from 'vitest'
import { DEFAULTS, validSettings } from '../../src/shared/settings.svelte'

test('settings stored by an older page are kept, and completed', () => {
  const old = {
    theme: 'dark',
    language: 'zh',
    shortcuts: false,
    strategy: 'entropy',
    game: 'bullscows(4,10)',
  }
  expect(validSettings(old)).toEqual({ ...DEFAULTS, ...old })
})

test('every setting is kept when it makes sense', () => {
  const all = {
    ...{ theme: 'light', language: 'en', shortcuts: false, strategy: 'first', game: 'twod(10)' },
    ...{ looks: { pegs: 'classic', palette: 'soft', tiles: 'contrast' }, coach: true, marks: true },
    ...{ sound: true, vibration: true, introduced: true },
  }
  expect(validSettings(all)).toEqual(all)
})

test('what makes no sense is as at the first visit', () => {
  const odd = { theme: 'pink', looks: null, coach: 'yes', language: 7, extra: 1 }
  expect(validSettings(odd)).toEqual(DEFAULTS)
  expect(validSettings({ looks: { pegs: 'square', palette: 1 } })).toEqual(DEFAULTS)
  expect(validSettings([] as never)).toEqual(DEFAULTS)
})
