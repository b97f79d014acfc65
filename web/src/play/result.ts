/** The result of a game that is over, ready to be shared. */

import { gameName } from '../game/text'
import { t } from '../i18n/index.svelte'
import { formatRoute } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import { helpText } from '../statistics/helpUsed'
import type { PlayState } from './playState.svelte'
import type { Result } from './resultText'

/** The address where others find the same secret; null when there is none. It has neither rows nor the secret. */
export function puzzleLink(play: PlayState): string | null {
  const hash = play.daily
    ? formatRoute('today', { ...play.daily })
    : play.challenge !== null && formatRoute('play', { challenge: play.challenge })
  return hash ? `${location.origin}${location.pathname}${hash}` : null
}

export function resultOf(play: PlayState): Result {
  const game = play.game!
  const guesses = play.end?.guesses ?? play.rows.length
  return {
    game,
    // Hard mode is said by an asterisk.
    name: game.family === 'words' ? t().game.words(game.pegs) : gameName(t(), game),
    rows: play.allRows,
    tiles: settings.looks.tiles,
    guesses: play.status === 'won' ? guesses : null,
    helpUsed: helpText(t(), play.helpUsed, guesses),
    day: play.daily?.date ?? null,
    link: puzzleLink(play),
  }
}
