/** The board, in English. */

import { count } from './words'

export const board = {
  label: 'Board',
  palette: 'Symbols',
  row: (n: number) => `Row ${n}`,
  slot: (place: number, inside: string) => `Place ${place}: ${inside}`,
  empty: 'empty',
  ignored: 'ignored',
  narrowed: (before: number, after: number) => `from ${before} to ${count(after, 'candidate', 'candidates')}`,
  shapes: {
    circle: 'circle',
    square: 'square',
    triangle: 'triangle',
    diamond: 'diamond',
    star: 'star',
    hexagon: 'hexagon',
    cross: 'cross',
    ring: 'ring',
  },
}
