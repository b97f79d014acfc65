/** The files of the word lists. */

import type { Lexicon } from './lexicon.svelte'

/** The lists that ship with the engine, as files of the page. */
const FILES = import.meta.glob<string>('../../../../src/bestguess/data/word_lists/english-*.txt', {
  query: '?url',
  import: 'default',
  eager: true,
})
const addressOf = (name: string) => Object.entries(FILES).find(([path]) => path.endsWith(`/${name}.txt`))![1]

const lines = (text: string) => text.split('\n').filter(Boolean)

/** The words of *length*: *secrets* with their weights, and *more* words that may be guessed. */
export function readLexicon(length: number, secrets: string, more: string): Lexicon {
  const weights = new Map(lines(secrets).map((line) => [line.slice(0, length), Number(line.slice(length))]))
  return {
    secrets: [...weights.keys()].sort(),
    weights,
    guesses: new Set([...weights.keys(), ...lines(more)]),
  }
}

/** The words of *length*; fails when a file cannot be read. */
export async function loadLexicon(length: number): Promise<Lexicon> {
  const names = [`english-${length}`, `english-${length}-guesses`]
  const [secrets, more] = await Promise.all(names.map((name) => readText(addressOf(name))))
  return readLexicon(length, secrets!, more!)
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status}`)
  askAgain(address)
  return response.text()
}

/** At a first visit the service worker comes after the list, and keeps it when it is asked for again: then it comes from
 * the browser's cache. */
function askAgain(address: string): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers && !workers.controller)
    workers.addEventListener('controllerchange', () => void fetch(address).catch(() => null), { once: true })
}
