import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, inkOn, luminance, COLOURS } from '../../../src/game/board/looks'
import { pegShape, shapeName } from '../../../src/game/board/pegShapes'
import { parseGame } from '../../../src/game/rules'
import { PALETTE_NAMES } from '../../../src/shared/settings.svelte'

const game = parseGame('mastermind(4,16)')
const css = readFileSync(new URL('../../../src/app.css', import.meta.url), 'utf8')
/** The value of a colour in the light or the dark theme. */
const colour = (name: string, dark: boolean) =>
  [...css.matchAll(new RegExp(`${name}: (#\\w{6})`, 'g'))][+dark]![1]!

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

test('the usual palette begins with the colours of Okabe and Ito', () => {
  expect(COLOURS.standard.slice(0, 8)).toEqual([
    '#D55E00',
    '#0072B2',
    '#F0E442',
    '#009E73',
    '#CC79A7',
    '#56B4E9',
    '#E69F00',
    '#8A8A8A',
  ])
})

test.each([false, true])('outlines have a contrast of 3:1, words AA, on the board (dark: %s)', (dark) => {
  for (const ground of ['--board', '--board-active', '--well-fill', '--card', '--ground'])
    expect(contrast(colour('--peg-line', dark), colour(ground, dark)), ground).toBeGreaterThanOrEqual(3)
  for (const ground of ['--board', '--board-active'])
    expect(contrast(colour('--soft', dark), colour(ground, dark)), ground).toBeGreaterThanOrEqual(4.5)
  expect(contrast(colour('--ink', dark), colour('--tile', dark))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(colour('--accent', dark), colour('--board-active', dark))).toBeGreaterThanOrEqual(3)
})

test('sixteen symbols have sixteen shapes, each with a name', () => {
  const symbols = [...game.symbols]
  expect(new Set(symbols.map((symbol) => pegShape(game, symbol).path)).size).toBe(16)
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
