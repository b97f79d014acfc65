/** The English words that the game needs. */

import { board } from './board'
import { daily } from './daily'
import { game, feedback, menu } from './game'
import { guide, settings } from './guide'
import { help, review, wordHelp } from './help'
import { modes } from './modes'
import { page, keys } from './page'
import { play } from './play'
import { stats } from './statistics'
import { count } from './words'

export default {
  candidates: (n: number) => `${n.toLocaleString('en')} possible`,
  candidatesLeft: (n: number) => `${n.toLocaleString('en')} left`,
  guesses: (n: number) => count(n, 'guess', 'guesses'),
  page,
  keys,
  game,
  feedback,
  menu,
  board,
  ...help,
  wordHelp,
  review,
  modes,
  play,
  stats,
  guide,
  settings,
  daily,
}
