/** What the heat map shows of each size. */

export type Measure = 'mean' | 'worst' | 'secrets'

/** Whether this is the size that most people know by the name of the family. */
export function isTraditional(family: string, pegs: number, symbols: number): boolean {
  return pegs === 4 && symbols === (family === 'mastermind' ? 6 : 10)
}
