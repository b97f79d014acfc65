import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useWordLists } from '../game/words/lists'
import { candidates } from '../../src/game/candidates'
import { parseGame, parseHistory } from '../../src/game/rules'
import { hardestAnswer } from '../../src/modes/adversary'

useWordLists()

interface Known {
  game: string
  /** "history | guess | answer" */
  answers: string[]
}
const file = new URL('../game/vectors.json', import.meta.url)
const { adversary } = JSON.parse(readFileSync(file, 'utf8')) as { adversary: Known[] }

test.each(adversary)('in $game it answers as the engine’s adversary does where sizes decide', (known) => {
  const game = parseGame(known.game)
  for (const line of known.answers) {
    const [history, guess, answer] = line.split(' | ') as [string, string, string]
    expect(`${guess} ${hardestAnswer(game, parseHistory(game, history), guess)}`).toBe(`${guess} ${answer}`)
  }
})

test('it never lies, and loses only when nothing else is left', () => {
  const game = parseGame('mastermind(2,3)')
  expect(hardestAnswer(game, parseHistory(game, '11:0.0 22:0.0'), '33')).toBe('2.0')
  let rows = parseHistory(game, '')
  for (const guess of ['11', '12', '13', '21', '22', '23', '31', '32', '33']) {
    rows = [...rows, { guess, feedback: hardestAnswer(game, rows, guess) }]
    expect(candidates(game, rows).length).toBeGreaterThan(0)
    if (rows.at(-1)!.feedback === game.win) break
  }
  expect(rows.at(-1)!.feedback).toBe(game.win)
})

test('of equal parts it takes the first in the order of the feedbacks', () => {
  const game = parseGame('twod(2)')
  expect(hardestAnswer(game, [], '00')).toBe('low')
})
