/** The Objectives view, in Chinese. */

import type { Messages } from '../index.svelte'

export const objectives: Messages['objectives'] = {
  within: '“输”指在以下次数内没有找到：',
  guesses: (n) => `${n} 次`,
  mostFound: (n) => `${n} 次之内找到最多`,
  begin: '先猜',
  then: { optimal: '然后平均最少', 'optimal-worst': '然后最坏最少' },
  picture: '各种下法的平均次数与最坏情况',
  pictureText: (ways, front) => `共 ${ways} 种下法。未被胜过：${front}。`,
  meanAxis: '平均次数（靠近最小值处放大）',
  worstAxis: '最多',
  title: (name, mean, worst, lost) => `${name}：平均 ${mean} 次，最多 ${worst} 次，输 ${lost}`,
  legend: {
    front: '未被胜过：没有别的下法平均、最多、输三项都不差且有一项更好',
    dominated: '被别的下法胜过',
    lost: '圆环：输的概率',
  },
  frontHeading: '未被胜过',
  table: '全部下法',
  columns: { way: '下法', mean: '平均', worst: '最多', lost: '输' },
  units: { mean: '次', worst: '次', lost: (n) => `${n} 次之内` },
  onFront: '未被胜过',
  secrets: (n) => `${n} 个密码`,
  laterNote: (n) =>
    `平均与最多计入所有密码，包括超过 ${n} 次才找到的。“找到最多”的策略树到此为止，之后按最佳下法继续。`,
  missing: (list) => `证明所需时间太长，此处未计算：${list}。`,
  source: { shipped: '随 bestguess 附带。', computed: '' },
}
