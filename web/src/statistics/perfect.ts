/** The mean of perfect play, for games where it is known. */

import { PERFECT } from '../game/catalog'
import { withRows, type Game } from '../game/rules'

/** Guesses per game by perfect play; null when it is not known or may need more rows than the board has. */
export function perfectMean(game: Game): number | null {
  const [mean, worst] = PERFECT[withRows(game, null).text] ?? []
  return mean === undefined || (game.rows !== null && game.rows < worst!) ? null : mean
}
