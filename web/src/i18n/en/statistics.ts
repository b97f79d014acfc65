/** The Statistics view, in English. */

import { count } from './words'

export const stats = {
  none: 'No games yet. Games that end are counted here.',
  about:
    'Kept in this browser and nowhere else. Games with a hint, a reason, the list, or moves by the computer, and games that began in the middle, are counted apart as “with help” and change nothing else. A game given up is lost.',
  games: 'Games',
  played: 'played',
  won: 'won',
  lost: 'lost',
  helped: 'with help',
  mean: 'guesses per game won',
  streak: 'won in a row',
  longest: 'at most in a row',
  distribution: 'Games won, by guesses',
  bar: (guesses: number, games: number) =>
    `${count(guesses, 'guess', 'guesses')}: ${count(games, 'game', 'games')}`,
  days: 'Puzzles of the day',
  dayWon: (n: number) => count(n, 'guess', 'guesses'),
  dayLost: 'not found',
  export: 'Export as JSON',
  delete: 'Delete all',
  sure: 'Delete all statistics in this browser?',
  yes: 'Delete',
  no: 'Keep',
  deleted: 'Deleted.',
}
