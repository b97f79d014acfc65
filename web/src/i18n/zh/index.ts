/** 简体中文。 */

import type { Messages } from '../index.svelte'
import { about } from './about'
import { assist, mine } from './assist'
import { board } from './board'
import { daily } from './daily'
import { explore, tree, compare, heatmap } from './explore'
import { game, feedback, menu } from './game'
import { guide, settings } from './guide'
import { help, review, wordHelp } from './help'
import { modes } from './modes'
import { objectives } from './objectives'
import { page, keys } from './page'
import { play } from './play'
import { practice } from './practice'
import { questions } from './questions'
import { stats } from './statistics'
import { words } from './wordGames'

const zh: Messages = {
  candidates: (n) => `${n.toLocaleString('zh')} 个候选`,
  candidatesLeft: (n) => `剩余 ${n.toLocaleString('zh')} 个候选`,
  guesses: (n) => `${n.toLocaleString('zh')} 次猜测`,
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
  objectives,
  about,
  ...help,
  wordHelp,
  review,
  words,
  assist,
  mine,
  modes,
  play,
  practice,
  questions,
  stats,
  guide,
  settings,
  daily,
}

export default zh
