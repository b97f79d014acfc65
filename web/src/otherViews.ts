/** The views other than the game, in one file: small enough to be loaded at once, and smaller together than apart. */

import type { Component } from 'svelte'
import About from './about/About.svelte'
import Assist from './assist/Assist.svelte'
import Mine from './assist/Mine.svelte'
import Daily from './daily/Daily.svelte'
import Compare from './explore/compare/Compare.svelte'
import LabTabs from './explore/Tabs.svelte'
import Lab from './explore/Lab.svelte'
import Heatmap from './explore/heatmap/Heatmap.svelte'
import Objectives from './explore/objectives/Objectives.svelte'
import Tree from './explore/tree/Tree.svelte'
import Coins from './questions/Coins.svelte'
import QuestionAssist from './questions/QuestionAssist.svelte'
import QuestionMine from './questions/QuestionMine.svelte'
import Practice from './practice/Practice.svelte'
import en from './i18n/en'
import { addEnglish } from './i18n/index.svelte'
import type { QuestionView } from './game/questionText'
import type { View } from './shared/route.svelte'
import Statistics from './statistics/Statistics.svelte'

addEnglish(en)

/** The tabs above the views of the Lab. */
export { LabTabs }

export const OTHER_VIEWS: Readonly<Record<Exclude<View, 'play'> | QuestionView, Component>> = {
  yours: Mine,
  today: Daily,
  learn: Practice,
  lab: Lab,
  'lab/assist': Assist,
  'lab/tree': Tree,
  'lab/compare': Compare,
  'lab/heatmap': Heatmap,
  'lab/objectives': Objectives,
  profile: Statistics,
  about: About,
  'questions/play': Coins,
  'questions/lab/assist': QuestionAssist,
  'questions/yours': QuestionMine,
}
