import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { api } from '../../src/shared/api/client'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(new Response('{}')))
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
})

it('asks about a game by its address', async () => {
  await api.advise({ game: 'mastermind(4,6)', history: '' })
  const [url, options] = fetched.mock.lastCall ?? []
  expect(url).toBe('/api/advise?game=mastermind%284%2C6%29')
  expect(options?.method).toBeUndefined()
})

it('sends a table in the body, and can be cancelled', async () => {
  const { signal } = new AbortController()
  await api.advise({ game: 'table(0123456789abcdef)', history: '', count: 3, table: 'x,a\nq,y\n' }, signal)
  const [url, options] = fetched.mock.lastCall ?? []
  expect(url).toBe('/api/advise')
  expect(options).toMatchObject({ method: 'POST', signal, headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(options?.body as string)).toEqual({
    game: 'table(0123456789abcdef)',
    count: 3,
    table: 'x,a\nq,y\n',
  })
})

it('asks what is in a table', async () => {
  await api.table({ table: 'x,a\nq,y\n', goal: 'identify' })
  const [url, options] = fetched.mock.lastCall ?? []
  expect([url, options?.method]).toEqual(['/api/table', 'POST'])
  expect(JSON.parse(options?.body as string)).toEqual({ table: 'x,a\nq,y\n', goal: 'identify' })
})
