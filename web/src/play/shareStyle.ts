/** How results are written as text: the player's choice, kept in this browser. */

import { readStorage, writeStorage } from '../shared/storage'

export const SHARE_STYLES = ['pegs', 'squares'] as const
export type ShareStyle = (typeof SHARE_STYLES)[number]

const KEY = 'bestguess.share'

export function shareStyle(): ShareStyle {
  const { style } = readStorage(KEY, { style: 'pegs' })
  return SHARE_STYLES.find((one) => one === style) ?? 'pegs'
}

export function chooseShareStyle(style: ShareStyle): void {
  writeStorage(KEY, { style })
}
