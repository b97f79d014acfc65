/** Games, feedbacks and the menu of games, in Chinese. */

import type { Messages } from '../index.svelte'

export const game: Messages['game'] = {
  mastermind: (pegs, colours) => `珠玑妙算 ${pegs}×${colours}`,
  bullscows: (pegs, digits) => `猜数字 ${pegs}×${digits}`,
  twod: (n) => `两个小于 ${n} 的数`,
  distinct: '密码无重复',
  rows: (n) => `${n} 行`,
  family: '游戏',
  families: { mastermind: '珠玑妙算', bullscows: '猜数字', twod: '两个数' },
  pegs: '位数',
  symbols: { mastermind: '颜色数', bullscows: '数字数', twod: '小于' },
  strategy: '策略',
  strategies: {
    first: '最小的候选',
    random: '随机选一个候选',
    minimax: '最大的一组尽量小（Knuth）',
    'expected-size': '平均剩余候选最少（Irving）',
    entropy: '平均信息量最大（Neuwirth）',
    'most-parts': '分组最多（Kooi）',
    optimal: '平均次数最少，已证明',
    'optimal-worst': '最坏情况最好，其次平均最少，已证明',
  },
}

export const feedback: Messages['feedback'] = {
  pegs: (exact, misplaced) => `${exact} 个全对，${misplaced} 个错位`,
  low: '偏低：两个数都不大于密码',
  high: '偏高：两个数都不小于密码',
  mixed: '混合：一大一小',
  equal: '相等',
}

export const menu: Messages['menu'] = {
  title: '游戏',
  daily: '每日一题',
  other: '任意规模',
  rows: '行数',
  noLimit: '不限',
  impossible: '没有这种规模的游戏。',
  start: '开始',
}
