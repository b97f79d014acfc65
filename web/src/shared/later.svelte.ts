/** Parts of the page that its first sight does not need: loaded once the browser is idle, or when first asked for. */

/** A part of the page that is loaded later. */
export class Later<Part> {
  /** The part; null until it is loaded. */
  part = $state.raw<Part | null>(null)
  /** Whether the last try to load it has failed. */
  failed = $state(false)

  constructor(private readonly file: () => Promise<Part>) {}

  /** Loads the part, unless it is there. */
  async load(): Promise<void> {
    this.failed = false
    try {
      this.part ??= await this.file()
    } catch {
      this.failed = true
    }
  }
}

const all: Later<unknown>[] = []

/** The part that *file* imports: `later(() => import('./Rare.svelte'))`. Late.svelte shows it. */
export function later<Part>(file: () => Promise<Part>): Later<Part> {
  const one = new Later(file)
  all.push(one)
  return one
}

/** Loads all parts. What fails is tried again when it is asked for. */
export async function loadAll(): Promise<void> {
  await Promise.all(all.map((one) => one.load()))
}
