import { expect, test } from 'vitest'
import { isSecret, parseGame } from '../../src/game/rules'
import { randomCode } from '../../src/modes/randomCode'
import { seeded } from '../../src/shared/random'

test.each(['mastermind(4,6)', 'mastermind(4,6,secrets=distinct)', 'bullscows(3,3)', 'twod(4)'])(
  'in %s it is a secret',
  (text) => {
    const game = parseGame(text)
    const draw = seeded('seed')
    const codes = Array.from({ length: 50 }, () => randomCode(game, draw))
    expect(codes.every((code) => isSecret(game, code))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(3)
  },
)
