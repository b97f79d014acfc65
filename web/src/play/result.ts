/** The result of a game that is over, ready to be shared. */

import { parseGame, type Game } from '../game/rules'
import { gameName } from '../game/text'
import { number, t } from '../i18n/index.svelte'
import { today } from '../shared/date'
import { formatRoute } from '../shared/route.svelte'
import { settings } from '../shared/settings.svelte'
import { DAILY_GAMES, dayNumber, isDailyKind, streakOverAll } from '../statistics/days'
import { helpText, isHelped } from '../statistics/helpUsed'
import { perfectMean } from '../statistics/perfect'
import { loadStats } from '../statistics/statistics'
import type { PlayState } from './playState.svelte'
import type { Result } from './resultText'

/** The address of the game without its rows. Others find the same secret there if it is of the day or of a challenge. */
export const gameLink = (play: PlayState): string =>
  `${location.origin}${location.pathname}${formatRoute(play.daily ? 'today' : 'play', play.where())}`

/** A game by its name, with its size unless it is that of the day; hard mode is an asterisk after the result. */
function shortName(game: Game): string {
  const { family } = game
  const sized = (one: Game) => gameName(t(), { ...one, rule: 'free' })
  return isDailyKind(family) && sized(parseGame(DAILY_GAMES[family])) === sized(game)
    ? t().game.families[family]
    : sized(game)
}

export function resultOf(play: PlayState): Result {
  const { daily, helpUsed } = play
  const game = play.game!
  const guesses = play.end?.guesses ?? play.rows.length
  const won = play.status === 'won'
  const words = t().play.share
  const mean = won ? perfectMean(game) : null
  const counts = won && daily && !play.practice && !isHelped(helpUsed)
  const name = shortName(game)
  const score = won ? words.found(name, guesses) : words.notFound(name)
  const brand = `bestguess${daily ? ` ${dayNumber(daily.date)}` : ''}`
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')
  return {
    game,
    title: joined(brand, game.rule === 'free' ? score : `${score}*`, helpText(t(), helpUsed, guesses)),
    rows: play.allRows,
    tiles: settings.looks.tiles,
    note: joined(
      mean === null ? '' : words.perfect(number(mean, 2)),
      counts ? t().play.outcome.streak(streakOverAll(loadStats().daily, today())) : '',
    ),
    link: gameLink(play),
  }
}
