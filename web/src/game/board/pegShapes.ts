/** How a symbol is drawn: a colour of Okabe and Ito, a shape, and the symbol itself on it. */

import type { Game } from '../rules'

export interface PegShape {
  /** The outline, in a box of 40 around the middle. */
  path: string
  fill: string
  /** The colour of the symbol, which has AA contrast on the fill. */
  ink: string
  textY: number
  /** A second line inside, for symbols whose shape is used before. */
  inner: string
  /** A bare digit on a tile. */
  plain: boolean
}

const DARK = '#15171a'
const circle = (r: number) => `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0Z`

function polygon(corners: number, radius: number, turn: number, inner = radius): string {
  const points = Array.from({ length: corners * (inner === radius ? 1 : 2) }, (_, i) => {
    const steps = inner === radius ? corners : corners * 2
    const reach = i % 2 && inner !== radius ? inner : radius
    const angle = ((turn + (360 * i) / steps) * Math.PI) / 180
    return `${(reach * Math.sin(angle)).toFixed(2)} ${(-reach * Math.cos(angle)).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}

const CROSS = 'M-6.5 -17H6.5V-6.5H17V6.5H6.5V17H-6.5V6.5H-17V-6.5H-6.5Z'
const RING = `${circle(18)}${circle(13)}`
const TILE = 'M-12 -17H12A5 5 0 0 1 17 -12V12A5 5 0 0 1 12 17H-12A5 5 0 0 1 -17 12V-12A5 5 0 0 1 -12 -17Z'

interface Shape {
  fill: string
  ink: string
  path: string
  textY?: number
}

const SHAPES: readonly Shape[] = [
  { fill: '#D55E00', ink: '#000000', path: circle(17) },
  { fill: '#0072B2', ink: '#ffffff', path: 'M-15.5 -15.5H15.5V15.5H-15.5Z' },
  { fill: '#F0E442', ink: DARK, path: 'M0 -18L18.5 15H-18.5Z', textY: 5 },
  { fill: '#009E73', ink: '#000000', path: 'M0 -19L19 0L0 19L-19 0Z' },
  { fill: '#CC79A7', ink: '#000000', path: polygon(5, 19.5, 0, 10.5), textY: 1 },
  { fill: '#56B4E9', ink: DARK, path: polygon(6, 18, 30) },
  { fill: '#E69F00', ink: DARK, path: CROSS },
  { fill: '#8A8A8A', ink: 'var(--ink)', path: RING },
]

/** The shape of *symbol*; beyond the eighth, shapes repeat with a line inside. */
export function pegShape(game: Game, symbol: string): PegShape {
  const place = game.symbols.indexOf(symbol)
  // A symbol of the game before is shown for a moment when another game is chosen.
  if (game.family !== 'mastermind' || place < 0)
    return { path: TILE, fill: 'var(--sunk)', ink: 'var(--ink)', textY: 1, inner: '', plain: true }
  const shape = SHAPES[place % SHAPES.length]!
  const textY = shape.textY ?? 1
  const inner = place < SHAPES.length ? '' : `M-5 ${textY + 8.5}H5`
  return { path: shape.path, fill: shape.fill, ink: shape.ink, textY, inner, plain: false }
}

const NAMES = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon', 'cross', 'ring'] as const
export type ShapeName = (typeof NAMES)[number]

/** The name of the shape of *symbol*; null for digits. */
export function shapeName(game: Game, symbol: string): ShapeName | null {
  return game.family === 'mastermind' ? NAMES[game.symbols.indexOf(symbol) % NAMES.length]! : null
}
