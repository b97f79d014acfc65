/** The frame of the page and its keys, in Chinese. */

import type { Messages } from '../index.svelte'

export const page: Messages['page'] = {
  title: 'bestguess',
  skip: '跳到棋盘',
  views: {
    play: '开始',
    daily: '每日',
    practice: '练习',
    assist: '助手',
    mine: '出题',
    explore: '探索',
    statistics: '统计',
    about: '关于',
  },
  viewHints: {
    play: '找出密码',
    assist: '协助别处进行的游戏',
    mine: '由电脑猜你的密码',
    explore: '策略树、策略与规模',
  },
  menu: '菜单',
  theme: { label: '主题', auto: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  help: '按键与帮助',
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
  help: '本帮助',
  undo: '撤销',
  hint: '提示；再按：更强的提示',
  why: '理由',
  list: '候选列表',
  finish: '让电脑完成',
  new: '新游戏',
  on: '按键在整个页面有效',
  off: '关闭后，只有焦点在棋盘的某一位上时才有效。在输入框中始终无效。',
}
