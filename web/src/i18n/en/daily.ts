/** The puzzle of the day, in English. */

import { count } from './words'

export const daily = {
  kinds: 'Kinds of puzzles',
  done: 'done',
  day: 'Day',
  about: 'One puzzle a day, the same secret for everyone. One try; no undo.',
  practice: 'A puzzle of an earlier day: one try, and it does not count for the streak.',
  practised: 'A puzzle of an earlier day: it does not count for the streak.',
  toToday: 'To today’s puzzle',
  streak: (now: number, longest: number) =>
    `${count(now, 'day', 'days')} in a row without help; the most so far: ${longest}.`,
  next: 'Next puzzle in',
  other: (name: string) => `Today’s ${name}`,
}
