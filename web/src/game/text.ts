/** Games, feedbacks and symbols as text. */

import type { Messages } from '../i18n/index.svelte'
import { shapeName } from './board/pegShapes'
import type { Game, Row } from './rules'
import type { Mark } from './words/wordRules'

/** The texts of help with *game*: they speak of codes, or of words. */
export const helpTexts = (words: Messages, game: Game): Messages['wordHelp'] =>
  game.family === 'words' ? words.wordHelp : words

/** A feedback in words: "1 exact, 2 misplaced". */
export function feedbackText(words: Messages, game: Game, feedback: string): string {
  if (game.family === 'twod') return words.feedback[feedback as 'low' | 'high' | 'mixed' | 'equal']
  if (game.family === 'words')
    return [...feedback].map((mark) => words.feedback.marks[mark as Mark]).join(', ')
  const [exact = 0, misplaced = 0] = feedback.split('.').map(Number)
  return words.feedback.pegs(exact, misplaced)
}

/** A code as it is read aloud and written in sentences: symbol by symbol, or as a word. */
export function spelt(game: Game, code: string): string {
  return game.family === 'words' ? code.toUpperCase() : [...code].join(' ')
}

/** A code as it is written in sentences: 2643, CRANE. */
export const written = (game: Game, code: string): string =>
  game.family === 'words' ? code.toUpperCase() : code

/** A row of letters with their marks: "CRANE: C absent, R elsewhere, A right, …"; of other games the code alone. */
export function rowText(words: Messages, game: Game, { guess, feedback }: Row): string {
  if (game.family !== 'words') return spelt(game, guess)
  const marks = [...guess].map(
    (letter, place) => `${letter.toUpperCase()} ${words.feedback.marks[feedback[place] as Mark]}`,
  )
  return `${spelt(game, guess)}: ${marks.join(', ')}`
}

/** A game by its name: "Mastermind 4×6". */
export function gameName(words: Messages, game: Game): string {
  if (game.family === 'twod') return words.game.twod(game.symbols.length)
  const { family, pegs, rule } = game
  const distinct = family === 'mastermind' && !game.repeatsInSecret
  return [
    family === 'words' ? words.game.words(pegs) : words.game[family](pegs, game.symbols.length),
    ...(distinct ? [words.game.distinct] : []),
    ...(rule === 'free' ? [] : [words.game[rule]]),
  ].join(', ')
}

/** What stands beside the name of a game: "4 pegs, 6 colours". */
export function gameSizes(words: Messages, game: Game): string {
  const { family, pegs, rule } = game
  const distinct = family === 'mastermind' && !game.repeatsInSecret
  return words.menu.line([
    words.game.sizes[family](pegs, game.symbols.length),
    ...(distinct ? [words.game.distinct] : []),
    ...(rule === 'free' ? [] : [words.game[rule]]),
  ])
}

/** A symbol as it is read aloud: "3, triangle"; digits are themselves. */
export function symbolName(words: Messages, game: Game, symbol: string): string {
  const shape = shapeName(game, symbol)
  return shape ? `${symbol}, ${words.board.shapes[shape]}` : symbol
}

/** A turn in one sentence: "Row 2: 1 3 4 4 — 1 exact, 1 misplaced. 46 candidates left." */
export function turnText(words: Messages, game: Game, rows: readonly Row[], left: number | null): string {
  const { guess, feedback } = rows.at(-1)!
  const turn = words.play.turn(rows.length, spelt(game, guess), feedbackText(words, game, feedback))
  const won = feedback === game.win
  const end = won
    ? words.play.outcome.won(rows.length)
    : rows.length === game.rows
      ? words.play.outcome.lost(rows.length)
      : left === null
        ? ''
        : words.play.left(left)
  return `${turn}${end && ` ${end}`}`
}
