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
  left: (n) => `剩 ${n}`,
  legend: {
    label: '回答的含义',
    mastermind: ['颜色和位置都对', '颜色对，位置不对'],
    bullscows: ['数字和位置都对', '数字对，位置不对'],
    twod: 'low：两个数都不大于密码；high：都不小于密码；mixed：一大一小。',
  },
  verdicts: {
    best: '最佳猜测',
    good: '好的猜测',
    inaccurate: '不够准确',
    mistake: '失误',
  },
  shapes: {
    circle: '圆形',
    square: '方形',
    triangle: '三角形',
    diamond: '菱形',
    star: '星形',
    hexagon: '六边形',
    cross: '十字形',
    ring: '环形',
    heart: '心形',
    drop: '水滴形',
    oval: '椭圆形',
    dome: '半圆形',
    flower: '花形',
    arrow: '箭头形',
    sun: '太阳形',
    hourglass: '沙漏形',
  },
}
