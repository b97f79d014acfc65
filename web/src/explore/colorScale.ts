/** A colour scale of one hue, for both themes; the text colour of each step has AA contrast on it. */

export interface Paint {
  readonly fill: string
  readonly ink: string
}

type Rgb = readonly [number, number, number]

/** From the lowest value to the highest: the highest stands out most from the page in both themes. */
const RAMPS: Record<'light' | 'dark', readonly Rgb[]> = {
  light: [
    [0xfb, 0xee, 0xdf],
    [0xf3, 0xb2, 0x8c],
    [0xd2, 0x57, 0x2a],
    [0x6e, 0x1d, 0x06],
  ],
  dark: [
    [0x36, 0x27, 0x26],
    [0x7d, 0x3a, 0x1e],
    [0xec, 0x84, 0x55],
    [0xff, 0xe4, 0xd3],
  ],
}
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** The colours of a *share* between 0 and 1. */
export function paint(share: number, theme: 'light' | 'dark'): Paint {
  const fill = mixed(RAMPS[theme], Math.min(1, Math.max(0, share)))
  const ink = contrast(WHITE, fill) >= 4.5 ? WHITE : BLACK
  return { fill: hex(fill), ink: hex(ink) }
}

function mixed(ramp: readonly Rgb[], share: number): Rgb {
  const at = share * (ramp.length - 1)
  const step = Math.min(Math.floor(at), ramp.length - 2)
  const [low, high] = [ramp[step]!, ramp[step + 1]!]
  const part = (n: 0 | 1 | 2) => Math.round(low[n] + (high[n] - low[n]) * (at - step))
  return [part(0), part(1), part(2)]
}

const hex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function parseHex(text: string): Rgb {
  const part = (n: number) => parseInt(text.slice(1 + 2 * n, 3 + 2 * n), 16)
  return [part(0), part(1), part(2)]
}

/** Where *value* lies between the least and the most of *values*; by its logarithm when *log*. */
export function shareOf(value: number, values: readonly number[], log = false): number {
  const read = (n: number) => (log ? Math.log(n) : n)
  const [low, high] = [Math.min(...values.map(read)), Math.max(...values.map(read))]
  return high > low ? (read(value) - low) / (high - low) : 0.5
}
