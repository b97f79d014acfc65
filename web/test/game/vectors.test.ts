import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  feedback,
  feedbacks,
  isGuess,
  isSecret,
  parseFeedback,
  parseGame,
  parseHistory,
  ruleBreach,
  secretCount,
} from '../../src/game/rules'
import { lexicon } from '../../src/game/words/lexicon.svelte'
import { useWordLists } from './words/lists'

interface Vectors {
  games: {
    game: string
    secrets: number
    rows: number | null
    win: string
    guesses: number
    feedbacks: string[] | null
    pairs: string[]
  }[]
  refused: string[]
  breaches: { game: string; rows: string[] }[]
  marks: string[]
}

useWordLists()
const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors

test.each(vectors.games)('$game has the rules that the engine has', (known) => {
  const game = parseGame(known.game)
  expect(game.text).toBe(known.game)
  expect([secretCount(game), game.rows, game.win]).toEqual([known.secrets, known.rows, known.win])
  if (known.feedbacks) expect(feedbacks(game).sort()).toEqual(known.feedbacks)
  for (const [guess, secret, answer] of known.pairs.map(
    (pair) => pair.split(' ') as [string, string, string],
  )) {
    expect([isGuess(game, guess), isSecret(game, secret)]).toEqual([true, true])
    expect(`${guess} ${secret} ${feedback(game, guess, secret)}`).toBe(`${guess} ${secret} ${answer}`)
  }
})

test.each(vectors.refused)('%s is no game here either', (text) => {
  expect(() => parseGame(text)).toThrow()
})

test('there are as many words to guess as the engine has', () => {
  for (const { game, guesses } of vectors.games.filter((one) => one.game.startsWith('words')))
    expect(lexicon(parseGame(game).pegs)!.guesses.size).toBe(guesses)
})

const COUNTS = ['no', 'one', 'two', 'three', 'four']

test.each(vectors.breaches)(
  '$game forbids what the engine forbids, for the same reason',
  ({ game, rows }) => {
    const rules = parseGame(game)
    const told = rows.map((line) => {
      const [guess, text] = line.split(' | ') as [string, string]
      const found = ruleBreach(rules, parseHistory(rules, text), guess)
      const lacks =
        found === null
          ? ''
          : found.kind === 'place'
            ? `needs ${found.letter} in place ${found.place}, because`
            : found.kind === 'count'
              ? `needs ${COUNTS[found.count]} ${found.letter}, because`
              : `as the secret would give ${found.feedback}, but`
      return `${guess} | ${text} | ${lacks}`
    })
    expect(told).toEqual(rows)
  },
)

test('marks are read in all forms that the engine reads', () => {
  const game = parseGame('words(english,5)')
  for (const line of vectors.marks) {
    const [text, marks] = line.split(' | ') as [string, string]
    expect(`${text} | ${parseFeedback(game, text) ?? ''}`).toBe(`${text} | ${marks}`)
  }
})
