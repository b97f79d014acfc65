import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownCoins, readBalance } from '../../src/questions/balance'
import { candidates, changes, found, parts, questionStatus, readRows } from '../../src/questions/questionGame'

interface Known {
  game: string
  secrets: string[]
  labels: string[]
  pairs: string[]
  rows: string[]
}
const { questions } = JSON.parse(readFileSync(new URL('../game/vectors.json', import.meta.url), 'utf8')) as {
  questions: Known[]
}

test.each(questions)('$game has the rules that the engine has', (known) => {
  const game = readBalance(known.game)!
  expect([game.text, game.secrets, game.labels]).toEqual([known.game, known.secrets, known.labels])
  for (const pair of known.pairs) {
    const [guess, secret, feedback] = pair.split(' ') as [string, string, string]
    expect(`${pair}: ${game.answer(guess, game.secrets.indexOf(secret))}`).toBe(`${pair}: ${feedback}`)
  }
  for (const row of known.rows) {
    const [typed, written] = row.split(' ') as [string, string]
    const { guess, feedback } = readRows(game, typed)![0]!
    expect(`${guess}:${feedback}`).toBe(written)
  }
})

test.each([
  'balance(2)',
  'balance(17)',
  'balance(12,find=it)',
  'balance(12,rows=0)',
  'balance(12',
  'table(x)',
])('%s is no game of coins here', (text) => {
  expect(readBalance(text)).toBeNull()
})

const four = readBalance('balance(4)')!
const rowsOf = (text: string) => readRows(four, text)!

test('rows leave what fits them, and the answers that are possible', () => {
  const left = candidates(four, rowsOf('A-B:left'))
  expect(left.map((secret) => four.secrets[secret])).toEqual(['A+', 'B-'])
  expect([...parts(four, 'A-C', left)]).toEqual([
    ['left', 1],
    ['level', 1],
  ])
  expect([...knownCoins(four, left).values()]).toEqual(['heavy', 'light', 'good', 'good'])
})

test('it is over when one thing is left, and answers that contradict can be changed', () => {
  const rows = rowsOf('A-B:left A-C:left')
  expect(found(four, rows, candidates(four, rows))).toBe('A+')
  const wrong = rowsOf('A-B:left A-B:right')
  expect(questionStatus(four, wrong, candidates(four, wrong))).toBe('contradiction')
  expect(changes(four, wrong).map(({ number, row, left }) => [number, row.feedback, left])).toEqual([
    [2, 'left', 2],
    [1, 'right', 2],
  ])
})

test.each(['A-A:left', 'AB-C:left', 'A-E:left', 'A-B:up', 'A:left'])('%s is no row', (text) => {
  expect(readRows(four, text)).toBeNull()
})
