/** The player's settings, kept in this browser. */

import { preferLanguage } from '../i18n/index.svelte'
import { readStorage, writeStorage } from './storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** How pegs look: each colour with a shape and a symbol of its own, or all round and plain as on a real board. */
export const PEG_LOOKS = ['symbols', 'classic'] as const
/** The colours of the pegs. */
export const PALETTE_NAMES = ['standard', 'bright', 'soft'] as const

/** The colours of tiles with letters: green and yellow, or orange and blue. */
export const TILE_PALETTES = ['standard', 'contrast'] as const

export interface Looks {
  pegs: (typeof PEG_LOOKS)[number]
  palette: (typeof PALETTE_NAMES)[number]
  tiles: (typeof TILE_PALETTES)[number]
}

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
  looks: { pegs: 'symbols', palette: 'standard', tiles: 'standard' },
  coach: false,
  marks: false,
  sound: false,
  vibration: false,
  introduced: false,
}

type Found = Readonly<Record<string, unknown>>

/** The settings in *found*, which may be anything: what is missing or makes no sense is as at the first visit. */
export function validSettings(found: Found): Settings {
  const entries = Object.entries(DEFAULTS)
  const kept = entries.map(([name, usual]) => [
    name,
    typeof found[name] === typeof usual ? found[name] : usual,
  ])
  const { theme, looks, ...rest } = Object.fromEntries(kept) as Settings
  return { ...rest, theme: oneOf(THEMES, theme), looks: validLooks((looks ?? {}) as unknown as Found) }
}

const validLooks = ({ pegs, palette, tiles }: Found): Looks => ({
  pegs: oneOf(PEG_LOOKS, pegs),
  palette: oneOf(PALETTE_NAMES, palette),
  tiles: oneOf(TILE_PALETTES, tiles),
})

/** The choice that *found* is, or the first one. */
function oneOf<T extends string>(choices: readonly [T, ...T[]], found: unknown): T {
  return choices.find((choice) => choice === found) ?? choices[0]
}

export const settings: Settings = $state(validSettings(readStorage(KEY, {})))

/** Changes some settings and stores all of them. */
export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change)
  if (change.language !== undefined) void preferLanguage(settings.language)
  writeStorage(KEY, settings)
}
