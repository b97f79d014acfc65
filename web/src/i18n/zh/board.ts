/** The board, in Chinese. */

import type { Messages } from '../index.svelte'

export const board: Messages['board'] = {
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
}
