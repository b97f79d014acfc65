/** Questions, answers and what is sought, in words. */

import type { Messages } from '../i18n/index.svelte'
import type { Side } from './balance'
import type { QuestionGame } from './questionGame'

/** The name of a game: "12 coins", or that of the table. */
export const questionGameName = (words: Messages, game: QuestionGame): string =>
  game.coins === null ? game.name : words.questions.coins(game.coins)

/** A question: "ABCD against EFGH", or as the table has it. */
export function questionText(words: Messages, game: QuestionGame, guess: string): string {
  if (game.coins === null) return guess
  const [left = '', right = ''] = guess.split('-')
  return words.questions.against(left, right)
}

/** An answer: "left is heavier", or as the table has it. */
export const answerText = (words: Messages, game: QuestionGame, feedback: string): string =>
  game.coins === null ? feedback : words.questions.sides[feedback as Side]

/** A secret or a label: "coin G, too light", "coin G", or as the table has it. */
export function labelText(words: Messages, game: QuestionGame, label: string): string {
  if (game.coins === null) return label
  return words.questions.coin(label[0]!, (label[1] ?? '') as '+' | '-' | '')
}
