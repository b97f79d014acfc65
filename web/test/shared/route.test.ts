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

test.each([
  ['mine', 'yours'],
  ['daily', 'today'],
  ['practice', 'learn'],
  ['assist', 'lab/assist'],
  ['explore/tree', 'lab/tree'],
  ['explore/compare', 'lab/compare'],
  ['explore/heatmap', 'lab/heatmap'],
  ['explore/objectives', 'lab/objectives'],
  ['statistics', 'profile'],
  ['stats', 'profile'],
])('the former address #/%s leads to %s', (name, view) => {
  expect(parseRoute(`#/${name}?game=mastermind(3,4)`)).toEqual({ view, params: { game: 'mastermind(3,4)' } })
})

test('old links to a day lead to it', () => {
  expect(parseRoute('#/play?daily=2026-11-16&history=1122:1.0')).toEqual({
    view: 'today',
    params: { kind: 'mastermind', date: '2026-11-16', history: '1122:1.0' },
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
