/** Help with a position, and the review, in Chinese. */

import type { Messages } from '../index.svelte'

/** *what* is guessed: a code, a word. */
const sideOf = (what: string): Messages['side'] => ({
  label: '当前局面的帮助',
  field: (left, all) => `${all} 个${what}中还有 ${left} 个可能`,
  possibleCodes: () => `个可能的${what}`,
  short: '个可能',
  were: (n) =>
    n === 1 ? `当时只有一个可能的${what}。` : `当时有 ${n.toLocaleString('zh')} 个可能的${what}。`,
  dots: '每个点是一个密码。每次猜测都会熄灭一些。',
  seeAll: '全部列出',
  whyGuess: (parts, all, most) => `它把这 ${all} 个分成 ${parts} 组。答案会留下其中一组，最多 ${most} 个。`,
  whyTitle: '理由：',
  place: '放上去',
  tryWords: ['一点线索', '该试什么', '这样猜'],
  step: (n) => `第 ${n} 步，共 3 步`,
  nextStep: '再多一点',
  toTry: {
    kinds: (n, family) => {
      const what = {
        mastermind: '种不同颜色',
        bullscows: '个不同数字',
        twod: '个不同的数',
        words: '个不同字母',
      }[family]
      return `试一个有 ${n} ${what}的猜测。`
    },
    change: ({ kept, moved, back, more, fresh }, digits) => {
      const some = ({ symbol, count, all }: (typeof kept)[number]) =>
        all === 1 ? symbol : `${count === all ? '全部' : '其中'} ${count} 个 ${symbol}`
      const parts = [
        ...(kept.length ? [`${kept.map(some).join('、')} 留在原位`] : []),
        ...(moved.length ? [`移动 ${moved.map(some).join('、')}`] : []),
        ...(more.length ? [`再加一个 ${more.join('、')}`] : []),
        ...(back.length ? [`再用 ${back.join('、')}`] : []),
        ...(fresh ? [`换上 ${fresh} 个新的${digits ? '数字' : '颜色'}`] : []),
      ]
      return `${parts.join('，')}。`
    },
  },
  titles: { hint: '提示', why: '一个猜测能说明什么', list: `可能的${what}` },
  unknown: `可能的${what}有多少，尚不清楚`,
  hint: '提示',
  why: '理由',
  list: '列表',
  take: (code) => `采用 ${code}`,
  problems: {
    size: '这个游戏太大，或历史太长，无法回答这个问题。',
    busy: '引擎正忙。',
    refused: (detail) => `引擎答复：${detail}`,
  },
  steps: ['一点线索', '一个好的猜测', '最佳猜测'],
  facts: {
    start: (code, most, all) =>
      `还一无所知：有 ${all} 个可能的${what}。` +
      (most === null
        ? `第一次猜 ${code} 这样的${what}收获很大。`
        : `第一次猜 ${code} 这样的${what}，最多只会剩下 ${most} 个。`),
    only: `只有一个${what}符合所有的行。把各行的信息合在一起想一想。`,
    present: (symbols) => `密码中有 ${symbols.join('、')}。`,
    absent: (symbols) => `密码中没有 ${symbols.join('、')}。`,
    fixed: (symbol, place) => `第 ${place} 位是 ${symbol}。`,
    places: (symbol, places) =>
      `${symbol} 只可能在第 ${places.slice(0, -1).join('、')} 或 ${places.at(-1)} 位。`,
    untried: (least, most, digits) => {
      const how =
        least === most ? `恰好有 ${most}` : least === 0 ? `最多有 ${most}` : `有 ${least} 到 ${most}`
      return `密码中${how} 个${digits ? '还没试过的数字' : '珠子是还没试过的颜色'}。`
    },
    test: '试试两个新的。',
    row: (row, common, exact, pegs, digits) =>
      `第 ${row} 行的 ${pegs} 个${digits ? '数字' : '珠子'}中有 ${common} 个在密码里` +
      (common ? `，其中${exact ? ` ${exact} 个位置正确` : '没有一个位置正确'}。` : '。'),
    range: (place, low, high) =>
      low === high ? `第 ${place} 个数是 ${low}。` : `第 ${place} 个数在 ${low} 到 ${high} 之间。`,
    both: (one, other) => `${one}${other}`,
  },
  good: '已找到的最佳猜测就在其中，排列不分先后。',
  others: '其次',
  expected: (n) => `预计 ${n} 次猜测`,
  expectedAbout: (n) => `预计约 ${n} 次猜测`,
  atLeast: (n) => `至少 ${n} 次猜测`,
  atMost: (share) => `至多 ${share}`,
  proven: '已证明',
  notProven: '未证明',
  mayWin: '可能一次猜中',
  cannotWin: '不可能一次猜中',
  sampled: '游戏较大：这些数字是抽样估计。',
  what: (code) => `${code} 能说明什么`,
  told: (number, code) => `第 ${number} 行的 ${code} 说明了什么`,
  whatNow: '输入一个猜测，看它能说明什么。',
  figures: {
    parts: '不同的回答',
    largest: `之后最多剩下的${what}数`,
    size: `之后平均剩下的${what}数`,
    entropy: '信息量',
    win: '可能就是密码吗？',
    chance: '在限定行数内获胜的机会',
    guesses: '从这里起平均猜测次数',
  },
  more: '更多数字',
  bits: (n) => `${n} 比特`,
  range: (low, high) => `${low} 至 ${high}`,
  chance: (n, of, share) => `可能：${of} 分之 ${n}（${share}）`,
  noChance: '不可能',
  answered: '实际回答',
  partition: `每种回答之后剩下的${what}数`,
  part: (words, size, share) => `${words}：${size}，${share}`,
  showFew: '显示较少的回答',
  showAll: (n) => `显示全部 ${n} 种回答`,
  conflicts: (code) => `${code} 不可能是密码`,
  wouldGet: (row) => `那样第 ${row} 行会得到`,
  insteadOf: '，而不是',
  notSecret: '这个游戏的密码没有重复的符号。',
  rareWord: '可以猜，但不会是答案：太少见的词。',
  search: `搜索${what}`,
  searchHint: '用点代表任意一位',
  found: (n) => `${n.toLocaleString('zh')} 个${what}`,
  firstOf: (n, all) => `列出并搜索 ${all} 个${what}中的前 ${n} 个。`,
  pages: '列表的页',
  shown: (from, to, all) => `第 ${from}–${to} 个，共 ${all}`,
  previous: `前面的${what}`,
  next: `后面的${what}`,
})

export const review: Messages['review'] = {
  row: '行',
  title: '复盘',
  close: '回到结果',
  guess: '猜测',
  loss: '多用',
  luck: '运气',
  chance: '胜率',
  chanceNote: '胜率：该步之后以完美走法在剩余行数内获胜的概率。多用、运气与最佳只看猜测次数，不计行数限制。',
  best: '最佳',
  unit: '多用与运气以猜测次数计。运气大于 0 表示省了次数，小于 0 表示多用了次数。',
  guesses: (n) => `${n.toLocaleString('zh')} 次猜测`,
  now: (n) => `预计还需 ${n}`,
  value: (n) => `预计 ${n}`,
  lost: (n) => `多用 ${n}`,
  goodLuck: (n) => `好运 ${n}`,
  badLuck: (n) => `坏运 ${n}`,
  more: '多用次数',
  fewer: '少用次数',
  was: '即为最佳',
  whatIf: (code, row) => `第 ${row} 行若猜 ${code} 会说明什么`,
  from: (code, row) => `带着 ${code} 回到第 ${row} 行`,
  goBack: '回到那里',
  unproven: '并非全部已证明：范围表示数字可能的偏差。',
  weighted: '这里常用的词更有可能。评价与准确度不这样算：只剩几个词时，每个词的可能性相同。',
  size: '这个游戏太大，无法复盘。',
  empty: '有了第一行才有复盘。',
  pending: '正在复盘……',
  none: '没有复盘：引擎没有答复。',
  accuracy: '准确度',
  accuracyIs: (n) => `准确度 ${n}，满分 100`,
  accuracyNote: (expected, extra, n) =>
    `准确度 ${n} % = ${expected} / (${expected} + ${extra})：完美走法预计的次数，除以它加上你多用的次数。`,
  found: (game, n) => `${game}，猜了 ${n} 次找到`,
  unfound: (game, n) => `${game}，猜了 ${n} 次没有找到`,
  lucks: { good: '运气好', bad: '运气差', none: '运气不好不坏' },
  answers: { good: '回答容易', bad: '回答很难', none: '回答平常' },
  noLuck: '答案既没有省也没有多用次数。',
  luckSaved: (n) => `答案替你省了 ${n} 次猜测。`,
  luckCost: (n) => `答案让你多用了 ${n} 次猜测。`,
  answersSaved: (n) => `对手的回答替你省了 ${n} 次猜测。`,
  answersCost: (n) => `对手的回答让你多用了 ${n} 次猜测。`,
  verdicts: { best: '最佳', good: '良好', inaccurate: '欠准', mistake: '失误', computer: '电脑' },
  marks: { best: '最佳', good: '良好', inaccurate: '欠准', mistake: '失误', computer: '电脑所猜' },
  counts: {
    best: (n) => `${n} 次最佳`,
    good: (n) => `${n} 次良好`,
    inaccurate: (n) => `${n} 次欠准`,
    mistake: (n) => `${n} 次失误`,
    computer: (n) => `电脑猜了 ${n} 次`,
  },
  thresholds: (good, inaccurate) =>
    `最佳：没有多用。良好：平均多用不超过 ${good} 次猜测。欠准：不超过 ${inaccurate}。失误：更多。`,
  story: {
    perfect: ({ then, proven }) =>
      `${proven ? '完美走法' : '没有已知的更好走法'}${{ good: '，运气也好', bad: '，可惜运气差', none: '' }[then]}。`,
    little: ({ then, found }) =>
      `${found ? '下得不错' : '接近完美走法'}${{ good: '，运气也好', bad: '，可惜运气差', none: '' }[then]}。`,
    slips: ({ then }) => `有些小失误${{ good: '，但运气好', bad: '，运气也差', none: '' }[then]}。`,
    one: ({ then }) => `一次猜测代价大${{ good: '，之后运气好', bad: '，之后运气差', none: '' }[then]}。`,
    some: ({ then, costly }) =>
      `${costly} 次猜测代价大${{ good: '，但运气好', bad: '，运气也差', none: '' }[then]}。`,
    computer: ({ found }) => (found ? '借助电脑找到。' : '借助电脑下了一局。'),
  },
  moves: '各次猜测',
  move: (n, mark) => `第 ${n} 次：${mark}`,
  told: {
    best: ({ left, found, only, proven }) =>
      found
        ? only
          ? '只剩这一个可能。'
          : '找到了。'
        : `你剩下 *${left}* 个。${proven ? '没有更好的猜测' : '目前不知道更好的猜测'}。`,
    less: ({ left, code, could }) => `你剩下 *${left}* 个。猜 *${code}* 会只剩 *${could}* 个。`,
    more: ({ left, code, could }) =>
      `你剩下 *${left}* 个。这一次猜 *${code}* 会剩 *${could}* 个，但平均来说它更好。`,
    wouldFind: ({ left, code }) => `你剩下 *${left}* 个。猜 *${code}* 就找到了。`,
    cost: ({ left, found, code, extra }) =>
      `${found ? '找到了' : `你剩下 *${left}* 个`}。平均来说 *${code}* 省 *${extra}* 次猜测。`,
    computer: ({ left, found }) => (found ? '电脑找到了。' : `电脑剩下 *${left}* 个。`),
  },
  splits: (guess, groups, better, into) =>
    `${guess} 把它们分成 ${groups} 组${better === null ? '' : `，${better} 分成 ${into} 组`}。`,
  tryHere: (code) => `在这里试 ${code}`,
  numbers: '数字',
  keys: '用方向键逐步查看',
  of: (n, all) => `${n} / ${all}`,
  previous: '上一次猜测',
  next: '下一次猜测',
  space: '',
}

const coachOf = (what: string): Messages['coach'] => ({
  name: '教练',
  about: '在你猜之前说明这个猜测的价值；算作帮助',
  wait: '教练：填满一行就能看到它的价值。',
  thinking: '教练：……',
  cannot: (row) => `不可能是密码（见第 ${row} 行）。`,
  rareWord: '不可能是答案：太少见的词。',
  repeats: '不可能是密码：密码中没有重复。',
  can: '可能就是密码。',
  nothing: `什么也得不到：所有可能的${what}都会给出同样的反馈。`,
  best: '最佳猜测。',
  bestKnown: '目前所知的最佳猜测。',
  good: (n) => `良好：平均比最佳猜测多 ${n} 次。`,
  costs: (n) => `平均比最佳猜测多用 ${n} 次。`,
  chance: (now, best) => `在限定行数内获胜的机会：${now}，最佳猜测为 ${best}。`,
  left: (now, best) => `之后平均还剩 ${now} 个${what}，已知的最佳猜测为 ${best} 个。`,
  both: (one, other) => `${one}${other}`,
})

const helpOf = (what: string) => ({ side: sideOf(what), coach: coachOf(what) })

export const help = helpOf('密码')
export const wordHelp: Messages['wordHelp'] = helpOf('单词')
