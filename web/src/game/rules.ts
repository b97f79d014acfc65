/** The rules of the games: their texts, legal codes and feedback. The engine's rules are compared with these. */

import { lexicon } from './words/lexicon.svelte'
import {
  hardBreach,
  LETTERS,
  LONGEST,
  readMarks,
  SHORTEST,
  wordFeedback,
  wordFeedbacks,
  type Breach,
} from './words/wordRules'

export const FAMILIES = ['mastermind', 'bullscows', 'twod', 'words'] as const
export type Family = (typeof FAMILIES)[number]

/** Which guesses are allowed after some rows: all, those that use what was found, those that fit all rows. */
export type Rule = 'free' | 'hard' | 'strict'

export interface Game {
  /** The text of the game, in its long form. */
  readonly text: string
  readonly family: Family
  /** How many places a code has. */
  readonly pegs: number
  /** The symbols of a code, lowest first. */
  readonly symbols: string
  /** Whether a guess, and whether a secret, may repeat a symbol. */
  readonly repeatsInGuess: boolean
  readonly repeatsInSecret: boolean
  /** How many guesses the board allows; null when there is no limit. */
  readonly rows: number | null
  readonly win: string
  readonly rule: Rule
}

export interface Row {
  readonly guess: string
  readonly feedback: string
}

/** A text that names no game, or no row of it. */
export class RulesError extends Error {}

/** What *read* gives, or null when it throws RulesError. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RulesError) return null
    throw error
  }
}

const FROM_ONE = '123456789ABCDEFG'
const FROM_ZERO = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const FORM = /^\s*([a-z]+)\s*\(([^()]*)\)\s*$/i
const SHORT = /^\s*(mm|bc)(\d+)x(\d+)\s*$/i

/** The game that *text* names, such as mastermind(4,6,rows=10) or mm4x6; throws RulesError. */
export function parseGame(text: string): Game {
  const short = SHORT.exec(text)
  if (short)
    return makeGame(short[1]!.toLowerCase() === 'mm' ? 'mastermind' : 'bullscows', [short[2]!, short[3]!], {})
  const form = FORM.exec(text)
  if (!form) throw new RulesError(text)
  const parts = form[2]!.split(',').map((part) => part.trim())
  const pairs = parts.filter((part) => part.includes('=')).map((part) => part.split('='))
  const options = Object.fromEntries(pairs.map((pair) => pair.map((side) => side.trim()))) as Options
  const wrong = pairs.some((pair) => pair.length !== 2) || Object.keys(options).length < pairs.length
  if (wrong) throw new RulesError(text)
  return makeGame(
    form[1]!.toLowerCase(),
    parts.filter((part) => !part.includes('=')),
    options,
  )
}

type Options = Record<string, string>

/** The game of a *family* with what stands before its *options*: two sizes, a list and its length. */
function makeGame(family: string, sizes: readonly string[], options: Options): Game {
  const { rows: rowsText, secrets, rule = 'free', ...others } = options
  const rows = rowsText === undefined ? null : /^\d{1,9}$/.test(rowsText) ? Number(rowsText) : 0
  const distinct = secrets === 'distinct' && family === 'mastermind'
  const wrong = Object.keys(others).length > 0 || (secrets !== undefined && !distinct)
  if (wrong || rows === 0) throw new RulesError(family)
  const named = family === 'words' && sizes[0]?.toLowerCase() === 'english'
  const numbers = (named ? sizes.slice(1) : sizes).map((size) => (/^\d{1,3}$/.test(size) ? Number(size) : 0))
  const [pegs = 0, count = 0] = numbers
  if (named && numbers.length === 1) return wordGame(pegs, rule, rows)
  if (family === 'twod' && numbers.length === 1 && rule === 'free') return twod(pegs, rows)
  if ((family !== 'mastermind' && family !== 'bullscows') || numbers.length !== 2)
    throw new RulesError(family)
  return pegGame(family, pegs, count, distinct, rule, rows)
}

/** *rule* as one of those that are *known*. */
function knownRule(rule: string, ...known: Rule[]): Rule {
  const found = known.find((one) => one === rule)
  if (!found) throw new RulesError(rule)
  return found
}

/** The options of a game, as they stand in its text. */
const optionText = (distinct: boolean, rule: Rule, rows: number | null): string =>
  (distinct ? ',secrets=distinct' : '') +
  (rule === 'free' ? '' : `,rule=${rule}`) +
  (rows ? `,rows=${rows}` : '')

function wordGame(length: number, ruleText: string, rows: number | null): Game {
  const rule = knownRule(ruleText, 'free', 'hard', 'strict')
  if (length < SHORTEST || length > LONGEST) throw new RulesError('words')
  return {
    text: `words(english,${length}${optionText(false, rule, rows)})`,
    family: 'words',
    pegs: length,
    symbols: LETTERS,
    repeatsInGuess: true,
    repeatsInSecret: true,
    rows,
    win: 'G'.repeat(length),
    rule,
  }
}

function twod(n: number, rows: number | null): Game {
  if (n < 1 || n > 36) throw new RulesError('twod')
  const text = `twod(${n}${optionText(false, 'free', rows)})`
  const both = { repeatsInGuess: true, repeatsInSecret: true }
  return {
    text,
    family: 'twod',
    pegs: 2,
    symbols: FROM_ZERO.slice(0, n),
    ...both,
    rows,
    win: 'equal',
    rule: 'free',
  }
}

function pegGame(
  family: 'mastermind' | 'bullscows',
  pegs: number,
  count: number,
  distinct: boolean,
  ruleText: string,
  rows: number | null,
): Game {
  const rule = knownRule(ruleText, 'free', 'strict')
  const distinctSecrets = distinct || family === 'bullscows'
  if (pegs < 1 || pegs > 8 || count < 1 || count > 16 || (distinctSecrets && pegs > count))
    throw new RulesError(family)
  return {
    text: `${family}(${pegs},${count}${optionText(distinct, rule, rows)})`,
    family,
    pegs,
    symbols: (family === 'mastermind' ? FROM_ONE : FROM_ZERO).slice(0, count),
    repeatsInGuess: family === 'mastermind',
    repeatsInSecret: !distinctSecrets,
    rows,
    win: `${pegs}.0`,
    rule,
  }
}

/** The game on a board of another number of rows. */
export function withRows(game: Game, rows: number | null): Game {
  if (game.family === 'twod') return twod(game.symbols.length, rows)
  if (game.family === 'words') return wordGame(game.pegs, game.rule, rows)
  const distinct = game.family === 'mastermind' && !game.repeatsInSecret
  return pegGame(game.family, game.pegs, game.symbols.length, distinct, game.rule, rows)
}

/** The answer to *guess* when *secret* is the secret. */
export function feedback(game: Game, guess: string, secret: string): string {
  if (game.family === 'words') return wordFeedback(guess, secret)
  return game.family === 'twod' ? twodFeedback(game, guess, secret) : pegFeedback(guess, secret)
}

function pegFeedback(guess: string, secret: string): string {
  let exact = 0
  let common = 0
  const left = new Map<string, number>()
  for (const symbol of secret) left.set(symbol, (left.get(symbol) ?? 0) + 1)
  for (let peg = 0; peg < guess.length; peg++) {
    const symbol = guess[peg]!
    if (symbol === secret[peg]) exact++
    const there = left.get(symbol) ?? 0
    if (there > 0) {
      common++
      left.set(symbol, there - 1)
    }
  }
  return `${exact}.${common - exact}`
}

function twodFeedback(game: Game, guess: string, secret: string): string {
  const above = [0, 1].map((place) =>
    Math.sign(game.symbols.indexOf(guess[place]!) - game.symbols.indexOf(secret[place]!)),
  )
  if (above.every((sign) => sign === 0)) return 'equal'
  if (above.every((sign) => sign <= 0)) return 'low'
  return above.every((sign) => sign >= 0) ? 'high' : 'mixed'
}

/** The feedbacks that a guess may get, the winning one last. */
export function feedbacks(game: Game): string[] {
  if (game.family === 'twod') return ['low', 'high', 'mixed', 'equal']
  if (game.family === 'words') return wordFeedbacks(game.pegs)
  const all: string[] = []
  for (let sum = 0; sum <= game.pegs; sum++)
    for (let exact = 0; exact <= sum; exact++)
      if (!(exact === game.pegs - 1 && sum === game.pegs)) all.push(`${exact}.${sum - exact}`)
  return all
}

/** *text* in the case of the game's symbols. */
export const inCase = (game: Game, text: string): string =>
  game.family === 'words' ? text.toLowerCase() : text.toUpperCase()

/** Whether *code* may be guessed. As long as a list of words is not loaded, its letters count. */
export function isGuess(game: Game, code: string): boolean {
  return isCode(game, code, game.repeatsInGuess) && (wordsOf(game)?.guesses.has(code) ?? true)
}

export function isSecret(game: Game, code: string): boolean {
  return isCode(game, code, game.repeatsInSecret) && (wordsOf(game)?.weights.has(code) ?? true)
}

const wordsOf = (game: Game) => (game.family === 'words' ? lexicon(game.pegs) : null)

const NONE: ReadonlySet<number> = new Set()

/** What *guess* lacks by the rule of the game, and the number of the first row that asks for it; null when it is allowed.
 * Rows whose numbers are *ignored* ask for nothing. */
export function ruleBreach(
  game: Game,
  rows: readonly Row[],
  guess: string,
  ignored = NONE,
): (Breach & { readonly row: number }) | null {
  if (game.rule === 'free') return null
  for (const [index, row] of rows.entries()) {
    const found = ignored.has(index + 1)
      ? null
      : game.rule === 'hard'
        ? hardBreach(guess, row)
        : strictBreach(game, guess, row)
    if (found) return { ...found, row: index + 1 }
  }
  return null
}

/** What *guess* lacks under the rule `strict` after one row: as the secret, it would answer the row so. */
function strictBreach(game: Game, guess: string, row: Row): Breach | null {
  const answer = feedback(game, row.guess, guess)
  return answer === row.feedback ? null : { kind: 'answer', feedback: answer }
}

/** The number of the first of the *rows* that breaks the rule of the game; null when none does. */
export function forbiddenRow(game: Game, rows: readonly Row[], ignored = NONE): number | null {
  const index = rows.findIndex(
    (row, at) => !ignored.has(at + 1) && ruleBreach(game, rows.slice(0, at), row.guess, ignored),
  )
  return index < 0 ? null : index + 1
}

function isCode(game: Game, code: string, repeats: boolean): boolean {
  const known = code.length === game.pegs && [...code].every((symbol) => game.symbols.includes(symbol))
  return known && (repeats || new Set(code).size === code.length)
}

/** How many secrets there are. */
export function secretCount(game: Game): number {
  if (game.family === 'words') return lexicon(game.pegs)?.secrets.length ?? 0
  let count = 1
  for (let peg = 0; peg < game.pegs; peg++) count *= game.symbols.length - (game.repeatsInSecret ? 0 : peg)
  return count
}

/** The history that *text* is, such as "1122:0.2 1344:1.1", some of its rows *ignored*; throws RulesError. */
export function parseHistory(game: Game, text: string, ignored = NONE): Row[] {
  const rows = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => parseRow(game, part))
  if (forbiddenRow(game, rows, ignored) !== null) throw new RulesError(text)
  return rows
}

/** The feedback that *text* is; null when it is none. */
export function parseFeedback(game: Game, text: string): string | null {
  if (game.family === 'words') return readMarks(game.pegs, text)
  return feedbacks(game).find((one) => one.toUpperCase() === text.toUpperCase()) ?? null
}

function parseRow(game: Game, text: string): Row {
  const [typed = '', answer = '', ...rest] = text.split(':')
  const guess = inCase(game, typed)
  const found = parseFeedback(game, answer)
  if (!isGuess(game, guess) || found === null || rest.length) throw new RulesError(text)
  return { guess, feedback: found }
}

export function formatHistory(rows: readonly Row[]): string {
  return rows.map((row) => `${row.guess}:${row.feedback}`).join(' ')
}

/** Whether a game goes on. */
export type GameStatus = 'running' | 'won' | 'lost'

export function gameStatus(game: Game, rows: readonly Row[]): GameStatus {
  if (rows.at(-1)?.feedback === game.win) return 'won'
  return game.rows !== null && rows.length >= game.rows ? 'lost' : 'running'
}
