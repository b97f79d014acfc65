import { beforeAll, expect, test, vi } from 'vitest'

// The address bar is read when the module is loaded.
vi.stubGlobal('location', { hash: '' })
vi.stubGlobal('addEventListener', () => undefined)
let parseRoute: typeof import('../../src/shared/route.svelte').parseRoute
let VIEWS: typeof import('../../src/shared/route.svelte').VIEWS
beforeAll(async () => ({ parseRoute, VIEWS } = await import('../../src/shared/route.svelte')))

test('every view has its address', () => {
  for (const view of VIEWS) expect(parseRoute(`#/${view}`)).toEqual({ view, params: {} })
})

test('a name that was used before still leads to its view', () => {
  expect(parseRoute('#/stats').view).toBe('profile')
  expect(parseRoute('#/play?daily=2026-11-16&history=1122:1.0')).toEqual({
    view: 'today',
    params: { date: '2026-11-16', history: '1122:1.0' },
  })
})

test('the Lab has an entry, and so have the names of its tools before it had one', () => {
  for (const hash of ['#/lab', '#/lab/', '#/explore']) expect(parseRoute(hash).view).toBe('lab')
  expect(parseRoute('#/explore/tree').view).toBe('lab/tree')
  expect(parseRoute('#/explore/objectives').view).toBe('lab/objectives')
})

test('other addresses lead to the game', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#////', '#/stat', '#/constructor'])
    expect(parseRoute(hash).view).toBe('play')
})
