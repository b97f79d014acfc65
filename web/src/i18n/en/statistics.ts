/** The Profile view, in English. */

import { count } from './words'

export const stats = {
  none: 'No games yet.',
  noneAbout: 'Each one that ends is counted.',
  notFound: 'None found yet.',
  mean: (mean: string) => `${mean} guesses.`,
  best: (mean: string) => `Perfect is ${mean}.`,
  games: 'Games',
  others: 'Others',
  won: (played: number) => `won of ${played}`,
  days: 'days in a row',
  lastGames: (n: number, now: string) => `last ${n} games, now ${now}`,
  wentFrom: (first: string, now: string) => `Accuracy went from ${first} to ${now}`,
  longest: 'longest run of days',
  helped: 'with help, counted apart',
  needed: 'Guesses needed',
  weeks: 'Twelve weeks',
  found: ['none', 'one code of the day', 'two', 'all three'],
  more: 'Day by day, and what counts',
  about:
    'Games with a hint or another help, with a row undone, with guesses by the computer, or begun in the middle are counted apart and change nothing else. A game given up is lost. A day counts when a code of the day is found on it without help.',
  inARow: (now: number, most: number) => `${count(now, 'game', 'games')} won in a row, ${most} at most`,
  kept: 'Kept in this browser and nowhere else.',
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
  dayPractice: 'played later',
  dayLost: 'not found',
  export: 'Save a copy',
  import: 'Bring one back',
  importAbout: 'A file that was saved from this page, here or in another browser.',
  inFile: (games: number, days: number) =>
    `The file has ${count(games, 'game', 'games')} and ${count(days, 'code of the day', 'codes of the day')}.`,
  mergeAbout:
    'Adding counts games again that are already here. Codes of the day count once, and days in a row are counted anew; games won in a row stay as they are here.',
  merge: 'Add to mine',
  replace: 'Replace mine',
  cancel: 'Cancel',
  imported: 'It is back.',
  badFile: 'This file has no games of this page. Nothing was changed.',
  delete: 'Delete all',
  sure: 'Delete all your games in this browser?',
  yes: 'Delete',
  no: 'Keep',
  deleted: 'Deleted.',
}
