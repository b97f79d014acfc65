/** The rules of balance: one of some coins is too heavy or too light. The engine's rules are compared with these. */

import type { Row } from '../game/rules'
import type { QuestionGame } from './questionGame'

export const SIDES = ['left', 'right', 'level'] as const
export type Side = (typeof SIDES)[number]
export const [MIN_COINS, MAX_COINS] = [3, 16]
const TURNED: Readonly<Record<string, string>> = { left: 'right', right: 'left', level: 'level' }
const FORM = /^\s*balance\s*\(\s*(\d{1,2})\s*((?:,[^()]*)?)\)\s*$/i

export const coinNames = (coins: number): string[] => [...'ABCDEFGHIJKLMNOP'.slice(0, coins)]

/** The game that *text* names, such as balance(12,find=coin,rows=3); null when it is none. */
export function readBalance(text: string): QuestionGame | null {
  const form = FORM.exec(text)
  if (!form) return null
  const options = form[2]!.split(',').slice(1)
  let [find, rows]: [string, number | null] = ['all', null]
  for (const option of options) {
    const [, name, value] = /^\s*(find|rows)\s*=\s*(all|coin|[1-9]\d?)\s*$/.exec(option) ?? []
    if (name === 'find' && /^[ac]/.test(value!)) find = value!
    else if (name === 'rows' && /^\d/.test(value!)) rows = Number(value)
    else return null
  }
  const coins = Number(form[1])
  return coins < MIN_COINS || coins > MAX_COINS ? null : balance(coins, find === 'coin', rows)
}

/** The game of so many *coins*; with *coinOnly* it is enough to know which one it is. */
export function balance(coins: number, coinOnly = false, rows: number | null = null): QuestionGame {
  const secrets = coinNames(coins).flatMap((coin) => [`${coin}+`, `${coin}-`])
  const options = `${coinOnly ? ',find=coin' : ''}${rows ? `,rows=${rows}` : ''}`
  return {
    text: `balance(${coins}${options})`,
    coins,
    table: null,
    name: '',
    secrets,
    labels: coinOnly ? secrets.map((secret) => secret[0]!) : secrets,
    feedbacks: SIDES,
    questions: [],
    win: null,
    rows,
    row: (guess, feedback) => readRow(coins, guess, feedback),
    answer: (guess, secret) => weigh(guess, secrets[secret]!),
  }
}

/** Which side of a weighing is heavier when *secret* is the coin: "A+" is too heavy, "A-" too light. */
export function weigh(weighing: string, secret: string): Side {
  const at = weighing.indexOf(secret[0]!)
  if (at < 0) return 'level'
  return at < weighing.indexOf('-') === (secret[1] === '+') ? 'left' : 'right'
}

/** The weighing of these sides as the engine writes it: each side in order, the lowest coin left. */
export function weighing(left: readonly string[], right: readonly string[]): string {
  return [left, right]
    .map((side) => [...side].sort().join(''))
    .sort()
    .join('-')
}

/** The row as the engine writes it, from one with the coins in any order, the sides too; null when it is none. */
function readRow(coins: number, guess: string, feedback: string): Row | null {
  const [left = '', right = '', ...more] = guess.toUpperCase().split('-')
  const [known, all] = [coinNames(coins), [...left, ...right]]
  const legal = left.length > 0 && left.length === right.length && !more.length
  const answer = SIDES.find((side) => side === feedback.toLowerCase())
  if (!legal || !answer || new Set(all).size < all.length || !all.every((coin) => known.includes(coin)))
    return null
  const written = weighing([...left], [...right])
  const turned = !left.includes(written[0]!)
  return { guess: written, feedback: turned ? TURNED[answer]! : answer }
}

/** What is known of a coin after some weighings: nothing, that it is good, or that it can only be heavy or light. */
export type Known = '' | 'good' | 'heavy' | 'light'

/** What is known of each coin when these secrets are *left*. */
export function knownCoins(game: QuestionGame, left: readonly number[]): Map<string, Known> {
  const texts = new Set(left.map((secret) => game.secrets[secret]!))
  const known = (coin: string): Known => {
    const [heavy, light] = [texts.has(`${coin}+`), texts.has(`${coin}-`)]
    return heavy && light ? '' : heavy ? 'heavy' : light ? 'light' : 'good'
  }
  return new Map(coinNames(game.coins!).map((coin) => [coin, known(coin)]))
}
