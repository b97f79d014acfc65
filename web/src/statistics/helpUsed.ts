/** Which help a game had. Games with any of it are counted apart, and every text about them says so. */

import type { Messages } from '../i18n/index.svelte'

export interface HelpUsed {
  /** Answers that were seen and are no longer on the board. */
  readonly undone: number
  /** Whether a hint, a reason, the list or the coach was seen. */
  readonly hints: boolean
  /** Whether the computer made some guesses, or the last one too. */
  readonly computer: 'no' | 'played' | 'finished'
  /** Whether the game began in the middle. */
  readonly begun: boolean
}

export const NO_HELP: HelpUsed = { undone: 0, hints: false, computer: 'no', begun: false }

export function isHelped({ undone, hints, computer, begun }: HelpUsed): boolean {
  return undone > 0 || hints || computer !== 'no' || begun
}

/** The help in words, such as "with undo (6 answers seen), with hints"; empty when there was none. */
export function helpText(
  words: Messages,
  { undone, hints, computer, begun }: HelpUsed,
  guesses: number,
): string {
  const { helpUsed } = words.stats
  const parts = [
    ...(undone > 0 ? [guesses > 0 ? helpUsed.undone(guesses + undone) : helpUsed.undo] : []),
    ...(hints ? [helpUsed.hints] : []),
    ...(computer === 'no' ? [] : [helpUsed[computer]]),
    ...(begun ? [helpUsed.begun] : []),
  ]
  return parts.join(', ')
}

/** The help in *found*, which may be anything. */
export function validHelp(found: unknown): HelpUsed {
  const { undone, hints, computer, begun } = (found ?? {}) as Record<string, unknown>
  return {
    undone: Number.isSafeInteger(undone) && Number(undone) > 0 ? Number(undone) : 0,
    hints: hints === true,
    computer: computer === 'played' || computer === 'finished' ? computer : 'no',
    begun: begun === true,
  }
}
