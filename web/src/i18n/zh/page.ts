/** The frame of the page and its keys, in Chinese. */

import type { Messages } from '../index.svelte'

export const page: Messages['page'] = {
  title: 'bestguess',
  skip: '跳到棋盘',
  views: {
    play: '游戏',
    daily: '每日',
    practice: '练习',
    assist: '助手',
    mine: '出题',
    explore: '探索',
    statistics: '统计',
    about: '关于',
  },
  viewHints: {
    play: '找出隐藏的密码',
    daily: '每天一题，人人相同',
    practice: '来自实战局面的小题',
    assist: '为别处进行的游戏寻求帮助：输入各行即可',
    mine: '你想一个密码，让电脑来猜',
    explore: '研究整套下法：每一步、好坏以及不同规模',
    statistics: '你在这台设备上的成绩',
    about: '本页的说明与词语解释',
  },
  settings: '设置',
  viewFailed: '页面的这一部分无法加载，请检查网络连接。',
  menu: '菜单',
  theme: { label: '主题', auto: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  help: '怎么玩',
  close: '关闭',
  loading: '请稍候',
  thinking: '引擎正在计算',
  retry: '重试',
  offline: '无法连接引擎。游戏可以继续；提示、理由和复盘需要引擎。',
}

export const keys: Messages['keys'] = {
  title: '按键',
  type: '输入密码',
  move: '移到另一位',
  delete: '删除',
  guess: '猜',
  field: '跳到密码输入框',
  help: '怎么玩',
  undo: '撤销',
  hint: '提示；再按：更强的提示',
  why: '理由',
  list: '候选列表',
  finish: '让电脑完成',
  new: '新游戏',
  tree: '在策略树中移动',
  where: '除输入框外，按键在整个页面有效；可在设置中限定为只在棋盘上有效。',
}
