/** What keeps a row that was typed from being played. */

import type { Messages } from '../../i18n/index.svelte'
import { ruleBreach, type Game, type Row } from '../rules'
import { draftCode } from './draft'

/** In one line, what is wrong with *draft* as the next guess after *rows*; empty when nothing is. */
export function guessProblem(
  words: Messages,
  game: Game,
  rows: readonly Row[],
  draft: readonly string[],
): string {
  const empty = draft.filter((symbol) => !symbol).length
  const code = draftCode(game, draft)
  if (empty) return words.play.missing(empty)
  if (code !== null) return breachText(words, game, rows, code)
  return game.family === 'words' ? words.play.notWord(draft.join('').toUpperCase()) : words.play.twice
}

/** What *code* lacks by the rule of the game, and which row says so; empty when it is allowed. */
export function breachText(
  words: Messages,
  game: Game,
  rows: readonly Row[],
  code: string,
  ignored?: ReadonlySet<number>,
): string {
  const found = ruleBreach(game, rows, code, ignored)
  if (!found) return ''
  const { breach } = words.play
  if (found.kind === 'answer') return breach.answer(found.row)
  const letter = found.letter.toUpperCase()
  return found.kind === 'place'
    ? breach.place(letter, found.place, found.row)
    : breach.count(letter, found.count, found.row)
}
