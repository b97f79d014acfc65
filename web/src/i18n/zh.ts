/** 简体中文。 */

import type { Messages } from './index.svelte'

const zh: Messages = {
  name: '简体中文',
  short: '中',
  page: {
    title: 'bestguess',
    skip: '跳到棋盘',
    views: { play: '开始', assist: '助手', mine: '出题', explore: '探索', stats: '统计', about: '关于' },
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
  },
  game: {
    mastermind: (pegs, colours) => `珠玑妙算 ${pegs}×${colours}`,
    bullscows: (pegs, digits) => `猜数字 ${pegs}×${digits}`,
    twod: (n) => `两个小于 ${n} 的数`,
    distinct: '密码无重复',
    rows: (n) => `${n} 行`,
  },
  feedback: {
    pegs: (exact, misplaced) => `${exact} 个全对，${misplaced} 个错位`,
    low: '偏低：两个数都不大于密码',
    high: '偏高：两个数都不小于密码',
    mixed: '混合：一大一小',
    equal: '相等',
  },
  candidates: (n) => `${n.toLocaleString('zh')} 个候选`,
  candidatesLeft: (n) => `剩余 ${n.toLocaleString('zh')} 个候选`,
  guesses: (n) => `${n.toLocaleString('zh')} 次猜测`,
  board: {
    label: '棋盘',
    palette: '符号',
    row: (n) => `第 ${n} 行`,
    slot: (place, inside) => `第 ${place} 位：${inside}`,
    empty: '空',
    ignored: '已忽略',
    narrowed: (before, after) => `候选从 ${before} 个减到 ${after} 个`,
    shapes: {
      circle: '圆形',
      square: '方形',
      triangle: '三角形',
      diamond: '菱形',
      star: '星形',
      hexagon: '六边形',
      cross: '十字形',
      ring: '环形',
    },
  },
}

export default zh
