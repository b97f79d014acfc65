/** The bars of a histogram: for each number of guesses from 1 to *most*, how often it occurs in *distribution*. */
export function bars(
  distribution: Readonly<Record<string, number>>,
  most = mostGuesses(distribution),
): number[] {
  return Array.from({ length: most }, (_, step) => distribution[String(step + 1)] ?? 0)
}

function mostGuesses(distribution: Readonly<Record<string, number>>): number {
  return Math.max(0, ...Object.keys(distribution).map(Number))
}
