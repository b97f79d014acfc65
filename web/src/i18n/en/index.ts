/** English: the words of the page. Short and neutral; every number says its unit. */

import { about } from './about'
import { assist, mine } from './assist'
import { board } from './board'
import { daily } from './daily'
import { explore, tree, compare, heatmap } from './explore'
import { game, feedback, menu } from './game'
import { guide, settings } from './guide'
import { side, review, coach } from './help'
import { modes } from './modes'
import { page, keys } from './page'
import { play } from './play'
import { practice } from './practice'
import { stats } from './statistics'
import { count } from './words'

export default {
  name: 'English',
  short: 'EN',
  candidates: (n: number) => count(n, 'candidate', 'candidates'),
  candidatesLeft: (n: number) => `${count(n, 'candidate', 'candidates')} left`,
  guesses: (n: number) => count(n, 'guess', 'guesses'),
  page,
  keys,
  game,
  feedback,
  menu,
  board,
  explore,
  tree,
  compare,
  heatmap,
  about,
  side,
  review,
  coach,
  assist,
  mine,
  modes,
  play,
  practice,
  stats,
  guide,
  settings,
  daily,
}
