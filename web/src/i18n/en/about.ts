/** The About view, in English. */

export const about = {
  heading: 'About bestguess',
  intro:
    'bestguess finds the best next guess in Mastermind, Bulls and Cows and games like them, and says how sure it is. Play against a hidden secret, get help with a game played elsewhere, let the computer guess your secret, or look at whole strategies.',
  strategies: 'How the computer chooses a guess',
  strategyTexts: {
    first: 'The lowest code that fits all answers so far.',
    random: 'One of the codes that fit, each as likely as the others.',
    minimax: 'Makes the largest group of codes that may be left as small as possible.',
    'expected-size': 'Leaves the fewest codes on average.',
    entropy: 'Tells the most on average, counted in bits.',
    'most-parts': 'May get the most different answers.',
    optimal: 'Needs the fewest guesses on average over all codes. Proven.',
    'optimal-worst': 'Needs the fewest guesses for the hardest code, and then the fewest on average. Proven.',
  } as Record<string, string>,
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
  engine: 'The engine',
  version: (version: string) => `Version ${version}`,
  notReachable: 'not reachable',
  api: 'The interface for programs (API)',
  licence:
    'MIT licence: free to use, change and share, with its notice kept. The words are from SCOWL, © Kevin Atkinson. The font is Bricolage Grotesque, © its authors.',
  font: 'The licence of the font (OFL)',
}
