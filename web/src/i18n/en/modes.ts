/** Ways to play, in English: race, adversary, two players, a challenge for a friend. */

import { count } from './words'

export const modes = {
  notCounted: 'Games like this one are not in your statistics.',
  opponents: {
    title: 'Against',
    names: {
      alone: 'Alone',
      race: 'Race the computer',
      adversary: 'An adversary',
      two: 'Two players',
      friend: 'A friend',
      yours: 'Computer guesses yours',
    },
    about: {
      alone: 'at your pace',
      race: 'same code',
      adversary: 'it dodges your guesses',
      two: 'on this device',
      friend: 'send a link',
      yours: 'you give the answers',
    },
    orFewer: (n: number) => `${n} or fewer`,
    /** In the line that says what will be played. */
    inLine: {
      alone: 'alone',
      race: 'a race with the computer',
      adversary: 'against an adversary',
      two: 'two players',
      friend: 'for a friend',
      yours: 'the computer guesses',
    },
  },
  abilities: {
    sampled: 'Hints are estimates in a game this large.',
    review: 'No review after the game.',
    contradictions: 'Rows that cannot all be right are not put right.',
  },
  secret: {
    random: 'By chance',
    incomplete: 'Fill every place first.',
    notListed: 'It must be a word of the list that is not too rare.',
    repeats: 'In this game no symbol comes twice in the code.',
  },
  friend: {
    title: 'Challenge a friend',
    about: 'Choose a code for your friend to find.',
    make: 'Make the link',
    makeRandom: 'Make a link with a code that nobody knows',
    madeOwn: 'Send this link to your friend. It contains your code, but nobody can read it there.',
    madeRandom: 'Send this link to your friend. Neither of you knows the code.',
    playToo: 'Play it yourself',
    another: 'Another code',
    honest:
      'The link does not show the code. It does not stop a friend who opens it and gives up to see the code, and then plays it anew elsewhere, or who tries everything; and whoever runs the server could find it out.',
  },
  two: {
    player: (n: number) => `Player ${n}`,
    choose: (setter: number, guesser: number) =>
      `Player ${setter} chooses the code. Player ${guesser} looks away.`,
    hide: 'Hide the code',
    hand: (n: number) => `The code is hidden. Hand the device to player ${n}.`,
    start: (n: number) => `I am player ${n}: start`,
    back: 'Choose another code',
    guesses: (n: number) => `Player ${n} looks for the code.`,
    end: {
      found: (n: number) => `Player ${n} found it`,
      missed: (n: number) => `Player ${n} missed it`,
    },
    swap: (n: number) => `Now swap: player ${n} chooses the next code.`,
    tally: 'Guesses of each player over the rounds',
    sum: (n: number) => `${count(n, 'guess', 'guesses')} in all`,
    missed: (n: number) => `not found (${n})`,
  },
  race: {
    title: 'Race against the computer',
    you: 'You',
    computer: 'Computer',
    guess: (n: number) => `guess ${n}`,
    down: 'face down until the end',
    same: 'The same code for both.',
    ready: 'The computer has its guess ready. Play yours, and both get their answers.',
    noHints: 'No hints in a race',
    answers: 'The answers that the computer got',
    alone: 'The computer cannot be reached. You go on alone.',
    /** Who was first, and after how many guesses; null: the computer did not find it. */
    result: {
      player: {
        title: 'You were first!',
        line: (mine: number, its: number | null) =>
          `${count(mine, 'guess', 'guesses')}${its ? `, the computer ${its}` : ''}.`,
      },
      engine: {
        title: 'The computer was first',
        line: (_mine: number, its: number | null) => `It needed ${count(its ?? 0, 'guess', 'guesses')}.`,
      },
      both: { title: 'A draw', line: (mine: number) => `Both needed ${count(mine, 'guess', 'guesses')}.` },
      neither: { title: 'Neither found it', line: () => '' },
    },
  },
  adversary: {
    about:
      'There is no code. Each answer leaves you as many possible codes as it can, and never contradicts the ones before.',
    needed: (n: number) => `Got it in ${n}!`,
    perfect: (n: number) => `Perfect play never needs more than ${n}.`,
  },
}
