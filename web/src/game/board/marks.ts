/** Marks: what a player notes of each symbol at each place, and what the rows imply. */

import { candidates, canList } from '../candidates'
import type { Game, Row } from '../rules'

/** A symbol at a place: crossed out, or certain. */
export type Mark = 'out' | 'sure'

/** Marks by place and symbol: "0A" is A at the first place. */
export type Marks = Readonly<Record<string, Mark>>

export const NO_MARKS: Marks = {}

export const markKey = (place: number, symbol: string): string => `${place}${symbol}`

const NEXT: Readonly<Record<Mark | 'open', Mark | 'open'>> = { open: 'out', out: 'sure', sure: 'open' }

/** Goes on from open to crossed out, to certain, to open again. */
export function cycleMark(marks: Marks, place: number, symbol: string): Marks {
  return setMark(marks, place, symbol, NEXT[marks[markKey(place, symbol)] ?? 'open'])
}

/** Crosses *symbol* out at *place*, or opens it again. */
export function toggleCross(marks: Marks, place: number, symbol: string): Marks {
  return setMark(marks, place, symbol, marks[markKey(place, symbol)] === 'out' ? 'open' : 'out')
}

function setMark(marks: Marks, place: number, symbol: string, mark: Mark | 'open'): Marks {
  const others = Object.entries(marks).filter(([key]) => key !== markKey(place, symbol))
  return Object.fromEntries(mark === 'open' ? others : [...others, [markKey(place, symbol), mark]])
}

/** The player's marks, under what *rows* imply when that is to be filled in. */
export function shownMarks(game: Game, rows: readonly Row[], own: Marks, fill: boolean): Marks {
  return fill ? { ...own, ...impliedMarks(game, rows) } : own
}

/** What *rows* imply: exactly, by the candidates that are left, where these can be listed; else by simple rules. */
export function impliedMarks(game: Game, rows: readonly Row[]): Marks {
  return canList(game) ? byCandidates(game, rows) : byRules(game, rows)
}

function byCandidates(game: Game, rows: readonly Row[]): Marks {
  const left = candidates(game, rows)
  if (!left.length) return {}
  const marks: Record<string, Mark> = {}
  for (let place = 0; place < game.pegs; place++) {
    const possible = new Set(left.map((code) => code[place]!))
    for (const symbol of game.symbols)
      if (!possible.has(symbol)) marks[markKey(place, symbol)] = 'out'
      else if (possible.size === 1) marks[markKey(place, symbol)] = 'sure'
  }
  return marks
}

/** Marks that follow from single rows; none is wrong, but others may follow too. */
export function byRules(game: Game, rows: readonly Row[]): Marks {
  const marks: Record<string, Mark> = {}
  if (game.family === 'twod') return marks
  for (const { guess, feedback } of rows) {
    const [exact = 0, misplaced = 0] = feedback.split('.').map(Number)
    for (const symbol of game.symbols)
      for (let place = 0; place < game.pegs; place++)
        if (ruledOut(game, guess, exact, exact + misplaced, place, symbol))
          marks[markKey(place, symbol)] = 'out'
  }
  return marks
}

/** Whether an answer alone rules *symbol* out at *place*. */
function ruledOut(
  game: Game,
  guess: string,
  exact: number,
  common: number,
  place: number,
  symbol: string,
): boolean {
  const inGuess = guess.includes(symbol)
  if (inGuess && common === 0) return true
  if (!inGuess && common === game.pegs) return true
  return exact === 0 && guess[place] === symbol
}
