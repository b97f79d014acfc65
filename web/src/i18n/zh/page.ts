/** The frame of the page and its keys, in Chinese. */

import type { Messages } from '../index.svelte'

export const page: Messages['page'] = {
  title: 'bestguess',
  skip: '跳到棋盘',
  views: {
    play: '游戏',
    today: '今日',
    learn: '学习',
    lab: '实验室',
    yours: '电脑来猜',
    profile: '我的',
    about: '关于',
  },
  viewHints: {
    today: '每天三题，人人相同',
    learn: '来自实战局面的小题',
    lab: '为别处进行的游戏求助，研究整套下法',
    yours: '你想一个密码，电脑来猜',
  },
  navigation: '主导航',
  streak: (days: number) => `我的：连续 ${days} 天`,
  about: '关于 bestguess',
  settings: '设置',
  viewFailed: '页面的这一部分无法加载，请检查网络连接。',
  theme: { label: '主题', auto: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  help: '怎么玩',
  close: '关闭',
  loading: '请稍候',
  thinking: '引擎正在计算',
  retry: '重试',
  update: '本页有新版本。',
  updateNow: '加载',
  updateLater: '稍后',
  offline: '无法连接引擎。游戏可以继续；提示、理由和复盘需要引擎。',
}

export const keys: Messages['keys'] = {
  title: '按键',
  type: '输入猜测',
  move: '移到另一位',
  delete: '删除',
  guess: '猜',
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
