/** The Play view, in English. */

import { count } from './words'

export const play = {
  promise: 'Find the code.',
  promiseWord: 'Find the word.',
  perfect: (n: string) => `Perfect play needs *${n}* guesses on average: can you beat it?`,
  guessNumber: (n: number) => `Guess ${n}`,
  leftOf: (guesses: number, left: string, all: string) =>
    `Your ${guesses === 1 ? 'first' : 'last'} guess left ${left} of ${all}.`,
  needsMore: (n: string) => `Perfect play needs *${n}* more on average.`,
  todayCode: 'Today’s code',
  todayDone: (n: number) => `No. ${n}, all three done`,
  todayNumber: (n: number) => `No. ${n}, the same for everyone`,
  newGame: 'New game',
  undo: 'Undo',
  guess: 'Guess',
  code: 'Code',
  delete: 'Delete the last symbol',
  more: 'More',
  missing: (n: number) => `${count(n, 'place is', 'places are')} empty.`,
  notWord: (word: string) => `“${word}” is not in the list of words.`,
  breach: {
    place: (letter: string, place: number, row: number) =>
      `Must use ${letter} in place ${place}: row ${row}.`,
    count: (letter: string, n: number, row: number) =>
      n === 1 ? `Must use ${letter}: row ${row}.` : `Must use ${letter} ${n} times: row ${row}.`,
    answer: (row: number) => `Must fit row ${row}.`,
  },
  twice: 'No symbol may be there twice.',
  begun: (game: string, before: boolean) =>
    `New game: ${game}.${before ? ' The game before can be taken back.' : ''}`,
  undone: (from: number, left: number) =>
    `Row ${from} undone. ${left ? `${count(left, 'row', 'rows')} on the board.` : 'The board is empty.'}`,
  replaced: 'New game begun.',
  takeBack: 'Take back',
  challengeOffline: 'The server cannot be reached. It alone knows the code of a challenge; try again later.',
  challenge: 'A challenge: everyone with this link looks for the same code.',
  turn: (row: number, guess: string, feedback: string) => `Row ${row}: ${guess} — ${feedback}.`,
  left: (n: number) => `${n.toLocaleString('en')} left.`,
  giveUp: {
    label: 'Give up',
    sure: 'Give up and see the code?',
    yes: 'Give up',
    no: 'Go on',
  },
  finish: {
    label: 'Let the computer finish',
    moves: (n: number) => (n === 1 ? 'one move' : `${n} moves or fewer`),
    playing: 'The computer plays.',
    by: 'It plays by',
    stop: 'Stop',
    atMost: (n: number, proven: boolean) =>
      `At most ${count(n, 'guess', 'guesses')} in all (${proven ? 'proven' : 'not proven'}).`,
    unknown: 'How many guesses it takes at most is not known.',
  },
  outcome: {
    verdicts: {
      won: ['Wow!', 'Brilliant!', 'Well done!', 'Found it', 'Phew!'],
      lost: 'It was',
      unknown: 'Not this time',
      computer: 'Found',
    },
    average: (n: string) => `Perfect play’s average is ${n}.`,
    streak: (days: number) => `${count(days, 'day', 'days')} in a row`,
    label: 'Result',
    noExtra: 'No extra guesses',
    shared: 'What you share',
    games: 'Your games',
    record: (won: number, played: number, mean: string) =>
      `${won} won of ${played}. You need ${mean} guesses on average.`,
    won: (n: number) => `${count(n, 'guess', 'guesses')}.`,
    lost: (n: number) => `Not found in ${count(n, 'guess', 'guesses')}.`,
    gaveUp: (n: number) => `Given up after ${count(n, 'guess', 'guesses')}.`,
    helped: (helpUsed: string) => `${helpUsed[0]!.toUpperCase()}${helpUsed.slice(1)}.`,
    looking: (row: number) =>
      row
        ? `The game is over. The board shows it after row ${row}.`
        : 'The game is over. The board shows its beginning.',
    toEnd: 'To the end',
    reveal: 'Show the code',
    fitting: 'One that fits:',
    revealFitting: 'Show one that fits',
  },
  share: {
    label: 'Share',
    more: 'More ways to share',
    found: (name: string, guesses: number) => `${name} in ${guesses}`,
    notFound: (name: string) => `${name}, not found`,
    perfect: (n: string) => `perfect play: ${n}`,
    picture: 'A picture',
    savePicture: 'Save picture',
    pictureHidden: 'The picture shows the answers only, so that it tells nobody the code.',
    refused: 'The browser does not allow copying.',
    puzzle: 'This code',
    puzzleAbout: 'The link has the day, neither your rows nor the code.',
    position: 'This position',
    positionAbout: 'The rows are in the link, the code is not: whoever opens it gets a code that fits them.',
    sameAbout: 'The rows are in the link, the code is not: it is the same for everyone.',
    challenge: 'A challenge',
    challengeAbout:
      'The same code for everyone who opens the link; only the server knows it. It answers any guess as often as asked, so it proves nothing about who needed how many.',
    make: 'Make a link',
    open: 'Open the challenge',
    link: 'Link',
    copy: 'Copy',
    copied: 'Copied.',
  },
  lost: {
    game: (text: string) => `No game is known by the name “${text}”.`,
    history: (text: string) => `“${text}” is no history of this game.`,
    day: (text: string) => `“${text}” is no date.`,
    future: (text: string) => `The codes of ${text} begin on that day.`,
    against: (text: string) => `This game cannot be played against “${text}”.`,
    unfit: 'No code fits these rows: at least one feedback cannot be right.',
    notFound: 'No code that fits these rows was found: the game is too large to look everywhere.',
    noChallenge: 'This server knows no such challenge.',
    assist: 'Find the row in Assist',
  },
}
