/** Which puzzles were solved in this browser, and how many in a row at the first try. */

import { readStorage, writeStorage } from '../shared/storage'

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

/** How many puzzles of all sets whose key begins with *start* are solved. */
export function solvedCount(progress: Progress, start = ''): number {
  return Object.entries(progress.solved)
    .filter(([set]) => set.startsWith(start))
    .reduce((sum, [, numbers]) => sum + numbers.length, 0)
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
