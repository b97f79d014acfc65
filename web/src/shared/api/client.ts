/** The engine behind the page: one function a question. Answers never change for a question, so they are cached. */

export interface Suggestion {
  guess: string
  consistent: boolean
  parts: number
  largest_part: number
  expected_size: number
  entropy: number
  win_probability: number
  expected_guesses: number | null
  expected_range: [number, number | null]
  proven: boolean
}

export interface Advice {
  candidates: number
  strategy: string
  choice: string
  certain: boolean
  sampled: boolean
  suggestions: Suggestion[]
}

export interface Part {
  feedback: string
  size: number
  share: number
  codes: string[]
}

export interface Explanation {
  guess: string
  candidates: number
  consistent: boolean
  sampled: boolean
  parts: Part[]
  conflicts: { number: number; row: string; expected: string }[]
  suggestion: Suggestion
}

export interface Hint {
  step: number
  candidates: number
  present: string
  absent: string
  fixed: string
  guesses: string[]
}

export interface CandidateList {
  candidates: number
  codes: string[]
}

export interface Repair {
  rows: { number: number; guess: string; feedback: string }[]
  slips: ('swapped' | 'one off' | 'misread' | 'other feedback')[]
  candidates: number
}

export interface Contradictions {
  candidates: number
  contradictions: { rows: number[]; candidates: number; repairs: Repair[] }[]
}

export interface Move {
  strategy: string
  guess: string
  candidates: number
  certain: boolean
  worst_now: number | null
  worst: number | null
}

export interface ReviewMove {
  guess: string
  feedback: string
  candidates_before: number
  candidates_after: number
  loss: number
  luck: number
  loss_range: [number, number]
  luck_range: [number, number]
  proven: boolean
  best: string[]
}

export interface Review {
  moves: ReviewMove[]
  value: number
  guesses: number
  loss: number
  luck: number
  expected_now: number
  proven: boolean
}

export interface Figures {
  game: string
  strategy: string
  consistent: boolean
  secrets: number
  total: number
  mean: number
  worst: number
  at_worst: number
  distribution: Record<string, number>
  first_guess: string
  seeds?: number
  mean_sd?: number
}

export interface Branch {
  feedback: string
  guess: string
  wins: boolean
  candidates: number
  height: number
  mean: number
}

export interface TreeNode {
  game: string
  strategy: string
  figures: Figures
  history: string
  guess: string
  wins: boolean
  candidates: number
  height: number
  mean: number
  branches: Branch[]
  depths: Record<string, number>
  path?: { guess: string; feedback: string; candidates: number }[]
}

export interface Cell extends Figures {
  pegs: number
  symbols: number
  source: 'computed' | 'shipped'
}

export interface Sweep {
  family: string
  strategy: string
  results: Cell[]
  missing: { pegs: number; symbols: number; reason: string }[]
}

export interface Challenge {
  id: string
  game: string
}

/** What the engine refuses, and why: *kind* is "history", "size", "rate" …; "unreachable" when there is no answer. */
export class EngineError extends Error {
  constructor(
    readonly kind: string,
    detail: string,
    readonly status = 0,
  ) {
    super(detail)
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>

export function address(path: string, query: Query = {}): string {
  const known = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return `/api/${path}${text && `?${text}`}`
}

async function ask<T>(path: string, query: Query = {}, options: RequestInit = {}): Promise<T> {
  let response: Response
  try {
    response = await fetch(address(path, query), options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new EngineError('unreachable', 'the engine cannot be reached')
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok || body === null) throw refusal(response.status, body)
  return body as T
}

function refusal(status: number, body: unknown): EngineError {
  const { error, detail } = (body ?? {}) as { error?: string; detail?: string }
  const gone = status === 502 || status === 504 || body === null
  return new EngineError(error ?? (gone ? 'unreachable' : 'internal'), detail ?? `status ${status}`, status)
}

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(
    path,
    {},
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
}

/** A position as the engine wants it. */
export interface Asked extends Query {
  game: string
  history?: string
  ignored?: string
}

export const api = {
  advise: (
    asked: Asked & { strategy?: string; count?: number; consistent?: boolean },
    signal?: AbortSignal,
  ) => ask<Advice>('advise', asked, { signal }),
  explain: (asked: Asked & { guess: string }, signal?: AbortSignal) =>
    ask<Explanation>('explain', asked, { signal }),
  hint: (asked: Asked & { step: number }, signal?: AbortSignal) => ask<Hint>('hint', asked, { signal }),
  candidates: (asked: Asked & { limit?: number }, signal?: AbortSignal) =>
    ask<CandidateList>('candidates', asked, { signal }),
  contradictions: (asked: Asked, signal?: AbortSignal) =>
    ask<Contradictions>('contradictions', asked, { signal }),
  move: (asked: Asked & { strategy: string }, signal?: AbortSignal) => ask<Move>('move', asked, { signal }),
  review: (asked: Asked, signal?: AbortSignal) => ask<Review>('review', asked, { signal }),
  health: () => ask<{ version: string; status: string }>('health'),
  tree: (asked: Asked & { strategy: string; secret?: string }, signal?: AbortSignal) =>
    ask<TreeNode>('tree', asked, { signal }),
  challenge: (game: string) => post<Challenge>('challenges', { game }),
  findChallenge: (id: string) => ask<Challenge>(`challenges/${encodeURIComponent(id)}`),
  challengeFeedback: (id: string, guess: string) =>
    ask<{ guess: string; feedback: string; win: boolean }>(`challenges/${encodeURIComponent(id)}/feedback`, {
      guess,
    }),
  giveUp: (id: string) => post<{ secret: string }>(`challenges/${encodeURIComponent(id)}/secret`, {}),
}

export interface Progress {
  done: number
  total: number
  label?: string
  lower_bound?: number | null
  upper_bound?: number | null
}

export interface Listener<One> {
  progress?: (progress: Progress) => void
  partial?: (one: One) => void
}

/** A long computation: tells its progress, ends with the whole answer, stops when *signal* says so. */
export async function follow<Whole, One = never>(
  path: 'tree' | 'compare' | 'sweep',
  query: Query,
  listener: Listener<One>,
  signal?: AbortSignal,
): Promise<Whole> {
  const headers = { accept: 'text/event-stream' }
  const response = await fetch(address(path, query), { signal, headers }).catch((error: unknown) => {
    throw signal?.aborted ? error : new EngineError('unreachable', 'the engine cannot be reached')
  })
  if (!response.ok || !response.body) throw refusal(response.status, await response.json().catch(() => null))
  for await (const { event, data } of events(response.body)) {
    if (event === 'progress') listener.progress?.(data as Progress)
    else if (event === 'partial') listener.partial?.(data as One)
    else if (event === 'result') return data as Whole
    else if (event === 'error') throw refusal((data as { status: number }).status, data)
  }
  throw new EngineError('unreachable', 'the connection was lost')
}

/** The server-sent events of a *body*, as they come. */
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

/** One event from its lines; null for a comment that only keeps the line open. */
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
