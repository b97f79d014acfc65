/** English: the words of the page. Short and neutral; every number says its unit. */

import { about } from './about'
import { assist, mine } from './assist'
import { explore, tree, compare, heatmap } from './explore'
import first from './first'
import { objectives } from './objectives'
import { practice } from './practice'
import { questions } from './questions'
import { words } from './wordGames'

export default {
  ...first,
  about,
  assist,
  mine,
  explore,
  tree,
  compare,
  heatmap,
  objectives,
  practice,
  questions,
  words,
}
