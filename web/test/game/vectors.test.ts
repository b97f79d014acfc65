import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { feedback, feedbacks, isGuess, isSecret, parseGame, secretCount } from '../../src/game/rules'

interface Vectors {
  games: {
    game: string
    secrets: number
    rows: number | null
    win: string
    feedbacks: string[]
    pairs: string[]
  }[]
  refused: string[]
}

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors

test.each(vectors.games)('$game has the rules that the engine has', (known) => {
  const game = parseGame(known.game)
  expect(game.text).toBe(known.game)
  expect([secretCount(game), game.rows, game.win]).toEqual([known.secrets, known.rows, known.win])
  expect(feedbacks(game).sort()).toEqual(known.feedbacks)
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
