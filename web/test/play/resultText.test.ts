import { beforeAll, expect, test, vi } from 'vitest'
import { parseGame, parseHistory } from '../../src/game/rules'
import { resultText } from '../../src/play/resultText'
import type { PlayState } from '../../src/play/playState.svelte'
import { NO_HELP } from '../../src/statistics/helpUsed'

// The address bar is read when the module is loaded.
vi.stubGlobal('location', { hash: '', origin: 'https://example.org', pathname: '/' })
vi.stubGlobal('addEventListener', () => undefined)
let resultOf: typeof import('../../src/play/result').resultOf
beforeAll(async () => ({ resultOf } = await import('../../src/play/result')))

/** What is shared of a game of *text* that ended with *status* after *history*. */
function shared(text: string, history: string, status: string, more: object = {}): string[] {
  const game = parseGame(text)
  const allRows = parseHistory(game, history)
  const common = { game, allRows, status, end: { guesses: allRows.length }, daily: null, helpUsed: NO_HELP }
  const play = { ...common, where: () => ({ game: text }), ...more } as unknown as PlayState
  return resultText(resultOf(play)).split('\n')
}

const MASTERMIND = 'mastermind(4,6,rows=10)'
const WON = '1122:1.0 1344:0.1 3526:4.0'
const DAY = { kind: 'mastermind', date: '2026-11-17' }

test('a result tells the answers and not the code, what perfect play needs, and where the game is', () => {
  expect(shared(MASTERMIND, WON, 'won')).toEqual([
    'bestguess · Mastermind in 3',
    '●···',
    '○···',
    '●●●●',
    'perfect play: 4.34',
    'https://example.org/#/play?game=mastermind(4,6,rows%3D10)'.replace('%3D', '='),
  ])
})

test('a code of the day has the number of its day, and its address has no rows', () => {
  const lines = shared(MASTERMIND, WON, 'won', { daily: DAY, where: () => DAY })
  expect(lines[0]).toBe('bestguess 321 · Mastermind in 3')
  expect(lines.at(-1)).toBe('https://example.org/#/today?kind=mastermind&date=2026-11-17')
})

test('a result says which help there was, and that nothing was found', () => {
  const [title] = shared(MASTERMIND, WON, 'won', { helpUsed: { ...NO_HELP, hints: true } })
  expect(title).toBe('bestguess · Mastermind in 3 · with hints or the coach')
  const lost = shared(MASTERMIND, '1122:1.0', 'given up')
  expect(lost.slice(0, 2)).toEqual(['bestguess · Mastermind, not found', '●···'])
  expect(lost).toHaveLength(3) // perfect play has nothing to do with it
})

test('another size is named', () => {
  expect(shared('mastermind(5,8,rows=12)', '', 'given up')[0]).toBe('bestguess · Mastermind 5×8, not found')
  expect(shared('bullscows(4,10)', '0123:4.0', 'won')[0]).toBe('bestguess · Numbers in 1')
  expect(shared('bullscows(3,10)', '012:3.0', 'won')[0]).toBe('bestguess · Numbers 3×10 in 1')
})

test('words are shared as squares of the palette, with an asterisk for hard mode', () => {
  const hard = 'words(english,5,rule=hard,rows=6)'
  const history = 'crane:BYGBB apart:GGGGG'
  expect(shared(hard, history, 'won').slice(0, 3)).toEqual([
    'bestguess · Words in 2*',
    '⬛🟨🟩⬛⬛',
    '🟩🟩🟩🟩🟩',
  ])
  const game = parseGame(hard)
  const rows = parseHistory(game, history)
  const text = resultText({ game, title: 'T', rows, tiles: 'contrast', note: '', link: 'L' })
  expect(text).toBe('T\n⬛🟦🟧⬛⬛\n🟧🟧🟧🟧🟧\nL')
})
