/** The adversary: it has no secret and never lies; each answer is the one that most codes would give. */

import { candidates } from '../game/candidates'
import type { Opponent } from '../game/opponent'
import { feedback, feedbacks, type Game, type Row } from '../game/rules'
import { canPlay } from '../game/ways'
import { later } from '../shared/later.svelte'

/** The answer to *guess* that leaves most candidates, and wins only when nothing else is left; ties: the first. */
export function hardestAnswer(game: Game, rows: readonly Row[], guess: string): string {
  const sizes = new Map<string, number>()
  for (const code of candidates(game, rows)) {
    const answer = feedback(game, guess, code)
    sizes.set(answer, (sizes.get(answer) ?? 0) + 1)
  }
  const open = feedbacks(game).filter((answer) => answer !== game.win && sizes.has(answer))
  return open.reduce(
    (best, answer) => (sizes.get(answer)! > (sizes.get(best) ?? 0) ? answer : best),
    game.win,
  )
}

/** Its games are not counted: nobody chose their secrets by chance. */
export const adversary: Opponent = {
  kind: 'adversary',
  counted: false,
  allows: (game) => canPlay('adversary', game),
  begin: (game, rows) => (candidates(game, rows).length ? { secret: null } : null),
  answer: hardestAnswer,
  reveal: (game, rows) => candidates(game, rows)[0] ?? null,
  panel: later(() => import('./AdversaryPanel.svelte')),
}
