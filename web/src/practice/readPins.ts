/** Puzzles of reading an answer: which pins does this guess get for this code? They follow from their numbers. */

import { feedback, parseGame, type Game } from '../game/rules'
import { seeded } from '../shared/random'
import type { Task } from './judge'

export const PINS_GAME: Game = parseGame('mastermind(4,6)')

export interface PinsTask extends Task {
  readonly code: string
  readonly guess: string
}

/** The puzzle of this number: the first ones repeat no colour, and some pins are there to count. */
export function pinsTask(seed: number, number: number): PinsTask {
  const draw = seeded(`pins ${seed} ${number}`)
  const drawCode = () => Array.from({ length: PINS_GAME.pegs }, () => draw(6) + 1).join('')
  for (;;) {
    const [code, guess] = [drawCode(), drawCode()]
    const answer = feedback(PINS_GAME, guess, code)
    const pins = +answer[0]! + +answer[2]!
    const difficulty = 1 + [code, guess].filter((one) => new Set(one).size < PINS_GAME.pegs).length
    if (pins < 2 || answer === PINS_GAME.win || difficulty > Math.ceil(number / 3)) continue
    const solutions = [answer]
    return {
      code,
      guess,
      history: '',
      rows_left: null,
      candidates: 1,
      solutions,
      expected_guesses: null,
      difficulty,
    }
  }
}
