/** 各种玩法：赛跑、对手刁难、双人、挑战朋友。 */

import type { Messages } from '../index.svelte'

export const modes: Messages['modes'] = {
  notCounted: '这类对局不计入统计。',
  opponents: {
    title: '对手',
    names: {
      alone: '单人',
      race: '和电脑赛跑',
      adversary: '刁难者',
      two: '双人',
      friend: '朋友',
      yours: '电脑猜你的',
    },
    about: {
      alone: '不慌不忙',
      race: '同一个密码',
      adversary: '它总在躲你的猜测',
      two: '同一台设备',
      friend: '发一个链接',
      yours: '由你来回答',
    },
    orFewer: (n) => `最多 ${n} 次`,
    inLine: {
      alone: '单人',
      race: '和电脑赛跑',
      adversary: '对抗刁难者',
      two: '双人',
      friend: '发给朋友',
      yours: '电脑来猜',
    },
  },
  abilities: {
    sampled: '规模这么大，提示只是估计。',
    review: '局后没有复盘。',
    contradictions: '各行互相矛盾时，不会提出改正。',
  },
  secret: {
    label: '密码',
    type: '或直接输入',
    random: '随便一个',
    incomplete: '请先填满每个位置。',
    notListed: '必须是词表中不太少见的单词。',
    repeats: '这个游戏的密码里不能有重复的符号。',
  },
  friend: {
    title: '挑战朋友',
    about: '选一个密码让朋友来猜。',
    make: '生成链接',
    makeRandom: '用谁也不知道的密码生成链接',
    madeOwn: '把这个链接发给朋友。密码在链接里，但谁也读不出来。',
    madeRandom: '把这个链接发给朋友。你们俩都不知道密码。',
    playToo: '自己也玩',
    another: '换一个密码',
    honest:
      '从链接里看不出密码。但它挡不住打开后放弃、看过密码再换个地方重玩的朋友，也挡不住逐个尝试的朋友；运营服务器的人也能查出来。',
  },
  two: {
    title: '双人',
    player: (n) => `玩家 ${n}`,
    choose: (setter, guesser) => `玩家 ${setter} 选密码，玩家 ${guesser} 请别看。`,
    hide: '藏起密码',
    hand: (n) => `密码已藏好。请把设备交给玩家 ${n}。`,
    start: (n) => `我是玩家 ${n}，开始`,
    back: '重新选密码',
    guesses: (n) => `玩家 ${n} 来猜密码。`,
    swap: (n) => `现在交换：下一个密码由玩家 ${n} 来选。请按“新游戏”。`,
    tally: '两位玩家各局的猜测次数',
    sum: (n) => `共 ${n} 次`,
    missed: (n) => `没找到（${n}）`,
  },
  race: {
    title: '和电脑赛跑',
    about: '电脑找的是同一个密码，你猜一次它猜一次。你只看到它得到的回答，看不到它的猜测：',
    answers: '电脑得到的回答',
    alone: '连不上电脑引擎，你独自继续。',
    result: {
      player: (mine, its) => `你先找到：${mine} 次${its ? `，电脑 ${its} 次` : ''}。`,
      engine: (_mine, its) => `电脑先找到：${its} 次。`,
      both: (mine) => `平局：都用了 ${mine} 次。`,
      neither: () => '谁都没找到。',
    },
  },
  adversary: {
    title: '对抗刁难者',
    about: '没有固定的密码。每个回答都给你留下尽可能多的可能，而且绝不与之前的回答矛盾。',
    needed: (n) => `用了 ${n} 次。`,
    unfinished: '没有找到。',
    perfect: (n) => `完美玩法最多只要 ${n} 次。`,
  },
}
