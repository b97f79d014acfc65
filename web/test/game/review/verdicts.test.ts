import { expect, test } from 'vitest'
import { verdictOf } from '../../../src/game/review/verdicts'

test('a verdict is by extra guesses; best is only what costs nothing', () => {
  const cases = { best: [0, 1e-12], good: [0.001, 0.1], inaccurate: [0.11, 0.3], mistake: [0.31, 2] }
  for (const [verdict, losses] of Object.entries(cases))
    for (const lost of losses) expect(verdictOf(lost)).toBe(verdict)
})
