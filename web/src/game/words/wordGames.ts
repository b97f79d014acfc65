/** Games of words, as others see them: the list they need. */

import type { Game } from '../rules'
import type { Later } from '../../shared/later.svelte'
import { wordList, type Lexicon } from './lexicon.svelte'

/** The list of words that *game* needs and that is not loaded yet; null when it can be played. */
export function missingList(game: Game): Later<Lexicon> | null {
  const list = game.family === 'words' ? wordList(game.pegs) : null
  return list?.part ? null : list
}

/** Loads the list that *game* needs, if any. */
export async function loadWords(game: Game): Promise<void> {
  await missingList(game)?.load()
}
