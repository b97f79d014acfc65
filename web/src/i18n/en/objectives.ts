/** The Objectives view, in English. */

export const objectives = {
  within: 'Lost means: not found within',
  guesses: (n: number) => (n === 1 ? '1 guess' : `${n} guesses`),
  mostFound: (n: number) => `most found within ${n} ${n === 1 ? 'guess' : 'guesses'}`,
  begin: 'begin with',
  then: { optimal: 'then fewest on average', 'optimal-worst': 'then fewest at worst' } as Record<
    string,
    string
  >,
  picture: 'Ways of playing by mean and worst case',
  pictureText: (ways: number, front: string) => `${ways} ways of playing. Not beaten: ${front}.`,
  meanAxis: 'guesses on average (stretched near the least)',
  worstAxis: 'at most',
  title: (name: string, mean: string, worst: number, lost: string) =>
    `${name}: ${mean} guesses on average, ${worst} at most, ${lost} lost`,
  legend: {
    front: 'not beaten: no other is as good in mean, worst and lost, and better in one',
    dominated: 'beaten by another',
    lost: 'ring: the chance to lose',
  },
  frontHeading: 'Not beaten',
  table: 'All ways of playing',
  columns: { way: 'Way of playing', mean: 'Mean', worst: 'Worst', lost: 'Lost' },
  units: { mean: 'guesses', worst: 'guesses', lost: (n: number) => `within ${n}` },
  onFront: 'not beaten',
  secrets: (n: string) => `${n} codes`,
  laterNote: (n: number) =>
    `Every code counts in mean and worst case, also one that takes more than ${n} guesses. The tree of “most found” ends there; the best play goes on.`,
  missing: (list: string) => `Not computed here, since the proof takes too long: ${list}.`,
  source: { shipped: 'Shipped with bestguess.', computed: '' },
}
