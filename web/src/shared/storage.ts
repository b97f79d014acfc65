/** Values kept in this browser. Storage may be switched off, or hold anything: then the page works without. */

/** The object stored under *key*, completed by *defaults*. */
export function readStorage<T extends object>(key: string, defaults: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return found && typeof found === 'object' ? { ...defaults, ...found } : defaults
  } catch {
    return defaults
  }
}

/** Stores *value* under *key*. */
export function writeStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse.
  }
}

/** Removes what is stored under *key*. */
export function removeStorage(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
