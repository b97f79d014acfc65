import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The folders of src, and the folders that each may import. App.svelte, views.ts and main.ts may import all. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  shared: ['i18n'],
  offline: ['i18n'],
  game: ['i18n', 'shared'],
  statistics: ['i18n', 'shared', 'game'],
  modes: ['i18n', 'shared', 'game'],
  play: ['i18n', 'shared', 'game', 'modes', 'statistics'],
  practice: ['i18n', 'shared', 'game', 'statistics', 'play'],
  daily: ['i18n', 'shared', 'game', 'statistics', 'play'],
  assist: ['i18n', 'shared', 'game'],
  questions: ['i18n', 'shared', 'game', 'statistics', 'assist'],
  explore: ['i18n', 'shared', 'game'],
  about: ['i18n', 'shared', 'game'],
  frame: ['i18n', 'shared', 'offline', 'game', 'statistics', 'questions'],
}
const SRC = fileURLToPath(new URL('../src', import.meta.url))
const folderOf = (path: string) => relative(SRC, path).split(/[\\/]/)[0]!
const folders = readdirSync(SRC, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** The paths that the file at *path* imports from src. */
function importsOf(path: string): string[] {
  const specifiers = readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.[^'"]+)['"]/g)
  return [...specifiers].map(([, specifier]) => join(dirname(path), specifier!))
}

test('every folder has its place in the order of imports', () => {
  expect(folders.sort()).toEqual(Object.keys(ALLOWED).sort())
})

test.each(folders)('%s imports only folders below it', (folder) => {
  const files = readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => join(SRC, folder, name))
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .map(folderOf)
      .filter((target) => target !== folder && !ALLOWED[folder]!.includes(target))
      .map((target) => `${relative(SRC, file)} imports ${target}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})
