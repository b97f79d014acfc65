/** Practice, in English. */

import { count } from './words'

const codes = (n: number) => count(n, 'code is', 'codes are')

export const practice = {
  choose: 'What do you want to practise?',
  kinds: {
    'only-secret': { name: 'The only code', about: 'The answers leave one code. Find it.' },
    'win-in-two': {
      name: 'Win in two',
      about: 'Two guesses are left. Find the one that makes the second certain.',
    },
    'cannot-lose': {
      name: 'No risk',
      about: 'Every code that could be right is a risk. Find the guess that is none.',
    },
    'best-guess': {
      name: 'The best guess',
      about: 'Find the guess that needs the fewest guesses on average.',
    },
  },
  question: {
    'only-secret': () => 'Only one code fits all answers. Find it.',
    'win-in-two': (n: number) =>
      `Two guesses are left and ${codes(n)} possible. Find the guess after which you cannot fail.`,
    'cannot-lose': (n: number) =>
      `Two guesses are left and ${codes(n)} possible. Guessing one of them can lose. Find another guess that cannot.`,
    'best-guess': (n: number) =>
      `${codes(n)} possible. Find the guess that needs the fewest guesses on average.`,
  },
  several: (n: number) => `${n} guesses solve it.`,
  number: (n: number, all: number) => `Puzzle ${n} of ${all}`,
  difficulty: (n: number) => `Difficulty ${n} of 3`,
  streak: (n: number) => `${n} in a row`,
  solved: (n: number) => `${n} solved`,
  solvedBefore: 'solved',
  game: 'Game',
  back: 'All kinds',
  check: 'Check',
  incomplete: 'Fill every place first.',
  show: 'Solution',
  next: 'Next puzzle',
  possible: (n: number) => `Show the ${n} possible codes`,
  right: 'Right.',
  wrong: (code: string) => `${code} is not it.`,
  shown: (code: string) => `The solution is ${code}.`,
  also: (others: string) => `${others} would do as well.`,
  why: {
    'only-secret': 'It fits every answer.',
    'win-in-two': 'Every answer leaves one code, so the next guess is certain.',
    'cannot-lose': 'It cannot be the code itself, but every answer leaves one for the last guess.',
    'best-guess': (mean: string) => `It needs ${mean} guesses on average, and no guess needs fewer.`,
  },
  fails: {
    row: (row: number, answer: string) => `It does not fit row ${row}, which would have got ${answer}.`,
    notSecret: 'It cannot be the code: codes of this game repeat nothing.',
    part: (answer: string, n: number) => `With the answer ${answer}, ${n} codes would be left for one guess.`,
    mean: (mine: string, best: string) => `It needs ${mine} guesses on average, the best one ${best}.`,
    better: 'There is a better one.',
  },
  retry: 'Try another one.',
  making: 'Puzzles of this game are being made. That may take a minute.',
  none: 'No such puzzle was found in this game. Choose another kind or another game.',
  noNumber: (n: number) => `There is no puzzle ${n} in this set.`,
  first: 'To the first one',
  badGame: (text: string) => `The address names no game: ${text}`,
  offline: 'Puzzles come from the server, and it cannot be reached.',
  tooLarge: 'This game is too large for puzzles. Choose a smaller one.',
}
