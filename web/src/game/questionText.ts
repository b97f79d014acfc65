/** Games of questions, balance(12) and table(...), have views of their own. */

import type { Route, View } from '../shared/route.svelte'

export type QuestionView = `questions/${'play' | 'lab/assist' | 'yours'}`

export const isQuestionText = (text: string | undefined): boolean => /^\s*(balance|table)\b/i.test(text ?? '')

/** The kind of questions that an address names; null where it names a game of codes. */
export const questionKind = ({ params }: Pick<Route, 'params'>): 'coins' | 'table' | null =>
  isQuestionText(params.game) ? (/^\s*b/i.test(params.game!) ? 'coins' : 'table') : null

/** The view of an address, or that for games of questions where it names one. */
export function shownView({ view, params }: Pick<Route, 'view' | 'params'>): View | QuestionView {
  const asked = (view === 'play' || view === 'lab/assist' || view === 'yours') && isQuestionText(params.game)
  return asked ? `questions/${view}` : view
}
