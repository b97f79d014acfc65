/** Which games have a field of codes: 36 by 36 dots. */

import { canList } from '../candidates'
import type { Game } from '../rules'

export const hasField = (game: Game): boolean =>
  game.family === 'mastermind' &&
  game.pegs === 4 &&
  game.symbols.length === 6 &&
  game.repeatsInSecret &&
  canList(game)
