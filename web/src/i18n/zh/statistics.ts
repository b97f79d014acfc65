/** The Statistics view, in Chinese. */

import type { Messages } from '../index.svelte'

export const stats: Messages['stats'] = {
  none: '还没有游戏。结束的游戏会记录在这里。',
  about:
    '只保存在此浏览器中。看过提示、理由或列表，由电脑走过，或从中途开始的游戏单独计为“有帮助”，不影响其他数字。放弃的游戏算作未找到。',
  games: '游戏',
  played: '局数',
  won: '找到',
  lost: '未找到',
  helped: '有帮助',
  mean: '每局找到所用的猜测次数',
  streak: '当前连续找到',
  longest: '最长连续找到',
  distribution: '找到的局数（按猜测次数）',
  bar: (guesses, games) => `${guesses} 次猜测：${games} 局`,
  days: '每日一题',
  dayWon: (n) => `${n} 次猜测`,
  dayLost: '未找到',
  export: '导出 JSON',
  delete: '全部删除',
  sure: '删除此浏览器中的全部统计？',
  yes: '删除',
  no: '保留',
  deleted: '已删除。',
}
