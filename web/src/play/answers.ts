/**
 * The kinds of games: where their answers come from.
 *
 * To add a kind that an address names by `against=NAME`, write an Opponent (game/opponent.ts) and add it to OPPONENTS.
 */

import type { Opponent } from '../game/opponent'
import { feedback, type Game, type Row } from '../game/rules'
import { adversary } from '../modes/adversary'
import { api } from '../shared/api/client'
import { later } from '../shared/later.svelte'
import { seeded } from '../shared/random'
import { dailySeed, type DailyKind } from '../statistics/days'
import { drawSecret } from './secrets'

/** The page has the secret and answers. */
const byTheSecret = {
  answer: (game: Game, _rows: readonly Row[], code: string, secret: string | null) =>
    feedback(game, code, secret!),
  reveal: (_game: Game, _rows: readonly Row[], secret: string | null) => secret,
}

/** A secret drawn by chance. */
export const drawn: Opponent = {
  ...byTheSecret,
  kind: 'drawn',
  counted: true,
  begin(game, rows) {
    const secret = drawSecret(game, rows)
    return secret === null ? null : { secret }
  },
}

/** The puzzle of a day: the secret follows from the date. */
export function daily(kind: DailyKind, date: string): Opponent {
  return {
    ...byTheSecret,
    kind: 'daily',
    counted: true,
    final: true,
    begin: (game) => ({ secret: drawSecret(game, [], seeded(dailySeed(kind, date))) }),
  }
}

/** A challenge: the server alone knows the secret. */
export function challenge(id: string): Opponent {
  return {
    kind: 'challenge',
    counted: true,
    begin: () => ({ secret: null }),
    answer: async (_game, _rows, code) => (await api.challengeFeedback(id, code)).feedback,
    reveal: async () => (await api.challengeSecret(id)).secret,
  }
}

/** The kinds that an address names by `against=`. */
export const OPPONENTS: readonly Opponent[] = [
  adversary,
  {
    ...drawn,
    kind: 'race',
    counted: false,
    final: true,
    beside: true,
    panel: later(() => import('../modes/RacePanel.svelte')),
  },
  {
    ...drawn,
    kind: 'two',
    counted: false,
    final: true,
    setup: later(() => import('../modes/TwoSetup.svelte')),
    panel: later(() => import('../modes/TwoPanel.svelte')),
  },
  { ...drawn, kind: 'friend', counted: false, setup: later(() => import('../modes/FriendSetup.svelte')) },
]

export function findOpponent(kind: string): Opponent | null {
  return OPPONENTS.find((one) => one.kind === kind) ?? null
}
