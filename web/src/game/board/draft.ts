/** The row being typed: a symbol or nothing in each slot, and the slot that the next symbol goes to. */

import { inCase, isGuess, type Game } from '../rules'
import type { Action } from './keyboard'

export interface DraftState {
  /** A symbol for each slot; '' where nothing is yet. */
  readonly draft: string[]
  /** The slot that the next symbol goes to; the number of slots when all are filled. */
  readonly cursor: number
}

export function emptyDraft(game: Game): string[] {
  return Array.from({ length: game.pegs }, () => '')
}

/** Whether *symbol* may go to *slot*: some games allow no symbol twice. */
export function canType(game: Game, draft: readonly string[], slot: number, symbol: string): boolean {
  const twice = !game.repeatsInGuess && draft.some((other, place) => other === symbol && place !== slot)
  return slot >= 0 && slot < game.pegs && game.symbols.includes(symbol) && !twice
}

/** Puts *symbol* into the slot at the cursor, and goes on to the next empty one. */
export function typeSymbol(game: Game, { draft, cursor }: DraftState, symbol: string): DraftState {
  if (!canType(game, draft, cursor, symbol)) return { draft, cursor }
  const filled = draft.with(cursor, symbol)
  return { draft: filled, cursor: nextSlot(filled, cursor) }
}

function nextSlot(draft: readonly string[], from: number): number {
  const right = draft.indexOf('', from)
  const empty = right >= 0 ? right : draft.indexOf('')
  return empty >= 0 ? empty : from + 1
}

/** Empties the slot at the cursor, or, when it is empty, the one before. */
export function deleteSymbol({ draft, cursor }: DraftState): DraftState {
  const slot = draft[cursor] ? cursor : Math.max(0, cursor - 1)
  return { draft: draft.with(slot, ''), cursor: slot }
}

export function moveCursor(game: Game, cursor: number, by: number): number {
  return Math.min(game.pegs - 1, Math.max(0, cursor + by))
}

/** The row after a key that types, deletes or moves; null when the key does something else. */
export function afterKey(game: Game, { draft, cursor }: DraftState, action: Action): DraftState | null {
  if (action.do === 'type') return typeSymbol(game, { draft, cursor }, action.symbol)
  if (action.do === 'delete') return deleteSymbol({ draft, cursor })
  return action.do === 'move' ? { draft, cursor: moveCursor(game, cursor, action.by) } : null
}

/** Moves what is in the slot *from* to the slot *to*; what was there takes its place. */
export function swapSlots({ draft, cursor }: DraftState, from: number, to: number): DraftState {
  return { draft: draft.with(to, draft[from]!).with(from, draft[to]!), cursor }
}

/** The row that *text* spells; characters that are no symbols are skipped. */
export function fillDraft(game: Game, text: string): DraftState {
  const start: DraftState = { draft: emptyDraft(game), cursor: 0 }
  return [...inCase(game, text)].reduce((typing, symbol) => typeSymbol(game, typing, symbol), start)
}

/** The code that was typed; null while it is no legal guess. */
export function draftCode(game: Game, draft: readonly string[]): string | null {
  const code = draft.join('')
  return draft.every(Boolean) && isGuess(game, code) ? code : null
}
