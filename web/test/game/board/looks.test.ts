import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, inkOn, luminance, COLOURS, TILE_COLOURS } from '../../../src/game/board/looks'
import { pegShape, shapeName } from '../../../src/game/board/pegShapes'
import { parseGame } from '../../../src/game/rules'
import { PALETTE_NAMES } from '../../../src/shared/settings.svelte'

const game = parseGame('mastermind(4,16)')
const css = readFileSync(new URL('../../../src/app.css', import.meta.url), 'utf8')
/** The value of a colour in the light or the dark theme. */
const colour = (name: string, dark: boolean) =>
  long([...css.matchAll(new RegExp(`${name}: (#\\w+)`, 'g'))][+dark]![1]!)
const long = (hex: string) => (hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex)

/** Colours by the model OKLab, where distances are about as large as they look. */
function oklab(hex: string): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const only = `#${'00'.repeat((at - 1) / 2)}${hex.slice(at, at + 2)}${'00'.repeat((5 - at) / 2)}`
    return luminance(only) / [0.2126, 0.7152, 0.0722][(at - 1) / 2]!
  }) as [number, number, number]
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ]
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
const distance = (one: string, other: string) =>
  Math.hypot(...oklab(one).map((value, axis) => value - oklab(other)[axis]!))

describe.each(PALETTE_NAMES)('the palette %s', (name) => {
  const palette = COLOURS[name]
  test('has sixteen colours that differ visibly', () => {
    expect(palette.length).toBe(16)
    for (const [nth, one] of palette.entries())
      for (const other of palette.slice(0, nth))
        expect(distance(one, other), `${one} ${other}`).toBeGreaterThan(0.09)
  })
  test('has a symbol of AA contrast on every peg', () => {
    for (const fill of palette) expect(contrast(fill, inkOn(fill)), fill).toBeGreaterThanOrEqual(4.5)
  })
})

test('the usual palette begins with the colours of the mark', () => {
  const six = [1, 2, 3, 4, 5, 6].map((nth) => colour(`--p${nth}`, false).toUpperCase())
  expect(COLOURS.standard.slice(0, 6)).toEqual(six)
})

test.each(Object.entries(TILE_COLOURS))('letters have AA contrast on the tiles of %s', (_, tiles) => {
  for (const fill of Object.values(tiles))
    expect(contrast(fill, inkOn(fill)), fill).toBeGreaterThanOrEqual(4.5)
})

/** Which token needs which contrast on which others. */
const TEXT: readonly [string, readonly string[], number][] = [
  ['--ink', ['--paper', '--card', '--sunk', '--slab', '--lane', '--key', '--tile'], 4.5],
  ['--soft', ['--paper', '--card', '--sunk', '--slab', '--lane'], 4.5],
  ['--accent', ['--paper', '--card', '--accent-wash'], 4.5],
  ['--on-accent', ['--accent'], 4.5],
  ['--good', ['--good-wash', '--card'], 4.5],
  ['--fair', ['--fair-wash', '--card'], 4.5],
  ['--bad', ['--bad-wash', '--card'], 4.5],
  ['--edge', ['--paper', '--card', '--sunk'], 3],
  ['--accent', ['--slab', '--lane', '--sunk'], 3],
  ['--pin-black', ['--tray'], 3],
]
test.each([false, true])('words and outlines have their contrast (dark: %s)', (dark) => {
  for (const [name, grounds, least] of TEXT)
    for (const ground of grounds)
      expect(
        contrast(colour(name, dark), colour(ground, dark)),
        `${name} on ${ground}`,
      ).toBeGreaterThanOrEqual(least)
})

test('sixteen symbols have sixteen shapes, each with a name', () => {
  const symbols = [...game.symbols]
  const outlines = symbols.map((symbol) => pegShape(game, symbol)).map(({ path, hole }) => `${path} ${hole}`)
  expect(new Set(outlines).size).toBe(16)
  expect(new Set(symbols.map((symbol) => shapeName(game, symbol))).size).toBe(16)
})

test('classic pegs are round and without symbols; digits stay digits', () => {
  const looks = { pegs: 'classic', palette: 'soft', tiles: 'standard' } as const
  const shapes = [...game.symbols].map((symbol) => pegShape(game, symbol, looks))
  expect(new Set(shapes.map((shape) => shape.path)).size).toBe(1)
  expect(new Set(shapes.map((shape) => shape.fill)).size).toBe(16)
  expect(shapes.every((shape) => shape.symbol === 'none')).toBe(true)
  expect(pegShape(parseGame('bullscows(4,10)'), '7', looks).symbol).toBe('large')
})
