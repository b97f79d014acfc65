/** The player's settings, kept in this browser. */

import { preferLanguage } from '../i18n/index.svelte'
import { readStorage, writeStorage } from './storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** How pegs look: each colour with a shape of its own, or all round as on a real board. */
export const LOOKS = ['shapes', 'classic'] as const
export type Looks = (typeof LOOKS)[number]

/** The colours of the pegs. */
export const PALETTES = ['standard', 'bright', 'soft'] as const
export type PaletteName = (typeof PALETTES)[number]

export interface Settings {
  theme: Theme
  /** The code of a language; empty: the browser's. */
  language: string
  /** Whether keys work everywhere on the page. */
  shortcuts: boolean
  /** The strategy of the computer when it finishes a game, and in the view "mine". */
  strategy: string
  game: string
  looks: Looks
  palette: PaletteName
  /** Whether pegs show their digit or letter, in looks that can do without. */
  symbols: boolean
  /** Whether a drafted guess gets a verdict before it is played. */
  coach: boolean
  /** Whether the page crosses out symbols that cannot be at a place. */
  marks: boolean
  sound: boolean
  vibration: boolean
  /** Whether the first visit is over: its example is not shown again. */
  introduced: boolean
}

const KEY = 'bestguess.settings'
export const DEFAULTS: Readonly<Settings> = {
  theme: 'auto',
  language: '',
  shortcuts: true,
  strategy: 'optimal-worst',
  game: 'mastermind(4,6,rows=10)',
  looks: 'shapes',
  palette: 'standard',
  symbols: true,
  coach: false,
  marks: false,
  sound: false,
  vibration: false,
  introduced: false,
}
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  theme: THEMES,
  looks: LOOKS,
  palette: PALETTES,
}

/** The settings in *found*, which may be anything: what is missing or makes no sense is as at the first visit. */
export function validSettings(found: Readonly<Record<string, unknown>>): Settings {
  const valid = (name: string, usual: unknown) =>
    CHOICES[name]?.includes(found[name]) ?? typeof found[name] === typeof usual
  const entries = Object.entries(DEFAULTS)
  const kept = entries.map(([name, usual]) => [name, valid(name, usual) ? found[name] : usual])
  return Object.fromEntries(kept) as Settings
}

export const settings: Settings = $state(validSettings(readStorage(KEY, {})))
preferLanguage(settings.language)

/** Changes some settings and stores all of them. */
export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change)
  preferLanguage(settings.language)
  writeStorage(KEY, settings)
}
