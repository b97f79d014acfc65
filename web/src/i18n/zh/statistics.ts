/** The Statistics view, in Chinese. */

import type { Messages } from '../index.svelte'

export const stats: Messages['stats'] = {
  none: '还没有游戏。结束的游戏会记录在这里。',
  about:
    '只保存在此浏览器中。看过提示等帮助、撤销过、由电脑猜过，或从中途开始的游戏单独计为“有帮助或撤销”，不影响其他数字。放弃的游戏算作未找到。',
  games: '游戏',
  played: '局数',
  won: '找到',
  lost: '未找到',
  helped: '有帮助或撤销',
  mean: '每局找到所用的猜测次数',
  streak: '当前连续找到',
  longest: '最长连续找到',
  distribution: '找到的局数（按猜测次数）',
  bar: (guesses, games) => `${guesses} 次猜测：${games} 局`,
  thisGame: (guesses) => `本局：${guesses} 次猜测`,
  perfect: (mean) => `完美 ${mean}`,
  helpUsed: {
    undo: '有撤销',
    undone: (seen) => `有撤销（看过 ${seen} 个反馈）`,
    hints: '有提示或教练',
    played: '有电脑的猜测',
    finished: '由电脑完成',
    begun: '从中途开始',
  },
  days: (name) => `每日一题：${name}`,
  dayPractice: '之后补做',
  dayWon: (n) => `${n} 次猜测`,
  dayLost: '未找到',
  export: '导出',
  import: '导入',
  importAbout: '从本页面导出的文件，来自此浏览器或其他浏览器。',
  found: (games, days) => `文件中有 ${games} 局游戏和 ${days} 道每日一题。`,
  mergeAbout:
    '合并时，这里已有的游戏会重复计数。每日一题每题只计一次，其连续天数会重新计算；其他游戏的“当前连续找到”保持这里的数字。',
  merge: '与我的合并',
  replace: '替换我的',
  cancel: '取消',
  imported: '已导入。',
  badFile: '这个文件里没有本页面的统计。没有任何改动。',
  delete: '全部删除',
  sure: '删除此浏览器中的全部统计？',
  yes: '删除',
  no: '保留',
  deleted: '已删除。',
}
