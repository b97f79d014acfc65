/** The first visit, "How to play" and the settings, in Chinese. */

import type { Messages } from '../index.svelte'

export const guide: Messages['guide'] = {
  title: '怎么玩',
  goal: {
    mastermind: '找出隐藏的密码。每猜一次，都会告诉你猜对了几颗。',
    bullscows: '找出隐藏的数。每猜一次，都会告诉你猜对了几个数字。',
    twod: '找出两个隐藏的数。每猜一次，都会告诉你偏低还是偏高。',
    words: '找出隐藏的单词。每猜一次，都会告诉你哪些字母是对的。',
  },
  coach: {
    label: (step) => `怎么玩，第 ${step} 步，共 2 步`,
    say: (code) => `假设密码是 ${code}`,
    code: '密码',
    guess: '猜测',
    black: '黑：',
    blackAbout: '1 对了，位置也对',
    white: '白：',
    whiteAbout: '2 对了，但不在那里',
    order: '黑白钉没有顺序，不说明是哪一颗。',
    turn: {
      mastermind: (pegs) => `轮到你了：选 ${pegs} 种颜色，然后按“猜”`,
      bullscows: (pegs) => `轮到你了：输入 ${pegs} 个数字，然后按“猜”`,
      twod: () => '轮到你了：输入两个数，然后按“猜”',
      words: () => '轮到你了：输入单词，然后按回车',
    },
    twice: {
      mastermind: '同一种颜色可以出现两次。',
      bullscows: '数字不重复。',
      twod: '同一个数可以出现两次。',
      words: '同一个字母可以出现两次。',
    },
    keys: {
      mastermind: (last) => `也可以用按键 1 到 ${last}。`,
      bullscows: () => '也可以用键盘。',
      twod: () => '',
      words: () => '也可以用键盘。',
    },
    skip: '跳过',
    next: '下一步',
    play: '开始',
  },
  example: '例子',
  exact: {
    mastermind: (n) => `${n} 颗颜色和位置都对`,
    bullscows: (n) => `${n} 个数字和位置都对`,
  },
  misplaced: {
    mastermind: (n) => `${n} 颗颜色对，位置不对`,
    bullscows: (n) => `${n} 个数字对，位置不对`,
  },
  none: { mastermind: '这些颜色都没有', bullscows: '这些数字都没有' },
  words: {
    G: (letters) => `${letters}：位置对`,
    Y: (letters) => `${letters}：单词里有，在别的位置`,
    B: (letters) => `${letters}：单词里没有`,
  },
  found: '猜中了！',
  twod: {
    low: '两个数都没有猜大',
    high: '两个数都没有猜小',
    mixed: '一个猜大了，另一个猜小了',
    equal: '猜中了！',
  },
  suppose: {
    mastermind: '假设这是隐藏的密码：',
    bullscows: '假设这是隐藏的数：',
    twod: '假设这是两个隐藏的数：',
    words: '假设这是隐藏的单词：',
  },
  more: {
    mastermind: [
      '回答不会说明哪几颗是对的，这正是要推理的地方。',
      '同一种颜色可以在密码中出现多次，每颗只算一次。',
      '在棋盘下方选颜色，或者输入对应的符号，然后按“猜”。',
    ],
    bullscows: [
      '隐藏的数和每次猜的数，各位数字都不相同。',
      '回答不会说明哪几个数字是对的，这正是要推理的地方。',
      '在棋盘下方选数字，或者直接输入，然后按“猜”。',
    ],
    twod: [
      '两个数同时比较，各比各的。',
      '其中一个已经猜对时，回答取决于另一个。',
      '在棋盘下方选数字，或者直接输入，然后按“猜”。',
    ],
    words: [
      '同一个字母可以在单词中出现多次，每个只算一次。',
      '猜的必须是词表中的单词。答案多为常用词。',
      '困难模式：已经找到的，之后每次都必须用上。',
    ],
  },
  ways: '这里还可以',
  keys: '按键',
}

export const settings: Messages['settings'] = {
  title: '设置',
  page: '页面',
  pegs: '珠子',
  looks: '外观',
  peg: { symbols: '形状与符号', classic: '经典：圆形、无符号' },
  palette: '配色',
  palettes: { standard: '标准', bright: '鲜艳', soft: '柔和' },
  tiles: '单词方块',
  tilePalettes: { standard: '绿和黄', contrast: '橙和蓝' },
  game: '游戏中',
  coach: ['教练', '落子前先评价这一猜；计为使用帮助'],
  marks: ['自动划去', '每次回答后划去不可能的；计为使用帮助'],
  shortcuts: ['按键全页有效', '关闭后只在棋盘上有效'],
  sound: ['声音', ''],
  vibration: ['振动', ''],
  strategy: '电脑完成游戏的策略',
  stored: '只保存在此浏览器中。',
  app: '作为应用',
  install: '安装',
  installAbout: '安装后像应用一样打开，有无网络均可。',
  installByHand: '要安装本页，请使用浏览器菜单中的“安装”或“添加到主屏幕”。',
  noNetwork: '加载过一次后，没有网络也能打开本页。复盘、理由和电脑的猜测需要引擎。',
}
