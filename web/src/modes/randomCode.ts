/** A secret drawn by chance. */

import { secrets } from '../game/candidates'
import type { Game } from '../game/rules'
import { drawWord } from '../game/words/lexicon.svelte'
import type { RandomBelow } from '../shared/random'

/** A secret of *game*: of words the common ones more often, otherwise each as likely as any other. */
export function randomCode(game: Game, draw: RandomBelow): string {
  if (game.family === 'words') return drawWord(game.pegs, secrets(game), draw) ?? ''
  const left = [...game.symbols]
  return Array.from({ length: game.pegs }, () => {
    const place = draw(left.length)
    return game.repeatsInSecret ? left[place]! : left.splice(place, 1)[0]!
  }).join('')
}
