import { expect, test } from 'vitest'
import { events, parseEvent } from '../../src/shared/api/stream'

function streamOf(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

test('an event is its name and its data; a comment is none', () => {
  expect(parseEvent('event: progress\ndata: {"done": 1}')).toEqual({ event: 'progress', data: { done: 1 } })
  expect(parseEvent(': still here')).toBeNull()
})

test('events are read however the stream cuts them', async () => {
  const text = ': hello\n\nevent: partial\ndata: {"worst": "五"}\n\nevent: result\r\ndata: [1,\ndata: 2]\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size < 9; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    )
    const found: unknown[] = []
    for await (const event of events(streamOf(parts))) found.push(event)
    expect(found).toEqual([
      { event: 'partial', data: { worst: '五' } },
      { event: 'result', data: [1, 2] },
    ])
  }
})
