/** The puzzle of the day, in English. */

export const daily = {
  kinds: 'Kinds of puzzles',
  done: 'done',
  day: 'Day',
  about: 'One code a day for everyone. One try, no undo.',
  practice: 'An earlier day: one try, and it does not count for the streak.',
  practised: 'An earlier day: it does not count for the streak.',
  toToday: 'To today’s puzzle',
  next: 'Next code of the day in',
  other: (name: string) => `Today’s ${name}`,
}
