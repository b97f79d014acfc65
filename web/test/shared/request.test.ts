import { expect, test } from 'vitest'
import { EngineError } from '../../src/shared/api/client'
import { Asking, position } from '../../src/shared/request.svelte'
import { parseGame, parseHistory } from '../../src/game/rules'

/** A question whose answer is given by hand, and whether it was cancelled. */
function open<T>() {
  let give!: (answer: T) => void
  let refuse!: (error: unknown) => void
  const answer = new Promise<T>((resolve, reject) => ((give = resolve), (refuse = reject)))
  const signals: AbortSignal[] = []
  return { give, refuse, signals, ask: (signal: AbortSignal) => (signals.push(signal), answer) }
}

test('a newer question cancels the older one, whose late answer changes nothing', async () => {
  const asking = new Asking<string>()
  const [old, young] = [open<string>(), open<string>()]
  const first = asking.ask(old.ask)
  const second = asking.ask(young.ask)
  expect([old.signals[0]?.aborted, young.signals[0]?.aborted]).toEqual([true, false])
  young.give('young')
  await second
  old.give('old')
  await first
  expect([asking.answer, asking.thinking]).toEqual(['young', false])
})

test('the answer before stays in sight as the last one, never as the answer', async () => {
  const asking = new Asking<number>()
  await asking.ask(() => Promise.resolve(1))
  const next = open<number>()
  void asking.ask(next.ask)
  expect([asking.answer, asking.last, asking.thinking]).toEqual([null, 1, true])
  asking.stop()
  expect([next.signals[0]?.aborted, asking.thinking, asking.last]).toEqual([true, false, 1])
  asking.clear()
  expect(asking.last).toBeNull()
})

test('a refusal is told with its kind, and the same can be asked again', async () => {
  const asking = new Asking<number>()
  let times = 0
  const question = () =>
    times++ ? Promise.resolve(7) : Promise.reject(new EngineError('busy', 'expected a place in the queue'))
  await asking.ask(question)
  expect([asking.error?.kind, asking.answer, asking.thinking]).toEqual(['busy', null, false])
  asking.again()
  await Promise.resolve()
  await Promise.resolve()
  expect([asking.error, asking.answer]).toEqual([null, 7])
})

test('the error of a cancelled question is not told', async () => {
  const asking = new Asking<number>()
  const one = open<number>()
  const asked = asking.ask(one.ask)
  asking.stop()
  one.refuse(new DOMException('cancelled', 'AbortError'))
  await asked
  expect(asking.error).toBeNull()
})

test('a position names its rows, and those that are ignored in order', () => {
  const game = parseGame('mastermind(4,6)')
  const rows = parseHistory(game, '1122:1.0 1344:0.1')
  expect(position(game, rows, new Set([2, 1]))).toEqual({
    game: 'mastermind(4,6)',
    history: '1122:1.0 1344:0.1',
    ignored: '1,2',
  })
  expect(position(game, rows.slice(0, 1), new Set([2])).ignored).toBe('')
})
