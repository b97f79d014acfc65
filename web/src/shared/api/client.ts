/** The server's API: one function for each question. The types come from its OpenAPI document. */

import type { components, paths } from './types'

type Schemas = components['schemas']
export type Abilities = Schemas['Abilities']
export type Advice = Schemas['Advice']
export type CandidateList = Schemas['Candidates']
export type Challenge = Schemas['Challenge']
export type Comparison = Schemas['Comparison']
export type ComparedFigures = Schemas['Figures']
export type Contradiction = Schemas['Contradiction']
export type Explanation = Schemas['Explanation']
export type Figures = Schemas['Figures']
export type Hint = Schemas['Hint']
export type MissingSize = Schemas['Missing']
export type OwnTable = Schemas['OwnTable']
export type Objectives = Schemas['Objectives']
export type ObjectivePoint = Schemas['ObjectivePoint']
export type Part = Schemas['Part']
export type Progress = Schemas['Progress']
export type Puzzle = Schemas['Puzzle']
export type Puzzles = Schemas['Puzzles']
export type Repair = Schemas['Repair']
export type Review = Schemas['Review']
export type ReviewMove = Schemas['ReviewedMove']
export type Shipped = Schemas['Shipped']
/** What a strategy asks; no guess, but a label, when it is known what the secret is (goal identify). */
export type QuestionMove = Schemas['StrategyMove']
/** The same in a game with a winning feedback, where there is always a guess. */
export type StrategyMove = QuestionMove & { guess: string }
export type Suggestion = Schemas['Suggestion']
export type Sweep = Schemas['Swept']
export type SweptFigures = Schemas['SweptFigures']
export type TreeBranch = Schemas['Branch']
export type TreeNode = Schemas['TreeNode']

/** Why there is no answer: a kind of the server's own, or that it cannot be reached. */
export type ErrorKind = Schemas['Problem']['error'] | 'unreachable'

/** A request that failed, and why. */
export class EngineError extends Error {
  constructor(
    readonly kind: ErrorKind,
    detail: string,
    readonly status = 0,
  ) {
    super(detail)
  }
}

/** Any thrown value as an EngineError. */
export function asEngineError(error: unknown): EngineError {
  return error instanceof EngineError ? error : new EngineError('internal', String(error))
}

/** The error that an answer with this *status* and *body* reports. */
export function errorFrom(status: number, body: unknown): EngineError {
  const { error, detail } = (body ?? {}) as Partial<Schemas['Problem']>
  const gone = status === 502 || status === 504 || body === null
  return new EngineError(error ?? (gone ? 'unreachable' : 'internal'), detail ?? `status ${status}`, status)
}

/** The parameters of a request; those that are empty are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

const given = (query: Query) =>
  Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')

/** The address of a *path* of the API with its *query*. */
export function address(path: string, query: Query = {}): string {
  const text = new URLSearchParams(given(query).map(([key, value]) => [key, String(value)])).toString()
  return `/api/${path}${text && `?${text}`}`
}

/** Sends a request; throws EngineError when no server answers, and the browser's own error when it is cancelled. */
export async function send(url: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new EngineError('unreachable', 'the engine cannot be reached')
  }
}

async function json<Answer>(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await send(url, options)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok || body === null) throw errorFrom(response.status, body)
  return body as Answer
}

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never
/** The parameters of a GET request, as the OpenAPI document has them. */
export type QueryOf<Path extends keyof paths> =
  Get<Path> extends { parameters: { query?: infer Given } } ? NonNullable<Given> : never
type AnswerOf<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Answer } } } } ? Answer : never

/** A table of one's own, a CSV text: with it a question is sent by POST. */
type WithTable = { table?: string }

/** A function that asks for *name* with a query. */
function getter<Name extends string>(name: `/api/${Name}` extends keyof paths ? Name : never) {
  type Path = `/api/${Name}` & keyof paths
  return (query: QueryOf<Path> & WithTable, signal?: AbortSignal) =>
    query.table === undefined
      ? json<AnswerOf<Path>>(address(name, query as Query), { signal })
      : post<AnswerOf<Path>>(name, Object.fromEntries(given(query as Query)), signal)
}

function post<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return json<Answer>(address(path), { method: 'POST', headers, body: JSON.stringify(body), signal })
}

type Asked = (query: QueryOf<'/api/move'> & WithTable, signal?: AbortSignal) => Promise<QuestionMove>

const challengePath = (id: string, rest = '') => `challenges/${encodeURIComponent(id)}${rest}`

export const api = {
  abilities: getter('abilities'),
  advise: getter('advise'),
  explain: getter('explain'),
  hint: getter('hint'),
  candidates: getter('candidates'),
  contradictions: getter('contradictions'),
  move: getter('move') as (...asked: Parameters<Asked>) => Promise<StrategyMove>,
  /** The same with the goal identify. */
  questionMove: getter('move') as Asked,
  puzzles: getter('puzzles'),
  review: getter('review'),
  tree: getter('tree'),
  /** What is in a table of one's own, and the game that it is asked about by. */
  table: (query: Schemas['TableQuery'], signal?: AbortSignal) => post<OwnTable>('table', query, signal),
  health: () => json<Schemas['Health']>(address('health')),
  /** A new challenge, with *secret* or with one that is drawn. */
  challenge: (game: string, secret: string | null = null) =>
    post<Challenge>('challenges', secret === null ? { game } : { game, secret }),
  findChallenge: (id: string) => json<Challenge>(address(challengePath(id))),
  challengeFeedback: (id: string, guess: string) =>
    json<Schemas['ChallengeFeedback']>(address(challengePath(id, '/feedback'), { guess })),
  challengeSecret: (id: string) => post<Schemas['ChallengeSecret']>(challengePath(id, '/secret'), {}),
}
