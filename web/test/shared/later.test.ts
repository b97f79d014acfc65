import { expect, test } from 'vitest'
import { Later, later, loadAll } from '../../src/shared/later.svelte'

test('a part is loaded once, when it is asked for', async () => {
  let times = 0
  const part = new Later(() => Promise.resolve(++times))
  expect([part.part, times]).toEqual([null, 0])
  await part.load()
  await part.load()
  expect([part.part, times]).toEqual([1, 1])
})

test('a part that fails says so, and may come at the next try', async () => {
  let online = false
  const part = new Later(() =>
    online ? Promise.resolve('part') : Promise.reject(new TypeError('no network')),
  )
  await part.load()
  expect([part.part, part.failed]).toEqual([null, true])
  online = true
  await part.load()
  expect([part.part, part.failed]).toEqual(['part', false])
})

test('all parts are loaded together, and one that fails does not stop the others', async () => {
  const lost = later(() => Promise.reject(new TypeError('no network')))
  const part = later(() => Promise.resolve('part'))
  await loadAll()
  expect([lost.failed, part.part]).toEqual([true, 'part'])
})
