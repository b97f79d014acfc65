/** English: the words of the page. Short and neutral; every number says its unit. */

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export default {
  name: 'English',
  short: 'EN',
  page: {
    title: 'bestguess',
    skip: 'Skip to the game',
    views: {
      play: 'Play',
      assist: 'Assist',
      mine: 'Mine',
      explore: 'Explore',
      stats: 'Statistics',
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
  },
  game: {
    mastermind: (pegs: number, colours: number) => `Mastermind ${pegs}×${colours}`,
    bullscows: (pegs: number, digits: number) => `Bulls and Cows ${pegs}×${digits}`,
    twod: (n: number) => `Two numbers below ${n}`,
    distinct: 'no repeats in the secret',
    rows: (n: number) => count(n, 'row', 'rows'),
  },
  feedback: {
    pegs: (exact: number, misplaced: number) => `${exact} exact, ${misplaced} misplaced`,
    low: 'low: neither number is above the secret’s',
    high: 'high: neither number is below the secret’s',
    mixed: 'mixed: one is above, one below',
    equal: 'equal',
  },
  candidates: (n: number) => count(n, 'candidate', 'candidates'),
  candidatesLeft: (n: number) => `${count(n, 'candidate', 'candidates')} left`,
  guesses: (n: number) => count(n, 'guess', 'guesses'),
  board: {
    label: 'Board',
    palette: 'Symbols',
    row: (n: number) => `Row ${n}`,
    slot: (place: number, inside: string) => `Place ${place}: ${inside}`,
    empty: 'empty',
    ignored: 'ignored',
    narrowed: (before: number, after: number) =>
      `from ${before} to ${count(after, 'candidate', 'candidates')}`,
    shapes: {
      circle: 'circle',
      square: 'square',
      triangle: 'triangle',
      diamond: 'diamond',
      star: 'star',
      hexagon: 'hexagon',
      cross: 'cross',
      ring: 'ring',
    },
  },
}
