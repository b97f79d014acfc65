/** The About view, in English. */

export const about = {
  heading: 'About bestguess',
  intro:
    'bestguess finds the best next guess in Mastermind, Bulls and Cows and games like them, and says how sure it is. Play, get help with a game played elsewhere, let the computer guess your code, or look at whole strategies.',
  strategies: 'How the computer chooses a guess',
  strategyTexts: {
    first: 'The lowest code that fits all answers so far.',
    random: 'One of the codes that fit, each as likely as the others.',
    minimax: 'Leaves few codes even at worst.',
    'expected-size': 'Leaves the fewest codes on average.',
    entropy: 'Tells the most on average, counted in bits.',
    'most-parts': 'May get the most different answers.',
    optimal: 'Needs the fewest guesses on average over all codes. Proven.',
    'optimal-worst': 'Needs the fewest guesses for the hardest code, and then the fewest on average. Proven.',
  } as Record<string, string>,
  words: 'What the words mean',
  terms: [
    ['extra guesses', 'How many guesses more a guess needs on average than the best one. 0 is the best.'],
    ['luck', 'How much better than average the answer was, in guesses. Below 0 is bad luck.'],
    [
      'proven',
      'Best is said only of what a complete search has shown. Otherwise a range is given, or the best known.',
    ],
  ] as [string, string][],
  privacy: 'Privacy',
  privacyText: [
    'No account, no tracking, nothing loaded from elsewhere.',
    'Codes are drawn in your browser. What leaves it are questions to this server: the game and the rows played.',
    'Games and settings stay in this browser; the Profile saves and deletes them.',
  ],
  engine: 'The engine',
  version: (version: string) => `Version ${version}`,
  notReachable: 'not reachable',
  api: 'The interface for programs (API)',
  licence:
    'MIT licence: free to use, change and share, with its notice kept. The words are from SCOWL, © Kevin Atkinson. The font is Bricolage Grotesque, © its authors.',
  font: 'The licence of the font (OFL)',
}
