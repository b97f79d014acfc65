/** The word lists that ship, for tests, which cannot load the files of the page. */

import { readFileSync } from 'node:fs'
import { readLexicon } from '../../../src/game/words/listFiles'
import { wordList } from '../../../src/game/words/lexicon.svelte'

const FOLDER = new URL('../../../../src/bestguess/data/word_lists/', import.meta.url)
const read = (name: string) => readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8')

export function useWordLists(): void {
  for (const length of [4, 5, 6, 7, 8])
    wordList(length).part = readLexicon(length, read(`english-${length}`), read(`english-${length}-guesses`))
}
