import { expect, test } from 'vitest'
import { EngineError } from '../../src/shared/api/client'
import { EngineRequest } from '../../src/shared/request.svelte'

/** A question whose answer is given by hand, and whether it was cancelled. */
function open<T>() {
  let give!: (answer: T) => void
  let refuse!: (error: unknown) => void
  const answer = new Promise<T>((resolve, reject) => ((give = resolve), (refuse = reject)))
  const signals: AbortSignal[] = []
  return { give, refuse, signals, ask: (signal: AbortSignal) => (signals.push(signal), answer) }
}

test('a newer question cancels the older one, whose late answer changes nothing', async () => {
  const request = new EngineRequest<string>()
  const [old, young] = [open<string>(), open<string>()]
  const first = request.send(old.ask)
  const second = request.send(young.ask)
  expect([old.signals[0]?.aborted, young.signals[0]?.aborted]).toEqual([true, false])
  young.give('young')
  await second
  old.give('old')
  await first
  expect([request.answer, request.pending]).toEqual(['young', false])
})

test('the answer before stays in sight as the last one, never as the answer', async () => {
  const request = new EngineRequest<number>()
  await request.send(() => Promise.resolve(1))
  const next = open<number>()
  void request.send(next.ask)
  expect([request.answer, request.latest, request.pending]).toEqual([null, 1, true])
  request.cancel()
  expect([next.signals[0]?.aborted, request.pending, request.latest]).toEqual([true, false, 1])
  request.clear()
  expect(request.latest).toBeNull()
})

test('a refusal is told with its kind, and the same can be asked again', async () => {
  const request = new EngineRequest<number>()
  let times = 0
  const question = () =>
    times++ ? Promise.resolve(7) : Promise.reject(new EngineError('busy', 'expected a place in the queue'))
  await request.send(question)
  expect([request.error?.kind, request.answer, request.pending]).toEqual(['busy', null, false])
  request.retry()
  await Promise.resolve()
  await Promise.resolve()
  expect([request.error, request.answer]).toEqual([null, 7])
})

test('the error of a cancelled question is not told', async () => {
  const request = new EngineRequest<number>()
  const one = open<number>()
  const asked = request.send(one.ask)
  request.cancel()
  one.refuse(new DOMException('cancelled', 'AbortError'))
  await asked
  expect(request.error).toBeNull()
})
