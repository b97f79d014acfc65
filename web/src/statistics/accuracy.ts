/** How well the player guessed, game by game. */

import type { PastGame } from './pastGames'

/** How many games are shown at most, and over how many each of them is averaged: one game says little. */
const [SHOWN, AVERAGED] = [30, 5]

/** The accuracy of the last games of *game* without help, the oldest first; each with the games before it. */
export function accuracies(past: readonly PastGame[], game: string): number[] {
  const values = past
    .filter((one) => one.game === game && !one.helped)
    .map((one) => one.accuracy)
    .filter((accuracy) => typeof accuracy === 'number')
  return values
    .slice(0, SHOWN)
    .map((_, nth) => values.slice(nth, nth + AVERAGED))
    .map((some) => some.reduce((sum, value) => sum + value, 0) / some.length)
    .reverse()
}
