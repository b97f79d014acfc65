/** The puzzle of the day, in Chinese. */

import type { Messages } from '../index.svelte'

export const daily: Messages['daily'] = {
  kinds: '题目种类',
  done: '已完成',
  day: '日期',
  about: '每天一题，所有人的密码相同。只有一次机会，不能撤销。',
  practice: '以前的题目：只有一次机会，不计入连续天数。',
  practised: '以前的题目：不计入连续天数。',
  toToday: '去做今天的题目',
  next: '距离明日密码',
  other: (name) => `今天的${name}`,
}
