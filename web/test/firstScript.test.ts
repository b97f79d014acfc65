import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import all from '../src/i18n/en'
import first from '../src/i18n/en/first'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** The files of src that the one at *path* needs before it can run: no types, nothing that is loaded later. */
function needs(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(
    /^\s*(?:import|export)(?! type\b)[^'"(]*['"](\.[^'"]+)['"]/gm,
  )
  return [...found]
    .map(([, name]) => join(dirname(path), name!))
    .map((name) =>
      ['', '.ts', '/index.ts']
        .map((end) => name + end)
        .find((one) => /\.(ts|svelte|css)$/.test(one) && exists(one))!,
    )
    .filter((name) => !name.endsWith('.css'))
}
function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

const loaded = new Set([join(SRC, 'main.ts')])
for (const path of loaded) for (const next of needs(path)) loaded.add(next)
const names = [...loaded].map((path) => relative(SRC, path))

test('the first script has the game, and nothing that is asked for later', () => {
  expect(names).toContain('play/GameTable.svelte')
  expect(names).toContain('game/board/Board.svelte')
  const others =
    /^(about|assist|daily|explore|practice|questions)\/|Statistics|MoveTable|ShareForm|SettingsForm|HowToPlay|Setup/
  expect(names.filter((name) => others.test(name))).toEqual([])
})

test('the first script uses only words that come with it', () => {
  const later = Object.keys(all).filter((group) => !(group in first))
  expect(later).toContain('explore')
  const used = new RegExp(`\\bt\\(\\)\\.(${later.join('|')})\\b`)
  expect(names.filter((name) => used.test(readFileSync(join(SRC, name), 'utf8')))).toEqual([])
})
