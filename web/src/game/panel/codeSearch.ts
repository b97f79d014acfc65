/** Searching a list of codes: symbols, with a dot for any. */

/** The codes that have *wanted*: at its places when it is as long as they are, anywhere when it is shorter. */
export function searchCodes(codes: readonly string[], wanted: string): readonly string[] {
  const pattern = wanted
    .replace(/\s/g, '')
    .replace(/[?·_*]/g, '.')
    .toUpperCase()
  return pattern === '' ? codes : codes.filter((code) => hasPattern(code, pattern))
}

function hasPattern(code: string, pattern: string): boolean {
  for (let start = 0; start + pattern.length <= code.length; start++)
    if (
      [...pattern].every((symbol, place) => symbol === '.' || symbol === code[start + place]!.toUpperCase())
    )
      return true
  return false
}

/** The page of *list* that *page* names, from 0; the last one when there are fewer. */
export function pageOf<T>(
  list: readonly T[],
  page: number,
  size: number,
): { page: number; from: number; items: readonly T[] } {
  const here = Math.max(0, Math.min(page, Math.ceil(list.length / size) - 1))
  return { page: here, from: here * size, items: list.slice(here * size, (here + 1) * size) }
}
