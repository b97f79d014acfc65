/** Help with a position, and the review, in English. */

import { capitalized, count, list, spelled } from './words'

/** *count* of the *all* pegs of one symbol in the guess before. */
export interface SomePegs {
  readonly symbol: string
  readonly count: number
  readonly all: number
}

/** A guess compared with the guess before. */
export interface GuessChange {
  /** Symbols that stay in their places. */
  readonly kept: readonly SomePegs[]
  /** Symbols that are used again in another place. */
  readonly moved: readonly SomePegs[]
  /** Symbols that the guess before did not have, but an earlier one. */
  readonly back: readonly string[]
  /** Symbols of which it has more. */
  readonly more: readonly string[]
  /** How many different symbols no guess has had. */
  readonly fresh: number
}

/** "the 1", "both 1s", "one 1" of several. */
function symbolsInWords({ symbol, count, all }: SomePegs): string {
  if (all === 1) return `the ${symbol}`
  if (count < all) return `${spelled(count)} ${symbol}${count > 1 ? 's' : ''}`
  return all === 2 ? `both ${symbol}s` : `all ${spelled(all)} ${symbol}s`
}

/** "the other", where *moved* is what is left of the one symbol that is *kept*. */
function areTheOthers(
  [kept, another]: readonly SomePegs[],
  [moved, more]: readonly SomePegs[],
): string | null {
  if (!kept || !moved || another || more || kept.symbol !== moved.symbol) return null
  if (kept.count + moved.count < kept.all) return null
  return `the other${moved.count > 1 ? ` ${spelled(moved.count)}` : ''}`
}

/** Help with a position of a game whose secrets are called by this noun: a code, a word. */
const sideOf = (one: string, many: string) => ({
  label: 'Help with this position',
  field: (left: string, all: string) => `${left} of ${all} ${many} are possible`,
  possibleCodes: (n: number) => (n === 1 ? `possible ${one}` : `possible ${many}`),
  short: 'possible',
  were: (n: number) =>
    n === 1 ? `Only one ${one} was possible.` : `${n.toLocaleString('en')} ${many} were possible.`,
  dots: 'A dot for each. Every guess puts some out.',
  seeAll: 'See them all',
  whyGuess: (parts: string, all: string, most: string) =>
    `it splits the ${all} into ${parts} groups. The answer leaves you one of them, ${most} at most.`,
  whyTitle: 'Why:',
  place: 'Place it',
  tryWords: ['A nudge', 'What to try', 'The guess'] as [string, string, string],
  step: (n: number) => `Step ${n} of 3`,
  nextStep: 'Tell me more',
  toTry: {
    kinds: (n: number, family: 'mastermind' | 'bullscows' | 'twod' | 'words') => {
      const what = { mastermind: 'colour', bullscows: 'digit', twod: 'number', words: 'letter' }[family]
      return `Try a guess of ${n === 1 ? `one ${what}` : `${spelled(n)} different ${what}s`}.`
    },
    change: ({ kept, moved, back, more, fresh }: GuessChange, digits: boolean) => {
      const [one, many] = digits ? ['digit', 'digits'] : ['colour', 'colours']
      const the = (symbol: string) => `the ${symbol}`
      const parts = [
        ...(kept.length ? [`keep ${list(kept.map(symbolsInWords))}`] : []),
        ...(moved.length ? [`move ${areTheOthers(kept, moved) ?? list(moved.map(symbolsInWords))}`] : []),
        ...(more.length ? [`add another ${list(more)}`] : []),
        ...(back.length ? [`use ${list(back.map(the))} again`] : []),
        ...(fresh ? [`bring in ${fresh === 1 ? `a new ${one}` : `${spelled(fresh)} new ${many}`}`] : []),
      ]
      return `${capitalized(list(parts))}.`
    },
  },
  titles: { hint: 'Hint', why: 'What a guess tells', list: `Possible ${many}` },
  unknown: `How many ${many} are possible is not known`,
  hint: 'Hint',
  why: 'Why',
  list: 'List',
  take: (code: string) => `Take ${code}`,
  problems: {
    size: 'This game is too large, or its history too long, for that question.',
    busy: 'The engine is busy.',
    refused: (detail: string) => `The engine says: ${detail}`,
  },
  steps: ['A nudge', 'A good guess', 'The best guess'] as [string, string, string],
  facts: {
    start: (code: string, most: string | null, all: string) =>
      `Nothing is known yet: ${all} ${many} are possible. ` +
      (most === null
        ? `A first guess such as ${code} tells much.`
        : `A first guess such as ${code} leaves ${most} of them at most.`),
    only: `Only one ${one} fits all rows. Put together what they say.`,
    present: (symbols: string[]) => `${list(symbols)} ${symbols.length === 1 ? 'is' : 'are'} in the ${one}.`,
    absent: (symbols: string[]) =>
      symbols.length === 1
        ? `${symbols[0]} is not in the ${one}.`
        : symbols.length === 2
          ? `Neither ${symbols[0]} nor ${symbols[1]} is in the ${one}.`
          : `None of ${list(symbols)} is in the ${one}.`,
    fixed: (symbol: string, place: number) => `Place ${place} is ${symbol}.`,
    places: (symbol: string, places: readonly number[]) =>
      `${symbol} can only be at place ${places.slice(0, -1).join(', ')} or ${places.at(-1)}.`,
    untried: (least: number, most: number, digits: boolean) => {
      const [single, plural] = digits ? ['digit', 'digits'] : ['peg', 'pegs']
      const what = digits ? 'not tried yet' : 'of a colour not tried yet'
      const pegs = `${spelled(most)} ${most === 1 ? single : plural}`
      const how =
        least === most
          ? `Exactly ${pegs}`
          : least === 0
            ? `At most ${pegs}`
            : `${capitalized(spelled(least))} to ${pegs}`
      return `${how} of the ${one} ${most === 1 ? 'is' : 'are'} ${what}.`
    },
    test: 'Test two new ones.',
    row: (row: number, common: number, exact: number, pegs: number, digits: boolean) => {
      const whose = `of the ${spelled(pegs)} ${digits ? 'digits' : 'pegs'} of row ${row}`
      if (!common) return `${capitalized(`none ${whose}`)} is in the ${one}.`
      const some = `${capitalized(spelled(common))} ${whose} ${common === 1 ? 'is' : 'are'}`
      if (common === exact) return `${some} right where ${common === 1 ? 'it is' : 'they are'}.`
      const place = exact
        ? `${spelled(exact)} of them where ${exact === 1 ? 'it is' : 'they are'}`
        : 'but not there'
      return `${some} in the ${one}, ${place}.`
    },
    range: (place: number, low: string, high: string) =>
      low === high ? `Number ${place} is ${low}.` : `Number ${place} is from ${low} to ${high}.`,
    both: (one: string, other: string) => `${one} ${other}`,
  },
  good: 'The best guess that was found is one of these; they are in no order.',
  others: 'The next best',
  expected: (n: string) => `${n} guesses expected`,
  expectedAbout: (n: string) => `about ${n} guesses expected`,
  atLeast: (n: string) => `at least ${n} guesses`,
  atMost: (share: string) => `at most ${share}`,
  proven: 'proven',
  notProven: 'not proven',
  mayWin: 'may win now',
  cannotWin: 'cannot win now',
  sampled: 'The game is large: these figures are estimates from a sample.',
  what: (code: string) => `What ${code} would tell`,
  told: (number: number, code: string) => `What ${code} told in row ${number}`,
  whatNow: 'Type a guess to see what it would tell.',
  figures: {
    parts: 'Different answers',
    largest: 'Left after it, at most',
    size: 'Left after it, on average',
    entropy: 'Information',
    win: `Can it be the ${one}?`,
    chance: 'Chance to win within the rows',
    guesses: 'Guesses from here, on average',
  },
  more: 'More figures',
  bits: (n: string) => `${n} bits`,
  range: (low: string, high: string) => `${low} to ${high}`,
  chance: (n: string, of: string, share: string) => `yes: ${n} in ${of} (${share})`,
  noChance: 'no',
  answered: 'the answer',
  partition: `How many ${many} each answer leaves`,
  part: (words: string, size: string, share: string) => `${words}: ${size}, ${share}`,
  showFew: 'Show fewer answers',
  showAll: (n: number) => `Show all ${n} answers`,
  conflicts: (code: string) => `${code} cannot be the ${one}`,
  wouldGet: (row: number) => `Row ${row} would have got`,
  insteadOf: 'and not',
  notSecret: 'A code of this game repeats no symbol.',
  rareWord: 'It may be guessed, but is not the word to find: too rare a word.',
  search: `Search the ${many}`,
  searchHint: 'A dot for any place',
  found: (n: number) => count(n, one, many),
  firstOf: (n: string, all: string) => `The first ${n} of ${all} ${many} are listed and searched.`,
  pages: 'Pages of the list',
  shown: (from: string, to: string, all: string) => `${from}–${to} of ${all}`,
  previous: `Previous ${many}`,
  next: `Next ${many}`,
})

export const review = {
  row: 'Row',
  title: 'Review',
  close: 'Back to the result',
  guess: 'Guess',
  loss: 'Extra',
  luck: 'Luck',
  chance: 'Chance',
  chanceNote:
    'Chance: to win within the rows that were left after the move, by perfect play. Extra, luck and best are about the fewest guesses, as if there were more rows.',
  best: 'Best',
  unit: 'Extra and luck are in guesses. Luck above 0 saved guesses, below 0 it cost some.',
  guesses: (n: number) => count(n, 'guess', 'guesses'),
  now: (n: string) => `${n} still expected`,
  value: (n: string) => `${n} expected`,
  lost: (n: string) => `${n} extra`,
  goodLuck: (n: string) => `${n} good luck`,
  badLuck: (n: string) => `${n} bad luck`,
  more: 'more guesses',
  fewer: 'fewer guesses',
  was: 'was the best',
  whatIf: (code: string, row: number) => `What ${code} would have told in row ${row}`,
  from: (code: string, row: number) => `Go back to row ${row} with ${code}`,
  goBack: 'Go back there',
  unproven: 'Not all of it is proven: ranges say how far off a number may be.',
  weighted:
    'Here common words count as likelier. The verdicts and the accuracy do not: for them, of a few words left each is as likely as the others.',
  size: 'This game is too large for a review.',
  empty: 'The review begins with the first row.',
  pending: 'Reviewing the game…',
  none: 'There is no review: the engine did not answer.',
  accuracy: 'accuracy',
  accuracyIs: (n: number) => `accuracy ${n} of 100`,
  accuracyNote: (expected: string, extra: string, n: number) =>
    `Accuracy ${n} % = ${expected} / (${expected} + ${extra}): the guesses that perfect play expects, divided by these and your extra guesses.`,
  found: (game: string, n: number) => `${game}, found in ${count(n, 'guess', 'guesses')}`,
  unfound: (game: string, n: number) => `${game}, not found in ${count(n, 'guess', 'guesses')}`,
  /** The heading beside the dial; against an opponent who chooses answers it is not luck. */
  lucks: { good: 'Lucky', bad: 'Unlucky', none: 'Neither lucky nor unlucky' },
  answers: { good: 'Easy answers', bad: 'Hard answers', none: 'Ordinary answers' },
  noLuck: 'The answers neither saved nor cost guesses.',
  luckSaved: (n: string) => `The answers saved you ${n} guesses.`,
  luckCost: (n: string) => `The answers cost you ${n} guesses.`,
  answersSaved: (n: string) => `Its answers saved you ${n} guesses.`,
  answersCost: (n: string) => `Its answers cost you ${n} guesses.`,
  verdicts: {
    best: 'best',
    good: 'good',
    inaccurate: 'inaccurate',
    mistake: 'mistake',
    computer: 'computer',
  },
  marks: {
    best: 'the best',
    good: 'a good one',
    inaccurate: 'inaccurate',
    mistake: 'a mistake',
    computer: 'the computer',
  },
  counts: {
    best: (n: number) => `${n} best`,
    good: (n: number) => `${n} good`,
    inaccurate: (n: number) => `${n} inaccurate`,
    mistake: (n: number) => count(n, 'mistake', 'mistakes'),
    computer: (n: number) => `${n} by the computer`,
  },
  thresholds: (good: string, inaccurate: string) =>
    `Best: nothing extra. Good: up to ${good} extra guesses, on average. Inaccurate: up to ${inaccurate}. Mistake: more.`,
  /** The game in one sentence. */
  story: {
    perfect: ({ then, proven }: StoryParts) =>
      `${proven ? 'Perfect play' : 'No better play is known'}${{ good: ', and good luck', bad: ', but bad luck', none: '' }[then]}.`,
    little: ({ then, found }: StoryParts) =>
      `${found ? 'Well played' : 'Close to perfect play'}${{ good: ', and good luck', bad: ', but bad luck', none: '' }[then]}.`,
    slips: ({ then }: StoryParts) =>
      `Small slips${{ good: ', and good luck', bad: ', and bad luck', none: '' }[then]}.`,
    one: ({ then }: StoryParts) =>
      `One costly guess${{ good: ', then good luck', bad: ', then bad luck', none: '' }[then]}.`,
    some: ({ then, costly }: StoryParts) =>
      `${capitalized(spelled(costly))} costly guesses${{ good: ', but good luck', bad: ', and bad luck', none: '' }[then]}.`,
    computer: ({ found }: StoryParts): string =>
      found ? 'Found with the computer.' : 'Played with the computer.',
  },
  /** The move at hand. What stands between two * is bold. */
  moves: 'Guesses',
  move: (n: number, mark: string) => `Guess ${n}: ${mark}`,
  told: {
    best: ({ left, found, only, proven }: ToldParts & { proven: boolean }) =>
      found
        ? only
          ? 'Only this one was possible.'
          : 'Found.'
        : `You left *${left}*. ${proven ? 'No guess is better' : 'No better guess is known'}.`,
    less: ({ left, code, could }: WouldParts) => `You left *${left}*. *${code}* would have left *${could}*.`,
    more: ({ left, code, could }: WouldParts) =>
      `You left *${left}*. *${code}* would have left *${could}* this time, but on average it is better.`,
    wouldFind: ({ left, code }: WouldParts) => `You left *${left}*. *${code}* would have found it.`,
    cost: ({ left, found, code, extra }: ToldParts & { code: string; extra: string }) =>
      `${found ? 'Found' : `You left *${left}*`}. On average *${code}* saves *${extra}* guesses.`,
    computer: ({ left, found }: ToldParts) =>
      found ? 'The computer found it.' : `The computer left *${left}*.`,
  },
  splits: (guess: string, groups: number, better: string | null, into: number) =>
    `${guess} splits them into ${count(groups, 'group', 'groups')}${better === null ? '' : `, ${better} into ${into}`}.`,
  tryHere: (code: string) => `Try ${code} here`,
  numbers: 'The numbers',
  keys: 'Step with the arrow keys',
  of: (n: number, all: number) => `${n} of ${all}`,
  previous: 'Guess before',
  next: 'Next guess',
  /** Between two sentences. */
  space: ' ',
}

/** What is said of the luck, how many guesses were costly, and whether the secret was found. */
interface StoryParts {
  then: 'good' | 'bad' | 'none'
  costly: number
  /** Whether the values behind it are proven. */
  proven: boolean
  found: boolean
}

/** How many codes a guess left, whether it found the secret, and whether nothing else was possible. */
interface ToldParts {
  left: string
  found: boolean
  only: boolean
}

/** The same, with a better guess and how many it would have left. */
interface WouldParts extends ToldParts {
  code: string
  could: string
}

const coachOf = (one: string, many: string) => ({
  name: 'Coach',
  about: 'says what a guess is worth before you play it; counts as help',
  wait: 'Coach: complete a guess to see what it is worth.',
  thinking: 'Coach: …',
  cannot: (row: number) => `Cannot be the code (row ${row}).`,
  rareWord: 'Cannot be the word: too rare a word.',
  repeats: 'Cannot be the code: nothing repeats in it.',
  can: 'It can be the code.',
  nothing: `Tells nothing: every possible ${one} would get the same answer.`,
  best: 'The best guess.',
  bestKnown: 'The best guess that is known.',
  good: (n: string) => `Good: ${n} guesses more than the best, on average.`,
  costs: (n: string) => `Costs ${n} guesses more than the best, on average.`,
  chance: (now: string, best: string) =>
    `Chance to win within the rows: ${now}, with the best guess ${best}.`,
  left: (now: string, best: string) => `Leaves ${now} ${many} on average, the best guess known ${best}.`,
  both: (one: string, other: string) => `${one} ${other}`,
})

const helpOf = (one: string, many: string) => ({ side: sideOf(one, many), coach: coachOf(one, many) })

export const help = helpOf('code', 'codes')
export const wordHelp = helpOf('word', 'words')
