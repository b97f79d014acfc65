import { afterEach, expect, test, vi } from 'vitest'
import { Computation } from '../../src/explore/computation.svelte'

interface Whole {
  name: string
}

/** A server whose streams the test writes by hand. */
function stream() {
  let control!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
  const send = (event: string, data: unknown) =>
    control.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return { response: new Response(body, { status: 200 }), send }
}

function serve(...answers: Response[]) {
  const asked = vi.fn((_address: string, _options: RequestInit) => Promise.resolve(answers.shift()!))
  vi.stubGlobal('fetch', asked)
  return asked
}

afterEach(() => vi.unstubAllGlobals())

test('a run tells its progress and its parts, and ends with the whole', async () => {
  const { response, send } = stream()
  serve(response)
  const run = new Computation<Whole, string>()
  const whole = run.start('compare', { game: 'mastermind(2,2)' })
  expect(run.running).toBe(true)
  send('progress', { done: 1, total: 2 })
  send('partial', 'one')
  send('result', { name: 'all' })
  expect(await whole).toEqual({ name: 'all' })
  expect(run.progress).toEqual({ done: 1, total: 2 })
  expect(run.partials).toEqual(['one'])
  expect(run.running).toBe(false)
})

test('a late answer to an earlier question is not heard', async () => {
  const [first, second] = [stream(), stream()]
  const asked = serve(first.response, second.response)
  const run = new Computation<Whole, string>()
  const early = run.start('compare', { game: 'a' })
  const late = run.start('compare', { game: 'b' })
  expect(asked.mock.calls[0]![1].signal!.aborted).toBe(true)
  second.send('result', { name: 'second' })
  await late
  first.send('partial', 'first')
  first.send('result', { name: 'first' })
  expect(await early).toBeNull()
  expect(run.result).toEqual({ name: 'second' })
  expect(run.partials).toEqual([])
})

test('a cancelled run keeps what it knew, and is no failure', async () => {
  const { response, send } = stream()
  const asked = serve(response)
  const run = new Computation<Whole, string>()
  const whole = run.start('sweep', {})
  send('partial', 'one')
  await vi.waitUntil(() => run.partials.length === 1)
  run.cancel()
  send('result', { name: 'too late' })
  expect(await whole).toBeNull()
  expect(asked.mock.calls[0]![1].signal!.aborted).toBe(true)
  expect(run).toMatchObject({ running: false, cancelled: true, error: null, result: null, partials: ['one'] })
})

test('a refusal is the error of the run', async () => {
  serve(Response.json({ error: 'size', detail: 'too large' }, { status: 422 }))
  const run = new Computation<Whole>()
  expect(await run.start('tree', {})).toBeNull()
  expect(run.error).toMatchObject({ kind: 'size', message: 'too large' })
  expect(run.running).toBe(false)
})
