import { expect, test } from 'vitest'
import { candidates, found, parts } from '../../src/questions/questionGame'
import { tableGame } from '../../src/questions/tableGame'

const about = {
  schema: 'bestguess.table/1',
  version: '0',
  name: '0123456789abcdef',
  game: 'table(0123456789abcdef,goal=identify)',
  goal: 'identify',
  win: null,
  guesses: ['Does it hum?', 'Is it hot?'],
  secrets: ['pump', 'valve', 'fuse'],
  labels: ['call us', 'call us', 'new fuse'],
  weights: null,
  costs: null,
  feedbacks: ['yes', 'no'],
  matrix: [
    [0, 0, 1],
    [0, 1, 1],
  ],
} as const
const stored = { name: 'Faults', date: 0, text: '', about: about as never }

test('a table answers, and is over when all that is left means the same', () => {
  const game = tableGame(about.game, stored, null)
  expect([...parts(game, 'Is it hot?', [0, 1, 2])]).toEqual([
    ['yes', 1],
    ['no', 2],
  ])
  const rows = [game.row('Does it hum?', 'yes')!]
  const left = candidates(game, rows)
  expect([left, found(game, rows, left)]).toEqual([[0, 1], 'call us'])
  expect(game.row('Does it sing?', 'yes')).toBeNull()
})

test('“no” is the last answer', () => {
  const turned = { ...about, feedbacks: ['no', 'yes'] } as const
  const game = tableGame(about.game, { ...stored, about: turned as never }, null)
  expect([...parts(game, 'Is it hot?', [0, 1, 2]).keys()]).toEqual(['yes', 'no'])
})

test('with a winning answer it is over when that is given', () => {
  const game = tableGame('table(0123456789abcdef,win=yes)', stored, 'yes')
  const row = { guess: 'Is it hot?', feedback: 'no' }
  expect(found(game, [row], [1, 2])).toBeNull()
  expect(found(game, [{ ...row, feedback: 'yes' }], [0])).toBe('Is it hot?')
})
