/** Games of questions: coins on a balance, and tables of one's own, in English. */

import { count } from './words'

export const questions = {
  coins: (n: number) => `${n} coins`,
  against: (left: string, right: string) => `${left} against ${right}`,
  sides: { left: 'left is heavier', right: 'right is heavier', level: 'level' },
  coin: (coin: string, sign: '+' | '-' | '') =>
    `coin ${coin}${sign && (sign === '+' ? ', too heavy' : ', too light')}`,
  leaves: (n: number) => `${n.toLocaleString('en')} left`,
  leftOf: (all: string) => `of ${all} left`,
  more: (n: number) => `and ${n.toLocaleString('en')} more`,
  contradiction: 'These answers cannot all be right',
  changeOne: 'Change one of them:',
  noChange: 'No change of one answer helps. Undo some.',
  atMost: (n: number) => `At most ${count(n, 'question', 'questions')} more, this one counted.`,
  /** For coins, things, names and places alike. */
  found: (what: string, n: number) => `Found: ${what}, after ${count(n, 'question', 'questions')}.`,
  things: 'cards',
  anew: 'Think of another',
  usedUp: (n: number) => `Not known after ${count(n, 'question', 'questions')}.`,
  asks: (n: number) => `Question ${n}`,
  again: 'Start again',
  thinkCoin: (n: number) => `Think of one of ${n} coins, too heavy or too light.`,
  thinkTable: 'Think of one of the cards.',
  bestQuestion: 'The best question',
  theQuestion: 'The question',
  otherQuestion: 'Or choose what was asked',
  leavesMost: (n: number) => `Leaves ${n.toLocaleString('en')} at most.`,
  onAverage: (n: string) => `With it, ${n} questions on average.`,
  costs: (n: string) => `With it, all questions cost ${n} on average.`,
  search: 'Search the questions',
  turn: 'Press a coin: left, right, off again.',
  uneven: 'As many coins left as right, please.',
  all: 'Coins',
  placed: (coin: string, place: 'left' | 'right' | 'beside', known: '' | 'good' | 'heavy' | 'light') =>
    `Coin ${coin}, ${{ left: 'left pan', right: 'right pan', beside: 'beside the balance' }[place]}` +
    { '': '', good: ', known to be good', heavy: ', not light', light: ', not heavy' }[known],
  goal: (coins: number, rows: number | null) =>
    `One of ${coins} coins is too heavy or too light.${rows ? ` ${count(rows, 'weighing', 'weighings')} to find it.` : ''}`,
  goalSign: 'Say which, and which of the two.',
  goalCoin: 'Say which one.',
  weigh: (left: number | null) => (left === null ? 'Weigh' : `Weigh (${left} left)`),
  promise: 'Find the false coin.',
  nameIt: 'Name the coin',
  weighOn: 'Weigh on',
  which: 'Press the false coin, twice if it is light.',
  say: (coin: string, sign: '+' | '-' | '') =>
    sign ? `Coin ${coin} is too ${sign === '+' ? 'heavy' : 'light'}` : `It is coin ${coin}`,
  nudge: (n: number) => `Weigh ${n} against ${n}.`,
  known: 'The weighings tell which coin it is. Name it.',
  several: 'More than one coin is possible: name one that is.',
  mark: 'Mark what is known (counts as help)',
  showMe: 'Show me',
  right: (what: string) => `Found: ${what}.`,
  wrong: (what: string) => `Not found: it was ${what}.`,
  shown: (what: string) => `It is ${what}, with help.`,
  weighings: (n: number) => `${count(n, 'weighing', 'weighings')}.`,
  better: (what: string) => `Better: ${what}.`,
  missing: 'This table is not in this browser. Open its file to go on.',
  another: 'This file is another table.',
  own: 'Your own table',
  shipped: { people: 'People', animals: 'Animals', countries: 'Countries' },
  yours: 'Your tables',
  size: (things: number, questions: number) =>
    `${count(things, 'thing', 'things')}, ${count(questions, 'question', 'questions')}`,
  edit: 'Edit',
  save: 'Save as file',
  remove: 'Delete',
  sure: 'Delete this table?',
  aboutTable:
    'What there is to find stands in the first row, the questions in the first column, and the answers where they meet. Paste a table, drop a CSV file here, or fill the grid.',
  open: 'Open a file',
  exampleLabel: 'An example',
  exampleName: 'Animals',
  example:
    'animals,cat,dog,cow,hen,frog,whale\nDoes it bark?,no,yes,no,no,no,no\nDoes it lay eggs?,no,no,no,yes,yes,no\nDoes it live in water?,no,no,no,no,yes,yes\nIs it larger than you?,no,no,yes,no,no,yes\n',
  tableName: 'Name',
  unnamed: 'My table',
  asText: 'As text (CSV)',
  use: 'Use this table',
  limit: (most: string) =>
    `At most ${most} KB. It is kept in this browser; the server reads it to answer, and does not store it.`,
  full: 'This browser has no room for another table. Delete one first.',
  tooLarge: 'This table is larger than 256 KB.',
  grid: {
    cell: (row: number, column: number) => `Row ${row}, column ${column}`,
    question: 'question',
    thing: 'thing',
    addRow: 'Add a question',
    addColumn: 'Add a thing',
    removeRow: (n: number) => `Delete row ${n}`,
    removeColumn: (n: number) => `Delete column ${n}`,
  },
  guide: {
    coins: {
      goal: 'One coin is too heavy or too light. Weigh coins against each other, then say which one it is.',
      more: [
        'Put as many coins left as right: press a coin, drag it, or use ← → ↓ and the letters.',
        'There are only so many weighings: choose each so that every answer helps.',
      ],
    },
    table: {
      goal: 'Think of one of the things in a table of your own: the computer finds it by asking.',
      more: [
        'The things stand in the first row, the questions in the first column, and the answers where they meet.',
        'The computer asks you; in the Lab, Assist says what to ask somebody else.',
        'If an answer wins, write win= and that answer into the first cell. A last row may be called weight or label, a last column cost.',
      ],
    },
    answers: {
      left: 'Left is heavier: one of A to D is too heavy, or one of E to H too light.',
      level: 'Level: it is none of these coins.',
    },
  },
  offline: 'The engine cannot be reached. It is needed for the next question.',
}
