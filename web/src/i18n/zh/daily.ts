/** The codes of the day, in Chinese. */

import type { Messages } from '../index.svelte'

export const daily: Messages['daily'] = {
  heading: '每天三个密码',
  run: () => '连续天数',
  week: '最近七天',
  number: (n) => `第 ${n} 期`,
  perfect: (n) => `完美：${n}`,
  soFar: (n) => `已猜 ${n} 次`,
  goOn: '继续',
  about: '每题一次机会，人人相同。距离新密码',
  practised: '以前的密码：不计入连续天数。',
  uncounted: '不计入',
  toToday: '今天的密码',
  freely: '自由游戏',
  earlier: '以前的日子',
  next: '距离明日密码',
}
