/** Which puzzles were solved in this browser, and how many in a row at the first try. */

import { readStorage, writeStorage } from '../shared/storage'
import { SKILLS, type Kind, type Skill } from './judge'

const KEY = 'bestguess.practice'

export interface Progress {
  /** The numbers of the solved puzzles of each set (game, kind and seed). */
  readonly solved: Readonly<Record<string, readonly number[]>>
  /** The same of those that were not solved at the first try. */
  readonly failed: Readonly<Record<string, readonly number[]>>
  /** Puzzles solved at the first try, one after the other. */
  readonly streak: number
  readonly longest: number
}

export const NO_PROGRESS: Progress = { solved: {}, failed: {}, streak: 0, longest: 0 }

export const setKey = (game: string, kind: string, seed: number): string => `${game} ${kind} ${seed}`

export const isSolved = (progress: Progress, set: string, number: number): boolean =>
  (progress.solved[set] ?? []).includes(number)

/** *numbers* with one more. */
const added = (numbers: Progress['solved'], set: string, number: number): Progress['solved'] => ({
  ...numbers,
  [set]: [...new Set(numbers[set]), number],
})

/** How many puzzles of *kind*, in any game, were solved at the first try. */
export function firstTries(progress: Progress, kind: Kind | Skill): number {
  return Object.entries(progress.solved)
    .filter(([set]) => set.split(' ')[1] === kind)
    .flatMap(([set, numbers]) => numbers.filter((number) => !progress.failed[set]?.includes(number))).length
}

/** How many of them make one, two and three stars. */
export const starsAt = (skill: Skill): readonly number[] => (skill === 'perfect-game' ? [1, 2, 3] : [2, 5, 8])

export const starsOf = (progress: Progress, skill: Skill): number =>
  starsAt(skill).filter((least) => firstTries(progress, skill) >= least).length

/** Whether *skill* is open: the first one, and those with a star or after one with a star. */
export function isOpen(progress: Progress, skill: Skill): boolean {
  const before = SKILLS[SKILLS.indexOf(skill) - 1]
  return !before || [before, skill].some((one) => starsOf(progress, one) > 0)
}

/** The skill to go on with: the first without a star, then the first without three. */
export const currentSkill = (progress: Progress): Skill =>
  SKILLS.find((skill) => !starsOf(progress, skill)) ??
  SKILLS.find((skill) => starsOf(progress, skill) < 3) ??
  'best-guess'

/** With so many perfect games, or as many as there were before. */
export function withPerfectGames(progress: Progress, games: number): Progress {
  if (games <= firstTries(progress, 'perfect-game')) return progress
  const numbers = Array.from({ length: games }, (_, index) => index + 1)
  return { ...progress, solved: { ...progress.solved, [setKey('mastermind', 'perfect-game', 1)]: numbers } }
}

/** The first puzzle of a set that is not solved, from 1; it may be one more than there are. */
export function firstUnsolved(progress: Progress, set: string): number {
  let number = 1
  while (isSolved(progress, set, number)) number++
  return number
}

/** After a puzzle was solved; one that was solved before counts for nothing. */
export function withSolved(progress: Progress, set: string, number: number): Progress {
  if (isSolved(progress, set, number)) return progress
  const firstTry = !progress.failed[set]?.includes(number)
  const streak = firstTry ? progress.streak + 1 : 0
  const solved = added(progress.solved, set, number)
  return { ...progress, solved, streak, longest: Math.max(progress.longest, streak) }
}

/** After a wrong guess, or a solution that was shown. */
export function withFailure(progress: Progress, set: string, number: number): Progress {
  if (isSolved(progress, set, number)) return progress
  return { ...progress, failed: added(progress.failed, set, number), streak: 0 }
}

/** What is kept; whatever is not of this form is left out. */
export function validProgress(kept: Partial<Record<keyof Progress, unknown>>): Progress {
  const count = (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0
  const sets = (kept: unknown) =>
    Object.fromEntries(
      Object.entries((kept ?? {}) as Record<string, unknown>).filter(
        ([, numbers]) => Array.isArray(numbers) && numbers.every(count),
      ),
    ) as Progress['solved']
  return {
    solved: sets(kept.solved),
    failed: sets(kept.failed),
    streak: count(kept.streak),
    longest: count(kept.longest),
  }
}

export const loadProgress = (): Progress => validProgress(readStorage(KEY, {}))
export const saveProgress = (progress: Progress): void => writeStorage(KEY, progress)
