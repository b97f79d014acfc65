/** What the service worker keeps where. A cache is named after the version of the page whose files it has. */

const OURS = 'bestguess '

/** The cache of the lists of words, whatever the version: their names say their content. */
export const LISTS_CACHE = `${OURS}lists`

/** The name of a version of the page with this *hash*. */
export const versionName = (hash: string): string => OURS + hash

/** Whether *path* is that of the page itself. */
export const isPage = (path: string): boolean => path === '/' || path === '/index.html'

/** Whether the file at *path* is a list of words, which is kept once it was needed. */
export const isList = (path: string): boolean => path.endsWith('.txt')

/** Those of the caches that *version* no longer needs; caches of others are not touched. */
export function staleCaches(names: readonly string[], version: string): string[] {
  return names.filter((name) => name.startsWith(OURS) && name !== version && name !== LISTS_CACHE)
}
