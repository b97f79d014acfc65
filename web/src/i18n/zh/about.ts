/** The About view, in Chinese. */

import type { Messages } from '../index.svelte'

export const about: Messages['about'] = {
  heading: '关于 bestguess',
  intro:
    'bestguess 为珠玑妙算、猜数字以及同类游戏找出最好的下一次猜测，并说明有多大把握。你可以玩，为别处进行的游戏求助，让电脑猜你的密码，或者研究整套策略。',
  strategies: '电脑如何选择猜测',
  strategyTexts: {
    first: '符合目前所有回答的最小密码。',
    random: '从符合的密码中随机选一个，机会均等。',
    minimax: '最坏时剩下的密码也少。',
    'expected-size': '平均剩下的密码最少。',
    entropy: '平均得到的信息最多，以比特计。',
    'most-parts': '可能得到的不同回答最多。',
    optimal: '对所有密码平均所需次数最少。已证明。',
    'optimal-worst': '对最难的密码所需次数最少，其次平均最少。已证明。',
  },
  words: '词语解释',
  terms: [
    ['多用的次数', '与该局面下最好的猜测相比，平均多用的猜测次数。0 就是最好。'],
    ['运气', '实际回答比平均回答好多少，以猜测次数计。负数表示运气不佳。'],
    ['已证明', '只有经完整搜索得出的才称为最好；否则给出范围，或给出已知最好的。'],
  ],
  privacy: '隐私',
  privacyText: [
    '没有账号，没有跟踪，不从别处加载任何内容。',
    '密码在你的浏览器中产生。离开浏览器的只有向本服务器提出的问题：游戏与已走的各行。',
    '游戏记录与设置只保存在此浏览器中；可在“我的”页保存或删除。',
  ],
  engine: '引擎',
  version: (version) => `版本 ${version}`,
  notReachable: '无法连接',
  api: '供程序使用的接口（API）',
  licence:
    'MIT 许可：可自由使用、修改和分享，须保留许可声明。单词来自 SCOWL，© Kevin Atkinson。字体是 Bricolage Grotesque，© 其作者。',
  font: '字体的许可 (OFL)',
}
