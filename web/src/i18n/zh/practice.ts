/** Practice, in Chinese. */

import type { Messages } from '../index.svelte'

export const practice: Messages['practice'] = {
  choose: '想练习什么？',
  kinds: {
    'only-secret': { name: '唯一的密码', about: '所有回答只剩一个密码，把它找出来。' },
    'win-in-two': { name: '两步必胜', about: '还剩两次猜测，找出能保证第二次猜中的那一猜。' },
    'cannot-lose': { name: '不冒险', about: '每个可能的密码都有风险，找出没有风险的那一猜。' },
    'best-guess': { name: '最佳一猜', about: '找出平均所需次数最少的那一猜。' },
  },
  question: {
    'only-secret': () => '只有一个密码符合所有回答，把它找出来。',
    'win-in-two': (n) => `还剩两次猜测，${n} 个密码都有可能。找出猜了就不会失败的那一猜。`,
    'cannot-lose': (n) =>
      `还剩两次猜测，${n} 个密码都有可能。猜其中任何一个都可能输，请另找一个不会输的猜测。`,
    'best-guess': (n) => `${n} 个密码都有可能。找出平均所需次数最少的那一猜。`,
  },
  several: (n) => `有 ${n} 个猜测都是答案。`,
  number: (n, all) => `第 ${n} 题，共 ${all} 题`,
  difficulty: (n) => `难度 ${n}（共 3 级）`,
  streak: (n) => `连对 ${n} 题`,
  solved: (n) => `已解 ${n} 题`,
  solvedBefore: '已解',
  game: '游戏',
  back: '全部题型',
  check: '检查',
  incomplete: '请先填满每一位。',
  show: '看答案',
  next: '下一题',
  possible: (n) => `显示 ${n} 个可能的密码`,
  right: '正确。',
  wrong: (code) => `${code} 不对。`,
  shown: (code) => `答案是 ${code}。`,
  also: (others) => `${others} 也可以。`,
  why: {
    'only-secret': '它符合每一个回答。',
    'win-in-two': '每种回答都只剩一个密码，下一猜必中。',
    'cannot-lose': '它本身不可能是密码，但每种回答都只给最后一猜留下一个密码。',
    'best-guess': (mean) => `它平均需要 ${mean} 次猜测，没有比它更少的。`,
  },
  fails: {
    row: (row, answer) => `它不符合第 ${row} 行：那一行本应得到“${answer}”。`,
    notSecret: '它不可能是密码：这个游戏的密码没有重复。',
    part: (answer, n) => `如果回答是“${answer}”，就会剩下 ${n} 个密码，而只剩一次猜测。`,
    mean: (mine, best) => `它平均需要 ${mine} 次猜测，最佳的只需 ${best} 次。`,
    better: '还有更好的猜测。',
  },
  retry: '换一个再试。',
  making: '正在生成这个游戏的题目，可能需要一分钟。',
  none: '这个游戏里没有找到这种题目。请选择其他题型或游戏。',
  noNumber: (n) => `这一组没有第 ${n} 题。`,
  first: '回到第一题',
  badGame: (text) => `地址里没有有效的游戏：${text}`,
  offline: '题目来自服务器，而现在无法连接服务器。',
  tooLarge: '这个游戏太大，无法出题。请选择小一些的游戏。',
}
