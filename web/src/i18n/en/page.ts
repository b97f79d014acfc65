/** The frame of the page and its keys, in English. */

export const page = {
  title: 'bestguess',
  skip: 'Skip to the game',
  views: {
    play: 'Play',
    daily: 'Daily',
    practice: 'Practice',
    assist: 'Assist',
    mine: 'Mine',
    explore: 'Explore',
    statistics: 'Statistics',
    about: 'About',
  },
  viewHints: {
    play: 'Find the secret',
    assist: 'Help with a game played elsewhere',
    mine: 'The computer guesses your secret',
    explore: 'Trees, strategies and sizes',
  },
  menu: 'Menu',
  theme: { label: 'Theme', auto: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  help: 'Keys and help',
  close: 'Close',
  loading: 'One moment',
  thinking: 'The engine is thinking',
  retry: 'Try again',
  offline: 'The engine cannot be reached. The game goes on; hints, reasons and reviews need it.',
}

export const keys = {
  title: 'Keys',
  type: 'type a code',
  move: 'move to another place',
  delete: 'delete',
  guess: 'guess',
  field: 'to the code field',
  help: 'this help',
  undo: 'undo',
  hint: 'hint; again: a stronger one',
  why: 'why',
  list: 'list of candidates',
  finish: 'let the computer finish',
  new: 'new game',
  on: 'Keys work everywhere on the page',
  off: 'When switched off, they work only while a place of the board has the focus. In text fields they never do.',
}
