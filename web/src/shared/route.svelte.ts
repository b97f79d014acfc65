/** The current view and its parameters, as the address has them. Opening an address again shows the same. */

export const VIEWS = [
  'play',
  'yours',
  'today',
  'learn',
  'lab',
  'lab/assist',
  'lab/tree',
  'lab/compare',
  'lab/heatmap',
  'lab/objectives',
  'profile',
  'about',
] as const
export type View = (typeof VIEWS)[number]
/** Names in old addresses. */
const OLD_NAMES: ReadonlyMap<string, View> = new Map([
  ['mine', 'yours'],
  ['daily', 'today'],
  ['practice', 'learn'],
  ['assist', 'lab/assist'],
  ['explore', 'lab'],
  ['explore/tree', 'lab/tree'],
  ['explore/compare', 'lab/compare'],
  ['explore/heatmap', 'lab/heatmap'],
  ['explore/objectives', 'lab/objectives'],
  ['statistics', 'profile'],
  ['stats', 'profile'],
])
export type Params = Readonly<Record<string, string>>

export interface Route {
  readonly view: View
  readonly params: Params
}

/** The name of the view, and the parameters. */
function partsOf(hash: string): [name: string, query: string] {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return [path.replace(/\/$/, ''), query]
}

/** Whether an address has a former name of its view. */
function isOld(hash: string): boolean {
  const [name, query] = partsOf(hash)
  return OLD_NAMES.has(name) || (name === 'play' && new URLSearchParams(query).has('daily'))
}

export function parseRoute(hash: string): Route {
  const [name, query] = partsOf(hash)
  const view = VIEWS.find((one) => one === name) ?? OLD_NAMES.get(name) ?? 'play'
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is read once
  const params: Params = Object.fromEntries(new URLSearchParams(query))
  return view === 'play' ? withDailyView(params) : { view, params }
}

/** The route of the Play view; old links to the puzzle of a day, `#/play?daily=DATE`, lead to the Today view. */
function withDailyView({ daily, ...others }: Params): Route {
  return daily === undefined
    ? { view: 'play', params: others }
    : { view: 'today', params: { kind: 'mastermind', date: daily, ...others } }
}

/** The address of a view; parameters that are empty are left out. Parentheses, colons and commas stay readable. */
export function formatRoute(view: View, params: Record<string, string | null | undefined> = {}): string {
  const query = Object.entries(params)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${readable(value!)}`)
    .join('&')
  return `#/${view}${query && `?${query}`}`
}

function readable(value: string): string {
  return encodeURIComponent(value)
    .replace(/%20/g, '+')
    .replace(/%(28|29|2C|3A|3D)/g, (code) => decodeURIComponent(code))
}

/** The address bar as state: read `route.view` and `route.params`, change it by `go` and `back`. */
class AddressBar {
  #here = $state.raw<Route>({ view: 'play', params: {} })
  /** The address that `back` is leaving: the browser goes back later, and must not be asked twice. */
  #leaving: string | null = null

  constructor() {
    this.#read()
    addEventListener('hashchange', () => this.#read())
    addEventListener('popstate', () => this.#read())
  }

  get view(): View {
    return this.#here.view
  }

  get params(): Params {
    return this.#here.params
  }

  /** Where the last step of the page came from, as far as this entry of the browser's history knows. */
  get origin(): Route | null {
    void this.#here
    const from = (history.state as { from?: string } | null)?.from
    return from === undefined ? null : parseRoute(from)
  }

  /** Goes to another view or position; *replace* adds no entry to the browser's history. */
  go(view: View, params: Record<string, string | null | undefined> = {}, replace = false): void {
    const hash = formatRoute(view, params)
    if (hash === location.hash) return
    if (replace) history.replaceState(history.state, '', hash)
    else history.pushState({ from: location.hash }, '', hash)
    this.#read()
  }

  /** Goes to an earlier position: back in the browser's history when that leads there, so that both agree. */
  back(view: View, params: Record<string, string | null | undefined> = {}): void {
    const came = (history.state as { from?: string } | null)?.from
    if (came !== formatRoute(view, params)) return this.go(view, params, true)
    if (this.#leaving === location.hash) return
    this.#leaving = location.hash
    history.back()
  }

  #read(): void {
    this.#leaving = null
    this.#here = parseRoute(location.hash)
    const { view, params } = this.#here
    if (isOld(location.hash)) history.replaceState(history.state, '', formatRoute(view, params))
  }
}

export const route = new AddressBar()
