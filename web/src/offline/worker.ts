/** The service worker: keeps the files of the page, so that it opens and plays without a network. What asks the engine
 * always goes to the server. serviceWorker.ts, beside vite.config.ts, writes what is to be kept in front of it. */

import { isPage, LISTS_CACHE, staleCaches } from './caches'

/** The files of this version of the page; the lists of words, which are kept once they were needed; and the name of this
 * version: another one for every change in any of them. */
declare const FILES: readonly string[]
declare const LISTS: readonly string[]
declare const VERSION: string

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
const worker = self as unknown as {
  addEventListener(name: 'install' | 'activate', listen: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(name: 'message', listen: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}

/** Keeps all files of this version, or none: a version that cannot be kept whole is not installed. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(VERSION)
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache' })))
}

async function dropOldVersions(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(staleCaches(names, VERSION).map((name) => caches.delete(name)))
  const lists = await caches.open(LISTS_CACHE)
  const old = (await lists.keys()).filter(({ url }) => !LISTS.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => lists.delete(request)))
  await worker.clients.claim()
}

/** The file of this version at *path*: from here, or from the server if it is not here any more. */
async function fileOf(request: Request, path: string): Promise<Response> {
  return (await caches.match(path, { cacheName: VERSION })) ?? fetch(request)
}

/** A list of words: from here, or from the server, and then kept. */
async function listOf(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(path, { cacheName: LISTS_CACHE })
  if (kept) return kept
  const found = await fetch(request)
  if (found.ok) await (await caches.open(LISTS_CACHE)).put(path, found.clone())
  return found
}

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(dropOldVersions()))
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (isPage(pathname)) event.respondWith(fileOf(request, '/'))
  else if (FILES.includes(pathname)) event.respondWith(fileOf(request, pathname))
  else if (LISTS.includes(pathname)) event.respondWith(listOf(request, pathname))
})
