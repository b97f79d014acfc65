/** The player's settings, kept in this browser. */

import { preferLanguage } from '../i18n/index.svelte'
import { readStorage, writeStorage } from './storage'

export type Theme = 'auto' | 'light' | 'dark'

export interface Settings {
  theme: Theme
  /** The code of a language; empty: the browser's. */
  language: string
  shortcuts: boolean
  /** The strategy of the computer when it finishes a game, and in the view "mine". */
  strategy: string
  game: string
  /** Whether a drafted guess gets a verdict before it is played. */
  coach: boolean
}

const KEY = 'bestguess.settings'
const DEFAULTS: Settings = {
  theme: 'auto',
  language: '',
  shortcuts: true,
  strategy: 'optimal-worst',
  game: 'mastermind(4,6,rows=10)',
  coach: false,
}

export const settings: Settings = $state(readStorage(KEY, DEFAULTS))
preferLanguage(settings.language)

/** Changes some settings and stores all of them. */
export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change)
  preferLanguage(settings.language)
  writeStorage(KEY, settings)
}
