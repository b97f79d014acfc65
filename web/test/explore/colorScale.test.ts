import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { heat, MOST, shareOf } from '../../src/explore/colorScale'
import { contrast } from '../../src/game/board/looks'

const css = readFileSync(new URL('../../src/app.css', import.meta.url), 'utf8')

/** *share* of the first colour in the second. */
function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map((at) => Math.round(share * part(one, at) + (1 - share) * part(other, at)))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

test.each([0, 1])('words have AA contrast on every step, in theme %i', (theme) => {
  const colour = (name: string) => [...css.matchAll(new RegExp(`--${name}: (#\\w{6})`, 'g'))][theme]![1]!
  for (let step = 0; step <= MOST; step++)
    expect(contrast(colour('ink'), mixed(colour('accent'), colour('sunk'), step / 100))).toBeGreaterThan(4.5)
})

test('the highest step has the most of the accent', () => {
  expect(heat(1)).toContain(`var(--accent) ${MOST}%`)
  expect(heat(0)).toContain('var(--accent) 0%')
})

test('a share is 0 at the least and 1 at the most, by logarithm where wanted', () => {
  expect(shareOf(2, [2, 4, 6])).toBe(0)
  expect(shareOf(6, [2, 4, 6])).toBe(1)
  expect(shareOf(10, [1, 10, 100], true)).toBeCloseTo(0.5)
  expect(shareOf(3, [3, 3])).toBe(0.5)
})
