import { expect, test } from 'vitest'
import { isList, isPage, LISTS_CACHE, staleCaches, versionName } from '../../src/offline/caches'

test('old versions of the page go; its lists, and what belongs to others, stay', () => {
  const now = versionName('b')
  expect(staleCaches([versionName('a'), now, LISTS_CACHE, 'another app'], now)).toEqual([versionName('a')])
})

test('what is the page, what a list', () => {
  expect(['/', '/index.html', '/api/docs', '/assets/index.html'].filter(isPage)).toEqual(['/', '/index.html'])
  expect(['/assets/english-5-1234.txt', '/assets/index-1234.js', '/'].filter(isList)).toEqual([
    '/assets/english-5-1234.txt',
  ])
})
