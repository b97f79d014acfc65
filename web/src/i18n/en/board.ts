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
  left: (n: string) => `${n} left`,
  legend: {
    label: 'What the answer means',
    mastermind: ['right place', 'right colour'],
    bullscows: ['right digit, right place', 'right digit, other place'],
    twod: 'low, high: neither number is above, or below, the secret’s. mixed: one of each.',
  },
  crossed: 'crossed out here',
  marks: {
    title: 'Marks',
    about:
      'Note what you know: press a field to cross it out, again for certain, again to open it. Holding a symbol below the board (or a right click on it) crosses it out at the current place.',
    fill: 'Cross out what the rows rule out (counts as help)',
    clear: 'Clear',
    place: (place: number) => `Place ${place}`,
    field: (symbol: string, place: number, mark: string) => `${symbol} at place ${place}: ${mark}`,
    open: 'open',
    out: 'crossed out',
    sure: 'certain',
  },
  shapes: {
    circle: 'circle',
    square: 'square',
    triangle: 'triangle',
    diamond: 'diamond',
    star: 'star',
    hexagon: 'hexagon',
    cross: 'cross',
    ring: 'ring',
    heart: 'heart',
    drop: 'drop',
    oval: 'oval',
    dome: 'dome',
    flower: 'flower',
    arrow: 'arrow',
    sun: 'sun',
    hourglass: 'hourglass',
  },
}
