import { expect, test } from 'vitest'
import { STRATEGIES } from '../../src/game/catalog'
import type { Messages } from '../../src/i18n/index.svelte'
import { LANGUAGE_NAMES } from '../../src/i18n/names'

const files = import.meta.glob<Messages>('../../src/i18n/*/index.ts', { import: 'default', eager: true })
const languages = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.split('/').at(-2)!, words]),
)

test('every language is offered by its name', () => {
  expect(Object.keys(LANGUAGE_NAMES).sort()).toEqual(Object.keys(languages).sort())
})

test.each(Object.keys(languages))('%s names and explains every strategy and no other', (code) => {
  expect(Object.keys(languages[code]!.game.strategies).sort()).toEqual([...STRATEGIES].sort())
  expect(Object.keys(languages[code]!.about.strategyTexts).sort()).toEqual([...STRATEGIES].sort())
})
