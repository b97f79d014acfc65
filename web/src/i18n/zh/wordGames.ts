/** Word games, in Chinese. */

import type { Messages } from '../index.svelte'

export const words: Messages['words'] = {
  keys: { label: '字母', enter: '确定' },
  reading: {
    title: '怎样看字母块',
    colours: { standard: ['绿色', '黄色'], contrast: ['橙色', '蓝色'] },
    right: '位置对',
    near: '在别的位置',
  },
  known: {
    title: '已知',
    elsewhere: (places) => `不在第 ${places.join('、')} 位，在别处`,
  },
  marks: { label: '字母的标记', about: '按字母，直到颜色正确。' },
  brokenRow: (n) => `这样第 ${n} 行就违反了规则。`,
  paste: {
    open: '粘贴结果',
    about: '粘贴分享的方块，并在下面写出猜过的单词。',
    example: 'Wordle 1,234 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟨⬛🟩⬛\n🟩🟩🟩🟩🟩\n\ncrane\nshark\nshirt',
    take: '复盘',
    none: '没有找到彩色方块。',
    lengths: '每行方块的长度必须相同，为 4 到 8。',
    counts: (words, rows) => `${words} 个单词，${rows} 行方块：每行需要一个单词。`,
    row: (n) => `第 ${n} 行方块不可能出现。`,
  },
}
