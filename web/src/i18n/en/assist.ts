/** The views Assist and Mine, in English. */

import { count, list } from './words'

export const assist = {
  title: 'Help with your board',
  about: 'Enter what was played and the answer it got. Anything goes: tap a row to change it.',
  undone: 'Undone.',
  restarted: 'Started again: no rows.',
  best: 'Best next guess',
  use: 'Use it',
  moreGuesses: (n: string) => `${n} more`,
  must: 'It must be this one.',
  won: (n: number) => `Found in ${count(n, 'guess', 'guesses')}.`,
  lost: 'The rows of the board are used up.',
  answer: 'Answer',
  exact: 'Black pins',
  misplaced: 'White pins',
  add: 'Enter row',
  change: (n: number) => `Change row ${n}`,
  edit: (n: number) => `Edit row ${n}`,
  editing: (n: number) => `Row ${n} is being edited.`,
  ignore: (n: number) => `Ignore row ${n}`,
  heed: (n: number) => `Heed row ${n} again`,
  ignoreShort: 'Ignore',
  heedShort: 'Heed again',
  remove: (n: number) => `Delete row ${n}`,
  removeShort: 'Delete',
  cancel: 'Cancel',
  undo: 'Undo',
  restart: 'Start again',
  answerNext: 'Now the answer it got.',
  winLast: 'Only the last row can be the winning one.',
  turn: (n: number, code: string, answer: string, left: string) => `Row ${n}: ${code} — ${answer}. ${left}.`,
  contradiction: 'No code fits all answers',
  cannotBe: (rows: number[]) =>
    rows.length === 1
      ? `Row ${rows[0]} cannot be right with the others.`
      : `Rows ${list(rows)} cannot all be right with the others.`,
  row: (n: number) => `Row ${n}`,
  slips: {
    swapped: 'black and white swapped',
    'one off': 'one pin miscounted',
    misread: 'one symbol misread',
    'other feedback': 'another answer',
  },
  ignoreRows: (rows: number[]) => `Ignore row${rows.length === 1 ? '' : 's'} ${list(rows)}`,
  noRepair: 'No small change makes the rows fit. Change some, or take some back.',
  more: 'More possible changes',
  fewer: 'Fewer changes',
  badGame: 'This address names no game that is known here.',
  badHistory: (detail: string) => `This address has a row that cannot be: ${detail}`,
  fresh: 'Start with an empty board',
}

export const mine = {
  isIt: 'Is it this?',
  tap: (n: number, lettered: boolean) =>
    (n === 1 ? `Think of a ${lettered ? 'word' : 'code'}. ` : `Guess ${n}. `) +
    (lettered ? 'Mark its letters.' : 'Tap the answer your code gives.'),
  change: (n: number) => `Change answer ${n}`,
  changing: 'What is the right answer?',
  answers: 'The answer',
  stop: '.',
  asks: (n: number, code: string) => `Guess ${n}: ${code}.`,
  atMost: (n: number) => `At most ${count(n, 'guess', 'guesses')}.`,
  answer: 'Answer',
  right: 'That’s it',
  soFar: 'So far',
  before: (n: number) => `${n.toLocaleString('en')} before this guess`,
  yours: 'code: yours',
  got: (n: number) => `Got you in ${n}!`,
  /** How many there were from guess to guess. */
  fewer: ([all, ...then]: string[], what = 'codes') => `${all} ${what}, then ${list([...then, 'yours'])}.`,
  usedUp: (n: number) => `Not found in ${count(n, 'guess', 'guesses')}`,
  again: 'Another code',
  share: 'Share',
  copied: 'Copied',
  playBack: 'Play it back',
}
