/** The views Assist and Mine, in English. */

import { count, list } from './words'

export const assist = {
  title: 'Help with a game played elsewhere',
  undone: 'Undone.',
  restarted: 'Started again: no rows.',
  best: 'Best guess',
  takeBest: 'Enter takes it.',
  must: 'It must be this one.',
  won: (n: number) => `Found in ${count(n, 'guess', 'guesses')}.`,
  lost: 'The rows of the board are used up.',
  feedback: 'Feedback',
  exact: 'Exact',
  misplaced: 'Misplaced',
  type: 'Or type it',
  typeExample: 'such as 1.2',
  typeWord: 'such as low',
  notFeedback: 'No feedback of this game',
  add: 'Add row',
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
  guessFirst: 'Type the guess that was made, or take the best one.',
  feedbackNext: 'Now the feedback it got.',
  winLast: 'Only the last row can be the winning one.',
  turn: (n: number, code: string, feedback: string, left: string) =>
    `Row ${n}: ${code} — ${feedback}. ${left}.`,
  contradiction: 'No code fits all rows',
  cannotBe: (rows: number[], meant: string | null) =>
    rows.length === 1
      ? `Row ${rows[0]} cannot be right with the others${meant ? `: did you mean ${meant}?` : '.'}`
      : `Rows ${list(rows)} cannot all be right with the others.`,
  changed: (row: number, now: string, old: string, slip: string) =>
    `Row ${row}: ${now} instead of ${old} (${slip})`,
  slips: {
    swapped: 'exact and misplaced swapped',
    'one off': 'one peg counted wrongly',
    misread: 'one symbol misread',
    'other feedback': 'another feedback',
  },
  ignoreRows: (rows: number[]) => `Ignore row${rows.length === 1 ? '' : 's'} ${list(rows)}`,
  noRepair: 'No small change makes the rows fit. Edit, ignore or delete some.',
  more: 'More possible changes',
  fewer: 'Fewer changes',
  code: 'Guess as text',
  badGame: 'This address names no game that is known here.',
  badHistory: (detail: string) => `This address has a row that cannot be: ${detail}`,
  fresh: 'Start with an empty board',
}

export const mine = {
  title: 'The computer guesses your code',
  think: (lettered: boolean) => `Think of a ${lettered ? 'word' : 'code'}, and say how near each guess is.`,
  both: (one: string, other: string) => `${one} ${other}`,
  guess: (n: number) => `Guess ${n}`,
  stop: '.',
  asks: (n: number, code: string) => `Guess ${n}: ${code}.`,
  atMost: (n: number) => `At most ${count(n, 'guess', 'guesses')} more, this one counted.`,
  atMostInAll: (n: number) => `At most ${count(n, 'guess', 'guesses')} in all.`,
  certain: 'Proven.',
  uncertain: 'Not proven: the best that is known.',
  only: 'It can only be this one.',
  answer: 'Answer',
  right: 'That is it',
  found: (n: number, code: string) => `Your code is ${code}, found in ${count(n, 'guess', 'guesses')}.`,
  usedUp: (n: number) => `Not found in ${count(n, 'guess', 'guesses')}: the rows are used up.`,
  again: 'New code',
}
