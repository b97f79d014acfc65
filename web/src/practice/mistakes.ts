/** The player's own mistakes, which are asked again: after a day, three days and a week. */

import { readStorage, writeStorage } from '../shared/storage'
import { dayAfter } from '../statistics/days'
import type { PastGame } from '../statistics/pastGames'

const KEY = 'bestguess.mistakes'
/** Guesses that cost more than this are asked again. */
const LEAST = 0.3
/** The days until a mistake is asked for the first, second and third time. */
const DAYS = [1, 3, 7] as const

export interface Mistake {
  readonly game: string
  /** The rows before the guess. */
  readonly history: string
  readonly guess: string
  readonly extra: number
  /** The day of the game. */
  readonly date: string
}

/** How often a mistake was solved one time after the other, and when it is due again. */
interface Asked {
  readonly solved: number
  readonly due: string
}
/** By the game and the rows. */
export type Schedule = Readonly<Record<string, Asked>>

const keyOf = ({ game, history }: Pick<Mistake, 'game' | 'history'>) => `${game} ${history}`

/** The guesses of *games* that cost most, each position once, the costliest first. */
export function mistakesOf(games: readonly PastGame[]): Mistake[] {
  const all = games.flatMap(({ game, history, date, costly }) => {
    const rows = history.split(' ')
    return costly
      .filter(({ extra }) => extra > LEAST)
      .map(({ row, extra }) => {
        const guess = rows[row - 1]?.split(':')[0] ?? ''
        return { game, history: rows.slice(0, row - 1).join(' '), guess, extra, date }
      })
  })
  const found = new Map(all.reverse().map((one) => [keyOf(one), one]))
  return [...found.values()].sort((one, other) => other.extra - one.extra)
}

/** What *schedule* says of *mistake*; one that was never asked is due a day after its game. */
const askedOf = (schedule: Schedule, mistake: Mistake): Asked =>
  schedule[keyOf(mistake)] ?? { solved: 0, due: dayAfter(mistake.date, DAYS[0]) }

/** Whether *mistake* is to be asked on this day; solved thrice, it is gone. */
export function isDue(schedule: Schedule, mistake: Mistake, day: string): boolean {
  const { solved, due } = askedOf(schedule, mistake)
  return solved < DAYS.length && due <= day
}

/** The schedule after *mistake* was solved, or not, on this day; only the first try of a day on which it is due counts. */
export function afterTry(schedule: Schedule, mistake: Mistake, right: boolean, day: string): Schedule {
  if (!isDue(schedule, mistake, day)) return schedule
  const solved = right ? askedOf(schedule, mistake).solved + 1 : 0
  return { ...schedule, [keyOf(mistake)]: { solved, due: dayAfter(day, DAYS[solved] ?? 0) } }
}

export const loadSchedule = (): Schedule => readStorage<Schedule>(KEY, {})
export const saveSchedule = (schedule: Schedule): void => writeStorage(KEY, schedule)
