/** The playthroughs of this window. Their secrets are neither in the address nor on the page. */

export interface Playthrough {
  readonly game: string
  /** Null in a challenge: only the server knows. */
  readonly secret: string | null
  /** Whether the computer helped, or the game began in the middle: such games are counted apart. */
  readonly helped: boolean
  readonly gaveUp: boolean
  /** Whether the statistics know of it. */
  readonly counted: boolean
}

const KEY = 'bestguess.playthroughs'
const MOST = 40

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Playthroughs by their ids, kept in *storage* as long as the window lives, or in memory where it is refused. */
export class Playthroughs {
  #known = new Map<string, Playthrough>()

  constructor(private readonly storage: () => TextStorage) {
    try {
      const kept: unknown = JSON.parse(this.storage().getItem(KEY) ?? '[]')
      if (Array.isArray(kept)) this.#known = new Map(kept as [string, Playthrough][])
    } catch {
      // Storage may be switched off or hold anything; then a reload starts a new game.
    }
  }

  find(id: string | undefined): Playthrough | null {
    return (id !== undefined && this.#known.get(id)) || null
  }

  save(id: string, one: Playthrough): void {
    this.#known.delete(id)
    this.#known.set(id, one)
    const kept = [...this.#known].slice(-MOST)
    this.#known = new Map(kept)
    try {
      this.storage().setItem(KEY, JSON.stringify(kept))
    } catch {
      // As above.
    }
  }
}

let drawn = 0

/** An id that no other playthrough of this window has. */
export function newId(): string {
  return `${Date.now().toString(36)}-${(drawn++).toString(36)}`
}
