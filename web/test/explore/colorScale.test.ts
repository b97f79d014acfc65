import { expect, test } from 'vitest'
import { contrast, paint, parseHex, shareOf } from '../../src/explore/colorScale'

test('every step of the scale has an ink with AA contrast, in both themes', () => {
  for (const theme of ['light', 'dark'] as const)
    for (let step = 0; step <= 100; step++) {
      const { fill, ink } = paint(step / 100, theme)
      expect(contrast(parseHex(fill), parseHex(ink))).toBeGreaterThanOrEqual(4.5)
    }
})

test('the scale only deepens in the light theme and only brightens in the dark one', () => {
  const white = [255, 255, 255] as const
  for (let step = 1; step <= 20; step++) {
    const at = (n: number, theme: 'light' | 'dark') => contrast(parseHex(paint(n / 20, theme).fill), white)
    expect(at(step, 'light')).toBeGreaterThan(at(step - 1, 'light'))
    expect(at(step, 'dark')).toBeLessThan(at(step - 1, 'dark'))
  }
})

test('a share is 0 at the least and 1 at the most, by logarithm where wanted', () => {
  expect(shareOf(2, [2, 4, 6])).toBe(0)
  expect(shareOf(6, [2, 4, 6])).toBe(1)
  expect(shareOf(10, [1, 10, 100], true)).toBeCloseTo(0.5)
  expect(shareOf(3, [3, 3])).toBe(0.5)
})
