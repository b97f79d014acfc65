/** Games of questions: coins on a balance, and tables of one's own, in Chinese. */

import type { Messages } from '../index.svelte'

export const questions: Messages['questions'] = {
  coins: (n) => `${n} 枚硬币`,
  against: (left, right) => `${left} 对 ${right}`,
  sides: { left: '左边更重', right: '右边更重', level: '平衡' },
  coin: (coin, sign) => `硬币 ${coin}${sign && (sign === '+' ? '，偏重' : '，偏轻')}`,
  leaves: (n) => `剩 ${n.toLocaleString('zh')} 个`,
  leftOf: (n, all) => `${all} 个中剩 ${n} 个`,
  more: (n) => `另有 ${n.toLocaleString('zh')} 个`,
  contradiction: '这些回答不可能都对',
  changeOne: '修改其中一个：',
  noChange: '只改一个回答不够，请撤销几个。',
  atMost: (n) => `最多还需 ${n} 个问题（含这一个）。`,
  itIs: (what, n) => `是${what}。共问了 ${n} 个问题。`,
  usedUp: (n) => `问了 ${n} 个问题后仍不确定。`,
  asks: (n) => `第 ${n} 个问题`,
  again: '重新开始',
  thinkCoin: (n) => `从 ${n} 枚硬币中想好一枚，以及它偏重还是偏轻。电脑来称，你说出天平的结果。`,
  thinkTable: '从这些中想好一个。电脑提问，你来回答。',
  offline: '无法连接引擎，下一个问题需要它。',
}
