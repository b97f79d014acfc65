/** A secret drawn by chance. */

import type { Game } from '../game/rules'
import type { RandomBelow } from '../shared/random'

/** A secret of *game*, each as likely as any other. */
export function randomCode(game: Game, draw: RandomBelow): string {
  const left = [...game.symbols]
  return Array.from({ length: game.pegs }, () => {
    const place = draw(left.length)
    return game.repeatsInSecret ? left[place]! : left.splice(place, 1)[0]!
  }).join('')
}
