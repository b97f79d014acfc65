/** The codes of the day, in English. */

import { count } from './words'

export const daily = {
  heading: 'Three codes a day',
  run: (days: number): string => (days === 1 ? 'day in a row' : 'days in a row'),
  week: 'The last seven days',
  number: (n: number) => `No. ${n}`,
  perfect: (n: string) => `Perfect: ${n}`,
  soFar: (n: number) => `${count(n, 'guess', 'guesses')} so far`,
  goOn: 'Go on',
  about: 'One try each, the same for everyone. New codes in',
  practised: 'An earlier day: it does not count for the streak.',
  uncounted: 'not counted',
  toToday: 'Today’s codes',
  freely: 'Play freely',
  earlier: 'Earlier days',
  next: 'Next code of the day in',
}
