/** The first visit, "How to play" and the settings, in English. */

import { spelled } from './words'

export const guide = {
  title: 'How to play',
  goal: {
    mastermind: 'Find the hidden code. Each guess tells how many pegs are right.',
    bullscows: 'Find the hidden number. Each guess tells how many digits are right.',
    twod: 'Find two hidden numbers. Each guess tells whether they are lower or higher.',
    words: 'Find the hidden word. Each guess tells which letters are right.',
  },
  coach: {
    label: (step: number) => `How to play, ${step} of 2`,
    say: (code: string) => `Say the code were ${code}`,
    code: 'Code',
    guess: 'Guess',
    black: 'Black:',
    blackAbout: 'the 1 is right, and in its place',
    white: 'White:',
    whiteAbout: 'the 2 is right, but not there',
    order: 'The pins come in no order: they do not say which peg.',
    turn: {
      mastermind: (pegs: number) => `Your turn: ${spelled(pegs)} colours, then Guess`,
      bullscows: (pegs: number) => `Your turn: type ${spelled(pegs)} digits, then Guess`,
      twod: () => 'Your turn: type two numbers, then Guess',
      words: () => 'Your turn: type a word, then Enter',
    },
    twice: {
      mastermind: 'A colour may come twice.',
      bullscows: 'No digit comes twice.',
      twod: 'A number may come twice.',
      words: 'A letter may come twice.',
    },
    keys: {
      mastermind: (last: string) => `Keys 1 to ${last} work, too.`,
      bullscows: () => 'Keys work, too.',
      twod: () => '',
      words: () => 'Keys work, too.',
    },
    skip: 'Skip',
    next: 'Next',
    play: 'Play',
  },
  example: 'An example',
  /** What the signs of an answer say. */
  exact: {
    mastermind: (n: number) => `${n} right, in the right place`,
    bullscows: (n: number) => `${n} right, in the right place`,
  },
  misplaced: {
    mastermind: (n: number) => `${n} right in colour, in the wrong place`,
    bullscows: (n: number) => `${n} right, in the wrong place`,
  },
  none: { mastermind: 'none of these colours', bullscows: 'none of these digits' },
  /** What the marks of some letters say. */
  words: {
    G: (letters: string) => `${letters}: right place`,
    Y: (letters: string) => `${letters}: in the word, another place`,
    B: (letters: string) => `${letters}: not in the word`,
  },
  found: 'Found!',
  twod: {
    low: 'neither is too high',
    high: 'neither is too low',
    mixed: 'one is too high, the other too low',
    equal: 'Found!',
  },
  suppose: {
    mastermind: 'Say this is the hidden code:',
    bullscows: 'Say this is the hidden number:',
    twod: 'Say these are the hidden numbers:',
    words: 'Say this is the hidden word:',
  },
  more: {
    mastermind: [
      'The answer does not say which pegs are right: that is the puzzle.',
      'A colour may be in the code more than once, and each peg counts once.',
      'Choose colours below the board or type their signs, then press Guess.',
    ],
    bullscows: [
      'All digits differ, in the hidden number and in every guess.',
      'The answer does not say which digits are right: that is the puzzle.',
      'Choose digits below the board or type them, then press Guess.',
    ],
    twod: [
      'Both numbers are compared at once, each with its own.',
      'When one of them is right already, the answer goes by the other.',
      'Choose digits below the board or type them, then press Guess.',
    ],
    words: [
      'A letter may be in the word more than once, and each of them counts once.',
      'A guess must be a word of the list. The code is often a common one.',
      'Hard mode: what was found must be used in every later guess.',
    ],
  },
  ways: 'More to do here',
  keys: 'Keys',
}

export const settings = {
  title: 'Settings',
  page: 'Page',
  pegs: 'Pegs',
  looks: 'Looks',
  peg: { symbols: 'Shapes and symbols', classic: 'Classic: round and plain' },
  palette: 'Colours',
  palettes: { standard: 'Standard', bright: 'Bright', soft: 'Soft' },
  tiles: 'Word tiles',
  tilePalettes: { standard: 'Green and yellow', contrast: 'Orange and blue' },
  game: 'While you play',
  coach: ['Coach', 'Says what a guess is worth before you play it; counts as help'],
  marks: ['Cross out', 'What cannot be there, after each answer; counts as help'],
  shortcuts: ['Keys everywhere', 'Otherwise they work only on the board'],
  sound: ['Sound', ''],
  vibration: ['Vibration', ''],
  strategy: 'The computer finishes by',
  stored: 'Kept in this browser only.',
  app: 'As an app',
  install: 'Install',
  installAbout: 'The page then opens like an app, with a network or without.',
  installByHand: 'To install this page, use “Install” or “Add to home screen” in the menu of your browser.',
  noNetwork:
    'Once loaded, the page opens without a network too. Reviews, reasons and the computer’s guesses need the engine.',
}
