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
  crossed: '此处已划掉',
  marks: {
    title: '标记',
    about:
      '记下已知的信息：点一下格子划掉，再点表示确定，第三次恢复空白。长按（或右键点击）棋盘下方的符号，可在当前位置划掉它。',
    fill: '自动划掉各行已排除的符号（算作帮助）',
    clear: '清空',
    place: (place) => `第 ${place} 位`,
    field: (symbol, place, mark) => `第 ${place} 位的 ${symbol}：${mark}`,
    open: '未标记',
    out: '已划掉',
    sure: '确定',
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
