/** The tables that come with the page: people, animals and countries. They are loaded when one is opened. */

const FILES = import.meta.glob<string>('./tables/*.txt', { query: '?url', import: 'default', eager: true })

/** Their names in addresses, and those that the server gives them, which are hashes of their texts. */
const SHIPPED = { people: '3f1ccd82896361d8', animals: '617350953d7ca4d9', countries: '5e2b4a30abb82111' }
export type Shipped = keyof typeof SHIPPED
export const SHIPPED_NAMES = Object.keys(SHIPPED) as Shipped[]

export const isShipped = (hash: string): boolean => Object.values(SHIPPED).includes(hash)

/** The one that the text of a game names, such as table(animals) or table(HASH,goal=identify). */
export const shippedName = (text: string): Shipped | undefined =>
  SHIPPED_NAMES.find((name) => text.includes(`(${name})`) || text.includes(SHIPPED[name]))

export async function readShipped(name: Shipped): Promise<string> {
  const response = await fetch(FILES[`./tables/${name}.txt`]!)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}
