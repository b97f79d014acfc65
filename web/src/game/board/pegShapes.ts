/** How a symbol is drawn: a colour, a shape of its own, and the symbol itself on it. */

import type { Looks } from '../../shared/settings.svelte'
import type { Game } from '../rules'
import { chosenLooks, COLOURS, inkOn, PEG_INK, TILE_COLOURS } from './looks'

export interface PegShape {
  /** The outline, in a box of 48 around its middle. Corners are rounded by a stroke of 5. */
  path: string
  /** Whether the outline has corners to be rounded. */
  rounded: boolean
  fill: string
  /** The colour of the symbol, which has AA contrast on what is below it. */
  ink: string
  /** The base line of the symbol. */
  textY: number
  /** The radius of a white disc in the middle, below the symbol. */
  hole: number
  /** How the symbol is drawn: small on a shape, large on a tile, or not at all. */
  symbol: 'small' | 'large' | 'none'
}

const circle = (r: number) => `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0Z`
const point = (radius: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`
}

/** A polygon of *corners*; with *inner*, a star whose inner corners are so far from the middle. */
function polygon(corners: number, radius: number, turn = 0, inner = 0): string {
  const steps = inner ? corners * 2 : corners
  const points = Array.from({ length: steps }, (_, i) =>
    point(inner && i % 2 ? inner : radius, turn + (360 * i) / steps),
  )
  return `M${points.join('L')}Z`
}

/** Round petals around the middle. */
function flower(petals: number, radius: number): string {
  const reach = radius * Math.sin(Math.PI / petals)
  const arcs = Array.from(
    { length: petals },
    (_, i) => `A${reach} ${reach} 0 0 1 ${point(radius, (360 * (i + 1)) / petals)}`,
  )
  return `M${point(radius, 0)}${arcs.join('')}Z`
}

const HEART = 'M0 19C-27 2 -20 -18 -10 -18C-4 -18 -1 -15 0 -12C1 -15 4 -18 10 -18C20 -18 27 2 0 19Z'
const DROP = 'M0 -21C6 -11 16 -4 16 5A16 15 0 0 1 -16 5C-16 -4 -6 -11 0 -21Z'
const OVAL = 'M20 0A20 13.5 0 1 1 -20 0A20 13.5 0 1 1 20 0Z'
const DOME = 'M-20 12A20 23 0 0 1 20 12Z'
const ARROW = 'M0 -17.5L16.5 0H9V16.5H-9V0H-16.5Z'
const HOURGLASS = 'M-14.5 -15.5H14.5L7 0L14.5 15.5H-14.5L-7 0Z'
const CROSS = 'M-6 -16H6V-6H16V6H6V16H-6V6H-16V-6H-6Z'
const SQUARE = roundedBox(17.4, 8)
const TILE = roundedBox(20, 7)

/** A square from minus *half* to *half* with round corners. */
function roundedBox(half: number, radius: number): string {
  const straight = 2 * (half - radius)
  const corner = (x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`
  return (
    `M${radius - half} ${-half}h${straight}${corner(radius, radius)}v${straight}${corner(-radius, radius)}` +
    `h${-straight}${corner(-radius, -radius)}v${-straight}${corner(radius, -radius)}Z`
  )
}

const STAR = 'M0 -17.3 6 -6.9 17.6 -4.3 9.7 4.5 10.9 16.4 0 11.5 -10.9 16.4 -9.7 4.5 -17.6 -4.3 -6 -6.9Z'

interface Shape {
  readonly name: string
  readonly path: string
  /** Whether a stroke rounds its corners; round shapes have none. */
  readonly rounded?: boolean
  readonly textY?: number
  readonly hole?: number
}

/** The shapes of symbols 1 to G. */
const SHAPES = [
  { name: 'circle', path: circle(19.6) },
  { name: 'square', path: SQUARE },
  { name: 'triangle', path: 'M0 -15 17.5 15H-17.5Z', rounded: true, textY: 11 },
  { name: 'diamond', path: 'M0 -17.5 17.5 0 0 17.5 -17.5 0Z', rounded: true },
  { name: 'star', path: STAR, rounded: true, textY: 7 },
  { name: 'hexagon', path: 'M9 -15.5 18 0 9 15.5H-9L-18 0 -9 -15.5Z', rounded: true },
  { name: 'cross', path: CROSS, rounded: true },
  { name: 'ring', path: circle(19.6), hole: 13 },
  { name: 'heart', path: HEART, textY: 4 },
  { name: 'drop', path: DROP, textY: 10 },
  { name: 'oval', path: OVAL },
  { name: 'dome', path: DOME, textY: 8 },
  { name: 'flower', path: flower(5, 12.5) },
  { name: 'arrow', path: ARROW, rounded: true, textY: 7 },
  { name: 'sun', path: polygon(12, 19.5, 0, 14.5), rounded: true },
  { name: 'hourglass', path: HOURGLASS, rounded: true },
] as const satisfies readonly Shape[]

export type ShapeName = (typeof SHAPES)[number]['name']

/** The shape of *symbol* in *looks*: those that the player chose, unless others are given. *mark* is what a letter got. */
export function pegShape(game: Game, symbol: string, looks: Looks = chosenLooks(), mark = ''): PegShape {
  const tile = mark && TILE_COLOURS[looks.tiles][mark]
  const place = game.symbols.indexOf(symbol)
  // A symbol of the game before is shown for a moment when another game is chosen.
  if (game.family !== 'mastermind' || place < 0)
    return {
      path: TILE,
      rounded: false,
      fill: tile || 'var(--tile)',
      ink: tile ? inkOn(tile) : 'var(--ink)',
      textY: 7.7,
      hole: 0,
      symbol: 'large',
    }
  const fill = COLOURS[looks.palette][place]!
  if (looks.pegs === 'classic')
    return { path: circle(19.6), rounded: false, fill, ink: fill, textY: 0, hole: 0, symbol: 'none' }
  const { path, rounded = false, textY = 6.1, hole = 0 }: Shape = SHAPES[place]!
  return { path, rounded, fill, ink: hole ? PEG_INK : inkOn(fill), textY, hole, symbol: 'small' }
}

/** The name of the shape of *symbol*; null for digits, and where all pegs are round. */
export function shapeName(game: Game, symbol: string): ShapeName | null {
  if (game.family !== 'mastermind' || chosenLooks().pegs === 'classic') return null
  return SHAPES[game.symbols.indexOf(symbol)]?.name ?? null
}
