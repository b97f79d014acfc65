/** The Statistics view, in English. */

import { count } from './words'

export const stats = {
  none: 'No games yet. Games that end are counted here.',
  about:
    'Kept in this browser and nowhere else. Games with a hint or another help, with a row undone, with guesses by the computer, or begun in the middle are counted apart as “with help or undo” and change nothing else. A game given up is lost.',
  games: 'Games',
  played: 'played',
  won: 'won',
  lost: 'lost',
  helped: 'with help or undo',
  mean: 'guesses per game won',
  streak: 'won in a row',
  longest: 'most in a row',
  distribution: 'Games won, by guesses',
  bar: (guesses: number, games: number) =>
    `${count(guesses, 'guess', 'guesses')}: ${count(games, 'game', 'games')}`,
  thisGame: (guesses: number) => `this game: ${count(guesses, 'guess', 'guesses')}`,
  perfect: (mean: string) => `perfect ${mean}`,
  helpUsed: {
    undo: 'with undo',
    undone: (seen: number) => `with undo (${seen} answers seen)`,
    hints: 'with hints or the coach',
    played: 'with guesses by the computer',
    finished: 'finished by the computer',
    begun: 'begun in the middle',
  },
  days: (name: string) => `Puzzles of the day: ${name}`,
  dayPractice: 'played later',
  dayWon: (n: number) => count(n, 'guess', 'guesses'),
  dayLost: 'not found',
  export: 'Export',
  import: 'Import',
  importAbout: 'A file that was exported from this page, here or in another browser.',
  found: (games: number, days: number) =>
    `The file has ${count(games, 'game', 'games')} and ${count(days, 'puzzle of the day', 'puzzles of the day')}.`,
  mergeAbout:
    'Adding counts games again that are already here. Puzzles of the day count once, and their streaks are counted anew; “won in a row” of other games stays as it is here.',
  merge: 'Add to mine',
  replace: 'Replace mine',
  cancel: 'Cancel',
  imported: 'Imported.',
  badFile: 'This file has no statistics of this page. Nothing was changed.',
  delete: 'Delete all',
  sure: 'Delete all statistics in this browser?',
  yes: 'Delete',
  no: 'Keep',
  deleted: 'Deleted.',
}
