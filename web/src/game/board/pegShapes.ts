/** How a symbol is drawn: a colour, a shape of its own, and the symbol itself on it. */

import type { Looks } from '../../shared/settings.svelte'
import type { Game } from '../rules'
import { chosenLooks, COLOURS, inkOn, TILE_COLOURS } from './looks'

export interface PegShape {
  /** The outline, in a box of 40 around the middle. */
  path: string
  fill: string
  /** The colour of the symbol, which has AA contrast on what is below it. */
  ink: string
  textY: number
  /** The radius of a white disc in the middle, below the symbol. */
  hole: number
  /** Whether light falls on it, as on a round peg. */
  shine: boolean
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

const HEART = 'M0 18C-26 2 -19 -17 -9 -17C-4 -17 -1 -14 0 -11C1 -14 4 -17 9 -17C19 -17 26 2 0 18Z'
const DROP = 'M0 -20C6 -10 15 -4 15 5A15 14 0 0 1 -15 5C-15 -4 -6 -10 0 -20Z'
const OVAL = 'M19 0A19 12.5 0 1 1 -19 0A19 12.5 0 1 1 19 0Z'
const DOME = 'M-19 11A19 22 0 0 1 19 11Z'
const ARROW = 'M0 -19L18.5 0H10V18H-10V0H-18.5Z'
const HOURGLASS = 'M-16 -17H16L8 0L16 17H-16L-8 0Z'
const CROSS = 'M-7 -17.5H7V-7H17.5V7H7V17.5H-7V7H-17.5V-7H-7Z'
const TILE = 'M-12 -17H12A5 5 0 0 1 17 -12V12A5 5 0 0 1 12 17H-12A5 5 0 0 1 -17 12V-12A5 5 0 0 1 -12 -17Z'

const LETTER =
  'M-15 -18.5H15A3.5 3.5 0 0 1 18.5 -15V15A3.5 3.5 0 0 1 15 18.5H-15A3.5 3.5 0 0 1 -18.5 15V-15A3.5 3.5 0 0 1 -15 -18.5Z'

/** The shapes of symbols 1 to G: a name, an outline, how far below the middle the symbol stands, and a hole. */
const SHAPES = [
  ['circle', circle(17)],
  ['square', 'M-15.5 -15.5H15.5V15.5H-15.5Z'],
  ['triangle', 'M0 -18L18.5 15H-18.5Z', 5],
  ['diamond', 'M0 -19L19 0L0 19L-19 0Z'],
  ['star', polygon(5, 19.5, 0, 10.5), 1],
  ['hexagon', polygon(6, 18, 30)],
  ['cross', CROSS],
  ['ring', circle(18), 0, 12],
  ['heart', HEART, -2],
  ['drop', DROP, 4],
  ['oval', OVAL],
  ['dome', DOME, 2],
  ['flower', flower(5, 11.5)],
  ['arrow', ARROW, 1],
  ['sun', polygon(12, 19.5, 0, 14)],
  ['hourglass', HOURGLASS],
] as const satisfies readonly (readonly [string, string, number?, number?])[]

export type ShapeName = (typeof SHAPES)[number][0]

/** The shape of *symbol* in *looks*: those that the player chose, unless others are given. *mark* is what a letter got. */
export function pegShape(game: Game, symbol: string, looks: Looks = chosenLooks(), mark = ''): PegShape {
  const tile = mark && TILE_COLOURS[looks.tiles][mark]
  const place = game.symbols.indexOf(symbol)
  // A symbol of the game before is shown for a moment when another game is chosen.
  if (game.family !== 'mastermind' || place < 0)
    return {
      path: game.family === 'words' ? LETTER : TILE,
      fill: tile || 'var(--tile)',
      ink: tile ? inkOn(tile) : 'var(--ink)',
      textY: 1,
      hole: 0,
      shine: false,
      symbol: 'large',
    }
  const fill = COLOURS[looks.palette][place]!
  if (looks.pegs === 'classic')
    return { path: circle(17), fill, ink: fill, textY: 0, hole: 0, shine: true, symbol: 'none' }
  const [, path, textY = 0, hole = 0]: readonly [string, string, number?, number?] = SHAPES[place]!
  return {
    path,
    fill,
    ink: hole ? '#000000' : inkOn(fill),
    textY: textY + 0.5,
    hole,
    shine: false,
    symbol: 'small',
  }
}

/** The name of the shape of *symbol*; null for digits, and where all pegs are round. */
export function shapeName(game: Game, symbol: string): ShapeName | null {
  if (game.family !== 'mastermind' || chosenLooks().pegs === 'classic') return null
  return SHAPES[game.symbols.indexOf(symbol)]?.[0] ?? null
}
