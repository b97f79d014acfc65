/** Remembers the last answers of *ask* by their query; failures are asked again. */
export function cached<Query, Answer>(
  ask: (query: Query, signal: AbortSignal) => Promise<Answer>,
  most = 100,
): (query: Query, signal: AbortSignal) => Promise<Answer> {
  const known = new Map<string, Answer>()
  return async (query, signal) => {
    const key = JSON.stringify(query)
    const found = known.get(key) ?? (await ask(query, signal))
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}
