/** Word games, in English. */

import { count, list } from './words'

export const words = {
  keys: { label: 'Letters', enter: 'Enter' },
  reading: {
    title: 'How to read the tiles',
    colours: { standard: ['green', 'yellow'], contrast: ['orange', 'blue'] },
    right: 'right place',
    near: 'other place',
  },
  known: {
    title: 'What you know',
    elsewhere: (places: readonly number[]) =>
      `somewhere else than ${places.length === 1 ? 'place' : 'places'} ${list(places.map(String))}`,
  },
  marks: {
    label: 'Marks of the letters',
    about: 'Press a letter until it has its colour.',
  },
  brokenRow: (n: number) => `Then row ${n} would break the rule of the game.`,
  paste: {
    open: 'Paste a result',
    about: 'Paste the squares that were shared, and write the words that were guessed below.',
    example: 'Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟨⬛🟩⬛\n🟩🟩🟩🟩🟩\n\ncrane\nshark\nshirt',
    take: 'Review it',
    none: 'There are no coloured squares in it.',
    lengths: 'All rows of squares must have the same length, from 4 to 8.',
    counts: (words: number, rows: number) =>
      `${count(words, 'word', 'words')} for ${count(rows, 'row', 'rows')} of squares: one for each is needed.`,
    row: (n: number) => `Row ${n} of the squares cannot be.`,
  },
}
