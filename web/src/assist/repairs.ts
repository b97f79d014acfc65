/** Rows that contradict each other, and their repairs, as text. */

import type { Game, Row } from '../game/rules'
import { chosenLooks } from '../game/board/looks'
import { squaresOf } from '../game/words/wordRules'
import type { Messages } from '../i18n/index.svelte'
import type { Repair } from '../shared/api/client'

/** A feedback in a sentence: marks as squares in the player's colours. */
const shown = (feedback: string): string =>
  /^[BYG]+$/.test(feedback) ? squaresOf(feedback, chosenLooks().tiles) : feedback

/** The rows after *repair*. */
export function repaired(rows: readonly Row[], repair: Repair): Row[] {
  const changed = new Map(repair.rows.map(({ number, guess, feedback }) => [number, { guess, feedback }]))
  return rows.map((row, index) => changed.get(index + 1) ?? row)
}

/** What a repair changes, row by row: "Row 2: 1.2 instead of 2.1 (exact and misplaced swapped)". */
export function repairTexts(words: Messages, rows: readonly Row[], repair: Repair): string[] {
  return repair.rows.map(({ number, guess, feedback }, index) => {
    const old = rows[number - 1]
    const slip = words.assist.slips[repair.slips[index] ?? 'other feedback']
    return old && old.guess !== guess
      ? words.assist.changed(number, guess, old.guess, slip)
      : words.assist.changed(number, shown(feedback), shown(old?.feedback ?? ''), slip)
  })
}

/** Which rows cannot be right, and the most likely correction. */
export function contradictionText(
  words: Messages,
  rows: readonly Row[],
  contradiction: { rows: number[]; repairs: Repair[] },
): string {
  const likeliest = contradiction.repairs[0]?.rows ?? []
  const one = contradiction.rows.length === 1 && likeliest.length === 1 ? likeliest[0]! : null
  const old = one && rows[one.number - 1]
  const meant = one && old ? (old.guess === one.guess ? shown(one.feedback) : one.guess) : null
  return words.assist.cannotBe(contradiction.rows, meant)
}

/** A feedback as people type it, 1.2, 1,2, 1 2, 12, 1A2B, 1b2w, or a word of the game; null when it is none. */
export function readFeedback(game: Game, known: readonly string[], text: string): string | null {
  const plain = text.trim().toLowerCase()
  if (game.family === 'twod') return known.find((one) => plain !== '' && one.startsWith(plain)) ?? null
  const match = /^(\d)\s*(?:[.,:;/ +-]|[ab]|)\s*(\d)\s*[bwc]?$/.exec(plain)
  const found = match ? `${match[1]}.${match[2]}` : ''
  return known.includes(found) ? found : null
}
