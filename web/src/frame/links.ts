/** The four words of the navigation, in their order. */

import type { View } from '../shared/route.svelte'

export const LINKS = [
  { name: 'play', view: 'play' },
  { name: 'today', view: 'today' },
  { name: 'learn', view: 'learn' },
  { name: 'lab', view: 'lab' },
] as const satisfies readonly { name: string; view: View }[]

export type Section = (typeof LINKS)[number]['name']

/** Which of the four words a view belongs to; null for the profile and what is behind the footer. */
export function sectionOf(view: View): Section | null {
  const first = view.split('/')[0]
  return first === 'yours' ? 'play' : (LINKS.find(({ name }) => name === first)?.name ?? null)
}
