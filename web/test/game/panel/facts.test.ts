import { expect, test } from 'vitest'
import { candidates } from '../../../src/game/candidates'
import { facts, hintFacts, type Fact } from '../../../src/game/panel/facts'
import { feedback, isGuess, parseGame, parseHistory, type Game, type Row } from '../../../src/game/rules'
import { seeded } from '../../../src/shared/random'

/** Whether *code* is as *fact* says. */
function holds(game: Game, rows: readonly Row[], fact: Fact, code: string): boolean {
  const at = (symbol: string) => [...code].flatMap((one, index) => (one === symbol ? [index + 1] : []))
  switch (fact.kind) {
    case 'start':
    case 'only':
      return true
    case 'present':
      return [...fact.symbols].every((symbol) => code.includes(symbol))
    case 'absent':
      return ![...fact.symbols].some((symbol) => code.includes(symbol))
    case 'fixed':
      return code[fact.place - 1] === fact.symbol
    case 'places':
      return at(fact.symbol).length > 0 && at(fact.symbol).every((place) => fact.places.includes(place))
    case 'untried': {
      const count = [...fact.symbols].flatMap(at).length
      const tried = rows.some((row) => [...fact.symbols].some((symbol) => row.guess.includes(symbol)))
      return !tried && fact.least <= count && count <= fact.most
    }
    case 'row': {
      const [exact, misplaced] = feedback(game, rows[fact.row - 1]!.guess, code)
        .split('.')
        .map(Number)
      return exact === fact.exact && exact! + misplaced! === fact.common
    }
    case 'range': {
      const place = game.symbols.indexOf(code[fact.place - 1]!)
      return game.symbols.indexOf(fact.low) <= place && place <= game.symbols.indexOf(fact.high)
    }
  }
}

const GAMES = [
  'mastermind(4,6)',
  'mastermind(3,4)',
  'mastermind(5,4)',
  'bullscows(4,7)',
  'bullscows(3,10)',
  'twod(9)',
]

test.each(GAMES)(
  'whatever is said in %s is true of every possible code, and something is always said',
  (text) => {
    const game = parseGame(text)
    const all = candidates(game, [])
    const draw = seeded(text)
    for (let round = 0; round < 60; round++) {
      const secret = all[draw(all.length)]!
      const rows: Row[] = []
      for (let turn = draw(5); turn > 0; turn--) {
        const guess = all[draw(all.length)]!
        if (guess !== secret) rows.push({ guess, feedback: feedback(game, guess, secret) })
      }
      const left = candidates(game, rows)
      const told = facts(game, rows, left)
      expect(told.length).toBeGreaterThan(0)
      expect(told.length).toBeLessThanOrEqual(5)
      const untrue = told.filter((fact) => !left.every((code) => holds(game, rows, fact, code)))
      expect(untrue, JSON.stringify(rows)).toEqual([])
    }
  },
)

test('bounds are met, so that nothing weaker is said than is known', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:0.1')
  expect(facts(game, rows, candidates(game, rows))).toContainEqual({
    kind: 'untried',
    symbols: '3456',
    least: 3,
    most: 3,
  })
})

test('before the first row a good guess is named with the most that it leaves', () => {
  const start = (text: string) => {
    const game = parseGame(text)
    const [fact] = facts(game, [], candidates(game, []))
    if (fact?.kind !== 'start') throw new Error('no start')
    expect(isGuess(game, fact.code)).toBe(true)
    return [fact.code, fact.most]
  }
  expect(start('mastermind(4,6)')).toEqual(['1123', 276])
  expect(start('bullscows(4,10)')).toEqual(['0123', 1440])
  expect(start('mastermind(2,2)')).toEqual(['11', 2])
})

test('the last code is not told, and large games are told by their rows and the engine', () => {
  const game = parseGame('mastermind(4,6)')
  expect(facts(game, [], ['1234'])).toEqual([{ kind: 'only' }])
  const large = parseGame('mastermind(8,12)')
  expect(facts(large, [], null)).toMatchObject([{ kind: 'start', code: '11234567', most: null }])
  expect(facts(large, parseHistory(large, '11223344:1.2'), null)).toEqual([
    { kind: 'row', row: 1, common: 3, exact: 1 },
  ])
  expect(hintFacts({ present: '2', absent: '', fixed: '..3.' })).toEqual([
    { kind: 'present', symbols: '2' },
    { kind: 'fixed', symbol: '3', place: 3 },
  ])
})
