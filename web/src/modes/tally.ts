/** Two players on one device: whose turn it is, and the guesses of each over the rounds. */

import { readStorage, writeStorage } from '../shared/storage'

/** A round: who guesses (0 or 1), and once it is over how many guesses that took, or that the secret was not found. */
export interface Round {
  readonly guesser: 0 | 1
  readonly guesses: number | null
  readonly found: boolean
}

export interface Tally {
  readonly game: string
  readonly rounds: readonly Round[]
}

const KEY = 'bestguess.two-players'
const NONE: Tally = { game: '', rounds: [] }

/** The tally of *game*; another game begins a new one. */
export function loadTally(game: string): Tally {
  const found = readStorage(KEY, NONE)
  return found.game === game && Array.isArray(found.rounds) ? found : { game, rounds: [] }
}

export const saveTally = (tally: Tally): void => writeStorage(KEY, tally)

/** Who guesses in the round that is on, or in the next one: player 2 begins, then they swap. */
export function nextGuesser(tally: Tally): 0 | 1 {
  const last = tally.rounds.at(-1)
  return last === undefined ? 1 : last.guesses === null ? last.guesser : last.guesser === 0 ? 1 : 0
}

/** The tally with a round that begins; one that was not finished does not count. */
export function withBegun(tally: Tally): Tally {
  const finished = tally.rounds.filter((round) => round.guesses !== null)
  return { ...tally, rounds: [...finished, { guesser: nextGuesser(tally), guesses: null, found: false }] }
}

/** The tally with the end of the round that is on; what is over already does not change. */
export function withEnd(tally: Tally, guesses: number, found: boolean): Tally {
  const last = tally.rounds.at(-1)
  if (!last || last.guesses !== null) return tally
  return { ...tally, rounds: [...tally.rounds.slice(0, -1), { ...last, guesses, found }] }
}

/** The finished rounds in which *player* guessed. */
export function roundsOf(tally: Tally, player: 0 | 1): Round[] {
  return tally.rounds.filter((round) => round.guesser === player && round.guesses !== null)
}

export const totalOf = (rounds: readonly Round[]): number =>
  rounds.reduce((sum, round) => sum + (round.guesses ?? 0), 0)
