/** Word games, in Chinese. */

import type { Messages } from '../index.svelte'

export const words: Messages['words'] = {
  keys: { label: '字母', enter: '确定' },
}
