/** The links of the header, in their order. */

import type { Messages } from '../i18n/index.svelte'
import type { View } from '../shared/route.svelte'

export interface ViewLink {
  readonly name: keyof Messages['page']['views']
  readonly view: View
}

export const LINKS: readonly ViewLink[] = [
  { name: 'play', view: 'play' },
  { name: 'daily', view: 'daily' },
  { name: 'practice', view: 'practice' },
  { name: 'assist', view: 'assist' },
  { name: 'mine', view: 'mine' },
  { name: 'explore', view: 'explore/tree' },
  { name: 'statistics', view: 'statistics' },
  { name: 'about', view: 'about' },
]
