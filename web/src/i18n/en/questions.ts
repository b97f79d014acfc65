/** Games of questions: coins on a balance, and tables of one's own, in English. */

import { count } from './words'

export const questions = {
  coins: (n: number) => `${n} coins`,
  against: (left: string, right: string) => `${left} against ${right}`,
  sides: { left: 'left is heavier', right: 'right is heavier', level: 'level' },
  coin: (coin: string, sign: '+' | '-' | '') =>
    `coin ${coin}${sign && (sign === '+' ? ', too heavy' : ', too light')}`,
  leaves: (n: number) => `${n.toLocaleString('en')} left`,
  leftOf: (n: string, all: string) => `${n} of ${all} left`,
  more: (n: number) => `and ${n.toLocaleString('en')} more`,
  contradiction: 'These answers cannot all be right',
  changeOne: 'Change one of them:',
  noChange: 'No change of one answer helps. Undo some.',
  atMost: (n: number) => `At most ${count(n, 'question', 'questions')} more, this one counted.`,
  itIs: (what: string, n: number) => `It is ${what}. ${count(n, 'question', 'questions')} asked.`,
  usedUp: (n: number) => `Not known after ${count(n, 'question', 'questions')}.`,
  asks: (n: number) => `Question ${n}`,
  again: 'Start again',
  thinkCoin: (n: number) =>
    `Think of one of ${n} coins, and whether it is too heavy or too light. The computer weighs; you say what the balance shows.`,
  thinkTable: 'Think of one of these. The computer asks, and you answer.',
  offline: 'The engine cannot be reached. It is needed for the next question.',
}
