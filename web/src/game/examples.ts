/** Worked examples of each kind of game: a secret and guesses, whose answers follow from the rules. */

import type { Messages } from '../i18n/index.svelte'
import { feedback, parseGame, type Family, type Game, type Row } from './rules'

export interface Example {
  readonly game: Game
  readonly secret: string
  readonly rows: readonly Row[]
}

function example(text: string, secret: string, ...guesses: string[]): Example {
  const game = parseGame(text)
  return { game, secret, rows: guesses.map((guess) => ({ guess, feedback: feedback(game, guess, secret) })) }
}

export const EXAMPLES: Readonly<Record<Family, Example>> = {
  mastermind: example('mastermind(4,6)', '3512', '1122', '4466', '5312', '3512'),
  bullscows: example('bullscows(4,10)', '4271', '1234', '5689', '4217', '4271'),
  twod: example('twod(10)', '47', '25', '49', '93', '47'),
  words: example('words(english,5)', 'react', 'crane', 'mouth', 'trace', 'react'),
}

/** What a first visit sees on the board of Mastermind. */
export const EXAMPLE_CODE = '1243'
export const EXAMPLE_GUESS: Row = example('mastermind(4,6)', EXAMPLE_CODE, '1122').rows[0]!

type Line = ['exact' | 'misplaced' | null, string]

/** A line for each mark, with the letters that got it. */
function markLines(words: Messages['guide']['words'], guess: string, feedback: string): Line[] {
  const letters = (mark: string) => [...guess.toUpperCase()].filter((_, place) => feedback[place] === mark)
  return (['G', 'Y', 'B'] as const)
    .filter((mark) => feedback.includes(mark))
    .map((mark) => [null, words[mark](letters(mark).join(' '))])
}

/** What an answer says, a line for each kind of peg in it: ['exact', '1 right, in the right place']. */
export function answerLines(words: Messages, game: Game, { guess, feedback }: Row): Line[] {
  const { guide } = words
  if (game.family === 'twod') return [[null, guide.twod[feedback as 'low']]]
  if (feedback === game.win) return [[null, guide.found]]
  if (game.family === 'words') return markLines(guide.words, guess, feedback)
  const [exact = 0, misplaced = 0] = feedback.split('.').map(Number)
  const lines: Line[] = []
  if (exact) lines.push(['exact', guide.exact[game.family](exact)])
  if (misplaced) lines.push(['misplaced', guide.misplaced[game.family](misplaced)])
  return lines.length ? lines : [[null, guide.none[game.family]]]
}
