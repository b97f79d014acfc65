/** Games, feedbacks and the menu of games, in Chinese. */

import type { Messages } from '../index.svelte'

export const game: Messages['game'] = {
  mastermind: (pegs, colours) => `珠玑妙算 ${pegs}×${colours}`,
  bullscows: (pegs, digits) => `猜数字 ${pegs}×${digits}`,
  twod: (n) => `两个小于 ${n} 的数`,
  words: (letters) => `${letters} 字母单词`,
  sizes: {
    mastermind: (pegs, colours) => `${pegs} 位 ${colours} 色`,
    bullscows: (pegs, digits) => `${pegs} 位${digits === 10 ? '' : `，${digits} 个数字`}`,
    twod: (_, n) => `小于 ${n}`,
    words: (letters) => `${letters} 个字母`,
  },
  rule: '规则',
  free: '任意猜测',
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
  title: '玩什么？',
  kinds: {
    mastermind: '珠玑妙算',
    numbers: '猜数字',
    words: '单词',
    coins: '硬币',
    table: '猜猜是谁',
    any: '任意规模',
  },
  about: {
    mastermind: '根据黑白钉找出彩珠。',
    numbers: '几 A 几 B：数字不重复。',
    words: '每个字母都会告诉你差多远。',
    coins: '一枚是假币：称三次找出来。',
    table: '想好一张卡片，电脑一直问到知道为止。',
    any: '位数、颜色和规则随你定。',
  },
  levels: ['简单', '经典', '困难'],
  tables: ['人物', '动物', '国家', '自己的'],
  levelsOf: (kind) => `${kind}：难度`,
  setUp: '自己设定',
  coins: (n) => `${n} 枚硬币`,
  weighings: '称 3 次',
  rows: '行数',
  noLimit: '不限',
  impossible: '没有这种规模的游戏。',
  start: '开始',
  choose: '选择',
  line: (parts) => parts.join('，'),
}
