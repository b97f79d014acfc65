/** The marks of the game being played, kept in this browser by the id of the playthrough. */

import { readStorage, writeStorage } from '../../shared/storage'
import { NO_MARKS, type Marks } from './marks'

const KEY = 'bestguess.marks'
/** Marks of so many playthroughs are kept, the latest ones. */
const MOST = 20

export class KeptMarks {
  #id = $state('')
  #marks = $state.raw<Marks>(NO_MARKS)

  /** Takes up the marks of the playthrough *id*. */
  enter(id: string): void {
    if (id === this.#id) return
    this.#id = id
    this.#marks = readStorage<Record<string, Marks>>(KEY, {})[id] ?? NO_MARKS
  }

  get marks(): Marks {
    return this.#marks
  }

  set marks(marks: Marks) {
    this.#marks = marks
    const others = Object.entries(readStorage<Record<string, Marks>>(KEY, {})).filter(
      ([id]) => id !== this.#id,
    )
    writeStorage(KEY, Object.fromEntries([...others.slice(1 - MOST), [this.#id, marks]]))
  }
}
