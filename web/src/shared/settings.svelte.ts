/** What the player chose, kept in this browser. */

export type Theme = 'auto' | 'light' | 'dark'

export interface Choices {
  theme: Theme
  /** A language by its code; empty: the browser's. */
  language: string
  shortcuts: boolean
  /** The strategy that finishes a game, and plays in "mine". */
  strategy: string
  game: string
}

const KEY = 'bestguess.settings'
const DEFAULTS: Choices = {
  theme: 'auto',
  language: '',
  shortcuts: true,
  strategy: 'optimal-worst',
  game: 'mastermind(4,6,rows=10)',
}

/** What is kept under *key*, or *otherwise*: storage may be switched off, or hold anything. */
export function kept<T extends object>(key: string, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return found && typeof found === 'object' ? { ...otherwise, ...found } : otherwise
  } catch {
    return otherwise
  }
}

/** Keeps *value* under *key*, where the browser lets us. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the page works without.
  }
}

export const settings: Choices = $state(kept(KEY, DEFAULTS))

export function choose(change: Partial<Choices>): void {
  Object.assign(settings, change)
  keep(KEY, settings)
}
