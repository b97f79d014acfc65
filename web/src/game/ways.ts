/** Ways to play a game besides alone: the values of `against` in the address. */

import { canList } from './candidates'
import { secretCount, type Game } from './rules'

export const WAYS = ['race', 'adversary', 'two', 'friend'] as const
export type Way = (typeof WAYS)[number]

/** Whether *game* can be played this way: the adversary has to list what is possible, and needs a choice of answers. */
export function canPlay(way: Way, game: Game): boolean {
  return way !== 'adversary' || (canList(game) && secretCount(game) > 1)
}
