/** What word games need besides the board, loaded with the first of them. */

import { words } from '../../i18n/en/wordGames'
import { addEnglish } from '../../i18n/index.svelte'

addEnglish({ words })

export { default as HowToRead } from './HowToRead.svelte'
export { default as KnownLetters } from './KnownLetters.svelte'
export { default as LetterKeys } from './LetterKeys.svelte'
