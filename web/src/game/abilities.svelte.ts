/** What the server answers about a game, known before the game begins. Without the server, all is assumed. */

import type { Messages } from '../i18n/index.svelte'
import { api, type Abilities } from '../shared/api/client'
import { secretCount, type Game } from './rules'

/** About games with at most so many secrets every question is answered. */
const SMALL = 5_700

/** What may be limited in a large game. */
export type Limit = 'sampled' | 'review' | 'contradictions'

let known = $state.raw<Readonly<Record<string, Abilities>>>({})
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const asked = new Set<string>()

/** Whether something may be impossible in *game*, so that the server is worth asking. */
export const isLarge = (game: Game): boolean => game.family === 'words' || secretCount(game) > SMALL

/** Asks the server about *game*, once. To be called in an effect. */
export function learnAbilities(game: Game): void {
  if (!isLarge(game) || asked.has(game.text)) return
  asked.add(game.text)
  api.abilities({ game: game.text }).then(
    (found) => (known = { ...known, [game.text]: found }),
    () => asked.delete(game.text),
  )
}

/** What the server said about *game*; null as long as it has not, and for small games. */
export const abilities = (game: Game): Abilities | null => known[game.text] ?? null

/** Whether the server does *what* in *game*, as far as is known. */
export function isAble(
  game: Game,
  what: 'review' | 'tree' | 'compare' | 'puzzles' | 'contradictions',
): boolean {
  return abilities(game)?.[what] ?? true
}

/** What the server does not do in *game*, or does only roughly, in words; of *some* things only. Empty when it does all. */
export function limits(words: Messages, game: Game, some: readonly Limit[]): string {
  const able = abilities(game)
  if (!able) return ''
  const missing = { sampled: able.sampled, review: !able.review, contradictions: !able.contradictions }
  return some
    .filter((one) => missing[one])
    .map((one) => words.modes.abilities[one])
    .join(' ')
}
