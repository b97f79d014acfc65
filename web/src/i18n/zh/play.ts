/** The Play view, in Chinese. */

import type { Messages } from '../index.svelte'

export const play: Messages['play'] = {
  newGame: '新游戏',
  undo: '撤销',
  guess: '猜',
  code: '密码',
  delete: '删除上一个符号',
  daily: (day) => `每日一题 ${day}：所有人的密码相同。`,
  challengeOffline: '无法连接服务器。只有它知道挑战的密码，请稍后再试。',
  challenge: '挑战：只有服务器知道密码。任何猜测它都会回答，在本页面之外也一样。',
  turn: (row, guess, feedback) => `第 ${row} 行：${guess}，${feedback}。`,
  left: (n) => `剩余 ${n.toLocaleString('zh')} 个候选。`,
  giveUp: { label: '放弃', sure: '放弃并查看密码？', yes: '放弃', no: '继续' },
  finish: {
    label: '让电脑完成',
    stop: '停止',
    atMost: (n, proven) => `总共至多 ${n} 次猜测（${proven ? '已证明' : '未证明'}）。`,
    unknown: '至多需要多少次猜测尚不清楚。',
  },
  outcome: {
    won: (n) => `用 ${n} 次猜测找到。`,
    lost: (n) => `${n} 次猜测未找到。`,
    gaveUp: (n) => `${n} 次猜测后放弃。`,
    secret: '密码：',
    reveal: '显示密码',
    copy: '复制结果',
    result: '文字结果',
  },
  share: {
    label: '分享',
    position: '当前局面',
    positionAbout: '链接里有各行，没有密码：打开者会得到一个与各行相符的密码。',
    sameAbout: '链接里有各行，没有密码：所有人的密码相同。',
    challenge: '挑战',
    challengeAbout:
      '打开链接的人面对同一个密码，只有服务器知道它。服务器会回答任何猜测，次数不限，因此并不能证明谁用了几次。',
    make: '生成链接',
    open: '打开挑战',
    link: '链接',
    copy: '复制',
    copied: '已复制。',
  },
  lost: {
    game: (text) => `没有名为“${text}”的游戏。`,
    history: (text) => `“${text}”不是这个游戏的历史。`,
    day: (text) => `“${text}”不是日期。`,
    unfit: '没有密码与这些行相符：至少有一个反馈不对。',
    unfitDay: '这些行不属于这一天的题目。',
    notFound: '没有找到与这些行相符的密码：游戏太大，无法全部查找。',
    noChallenge: '此服务器没有这个挑战。',
    assist: '在助手中找出有误的行',
  },
}
