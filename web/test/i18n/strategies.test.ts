import { expect, test } from 'vitest'
import { STRATEGIES } from '../../src/game/catalog'
import { languages } from '../../src/i18n/index.svelte'

test.each(Object.keys(languages))('%s names and explains every strategy and no other', (code) => {
  expect(Object.keys(languages[code]!.game.strategies).sort()).toEqual([...STRATEGIES].sort())
  expect(Object.keys(languages[code]!.about.strategyTexts).sort()).toEqual([...STRATEGIES].sort())
})
