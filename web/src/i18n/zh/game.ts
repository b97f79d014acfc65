/** Games, feedbacks and the menu of games, in Chinese. */

import type { Messages } from '../index.svelte'

export const game: Messages['game'] = {
  mastermind: (pegs, colours) => `珠玑妙算 ${pegs}×${colours}`,
  bullscows: (pegs, digits) => `猜数字 ${pegs}×${digits}`,
  twod: (n) => `两个小于 ${n} 的数`,
  words: (letters) => `${letters} 字母单词`,
  hard: '困难模式',
  strict: '每次猜测须符合所有行',
  letters: '字母数',
  distinct: '密码无重复',
  rows: (n) => `${n} 行`,
  family: '游戏',
  families: { mastermind: '珠玑妙算', bullscows: '猜数字', twod: '两个数', words: '单词' },
  pegs: '位数',
  symbols: { mastermind: '颜色数', bullscows: '数字数', twod: '小于', words: '字母数' },
  strategy: '策略',
  strategies: {
    first: '第一个符合的密码',
    random: '随机一个符合的密码',
    minimax: 'Knuth 的方法',
    'expected-size': 'Irving 的方法',
    entropy: 'Neuwirth 的方法',
    'most-parts': 'Kooi 的方法',
    optimal: '平均次数最少',
    'optimal-worst': '最坏时次数最少',
  },
  neverMore: (n) => `最多 ${n} 次必中`,
}

export const feedback: Messages['feedback'] = {
  pegs: (exact, misplaced) => `${exact} 个全对，${misplaced} 个错位`,
  low: '偏低：两个数都不大于密码',
  high: '偏高：两个数都不小于密码',
  mixed: '混合：一大一小',
  equal: '相等',
  marks: { G: '正确', Y: '在别处', B: '没有' },
}

export const menu: Messages['menu'] = {
  title: '游戏',
  daily: '每日一题',
  coins: '十二枚硬币',
  coinsAbout: '一枚是假的',
  table: '你自己的表格',
  tableAbout: '任意问题',
  other: '任意规模',
  rows: '行数',
  noLimit: '不限',
  impossible: '没有这种规模的游戏。',
  start: '开始',
}
