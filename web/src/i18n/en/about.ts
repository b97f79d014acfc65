/** The About view, in English. */

export const about = {
  heading: 'About bestguess',
  intro:
    'bestguess finds the best next guess in Mastermind, Bulls and Cows and games like them, and says how sure it is. Play against a hidden secret, get help with a game played elsewhere, let the computer guess your secret, or look at whole strategies.',
  play: 'How to play',
  families: [
    [
      'Mastermind',
      'A secret row of pegs, colours may repeat. Each guess is answered by two numbers: exact (right colour, right place) and misplaced (right colour, wrong place). Find the secret before the rows are used up.',
    ],
    [
      'Bulls and Cows',
      'The same with digits that are all different, in the secret and in every guess. Exact ones are the bulls, misplaced ones the cows.',
    ],
    [
      'Two numbers',
      'The secret is a pair of numbers. The answer is low (neither is above the secret’s), high (neither is below), mixed, or equal.',
    ],
  ] as [string, string][],
  words: 'What the words mean',
  terms: [
    ['candidates', 'The secrets that fit all answers so far.'],
    [
      'partition, part',
      'A guess splits the candidates by the answer they would give; each group is a part. Many small parts tell more.',
    ],
    [
      'loss',
      'How many guesses more a move needs on average than the best move in that position. 0 is the best.',
    ],
    [
      'luck',
      'How much better, in guesses, the answer turned out than the average answer to that move. Negative is bad luck.',
    ],
    [
      'optimal, proven',
      'Optimal is said only of what a complete search has proven. Otherwise a range is given, or the best known.',
    ],
    [
      'mean, worst, at worst',
      'Guesses on average over all secrets; the most that any secret needs; how many secrets need that many.',
    ],
  ] as [string, string][],
  privacy: 'Privacy',
  privacyText: [
    'No account, no tracking, nothing loaded from elsewhere.',
    'Secrets are drawn in your browser. What leaves it are questions to this server: the game and the rows played.',
    'Statistics and settings stay in this browser; the Statistics view exports and deletes them.',
  ],
  keys: 'Keys',
  keyTable: [
    ['0–9, A–Z', 'type a code'],
    ['← →', 'move in the row'],
    ['Backspace', 'delete'],
    ['Enter', 'guess'],
    ['/', 'to the code field'],
    ['?', 'show the keys'],
    ['Alt+U', 'undo'],
    ['Alt+H', 'hint; again: a stronger one'],
    ['Alt+W', 'why'],
    ['Alt+L', 'list of candidates'],
    ['Alt+C', 'let the computer finish'],
    ['Alt+N', 'new game'],
    ['↑ ↓ ← → Home End Enter', 'move in the tree of a strategy'],
  ] as [string, string][],
  key: 'Key',
  does: 'Does',
  engine: 'The engine',
  version: (version: string) => `Version ${version}`,
  notReachable: 'not reachable',
  api: 'The interface for programs (API)',
  licence: 'MIT licence: free to use, change and share, with its notice kept.',
}
