/** The puzzle of the day, in English. */

import { count } from './words'

export const daily = {
  kinds: 'Kinds of puzzles',
  done: 'done',
  day: 'Day',
  about: 'One code a day for everyone. One try, no undo.',
  practice: 'An earlier day: one try, and it does not count for the streak.',
  practised: 'An earlier day: it does not count for the streak.',
  toToday: 'To today’s puzzle',
  streak: (now: number, longest: number) =>
    longest === 0
      ? 'No streak yet: a puzzle found on its day without help begins one.'
      : `${count(now, 'day', 'days')} in a row without help; the most so far: ${longest}.`,
  next: 'Next code of the day in',
  other: (name: string) => `Today’s ${name}`,
}
