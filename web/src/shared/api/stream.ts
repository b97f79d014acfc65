/** Long computations of the server: an answer that comes as a stream of events. */

import { address, EngineError, errorFrom, send, type Progress, type Query } from './client'

/** What is called while the answer is not complete. */
export interface StreamHandlers<Part> {
  progress?: (progress: Progress) => void
  partial?: (part: Part) => void
}

/** Starts a long computation and reads its events; returns the complete answer. *signal* cancels it. */
export async function streamAnswer<Answer, Part = never>(
  path: 'tree' | 'compare' | 'objectives' | 'sweep',
  query: Query,
  handlers: StreamHandlers<Part>,
  signal?: AbortSignal,
): Promise<Answer> {
  const headers = { accept: 'text/event-stream' }
  const response = await send(address(path, query), { signal, headers })
  if (!response.ok || !response.body)
    throw errorFrom(response.status, await response.json().catch(() => null))
  for await (const { event, data } of events(response.body)) {
    if (event === 'progress') handlers.progress?.(data as Progress)
    else if (event === 'partial') handlers.partial?.(data as Part)
    else if (event === 'result') return data as Answer
    else if (event === 'error') throw errorFrom((data as { status: number }).status, data)
  }
  throw new EngineError('unreachable', 'the connection was lost')
}

/** The server-sent events of a response *body*. */
export async function* events(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value.replace(/\r/g, '')
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      yield* blocks.map(parseEvent).filter((event) => event !== null)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** One event from its lines; null for a comment that only keeps the connection open. */
export function parseEvent(block: string): { event: string; data: unknown } | null {
  const values = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
  const data = values('data')
  return data.length
    ? { event: values('event')[0] ?? 'message', data: JSON.parse(data.join('\n')) as unknown }
    : null
}
