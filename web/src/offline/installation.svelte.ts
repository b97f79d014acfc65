/** The page as an app: kept for use without a network, a new version when there is one, and its installation. */

/** What browsers send when a page can be installed; not all do. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

class Installation {
  /** A new version of the page, ready to take over. */
  #next = $state.raw<ServiceWorker | null>(null)
  #offer = $state.raw<InstallEvent | null>(null)

  /** Whether a new version of the page is ready. */
  get hasUpdate(): boolean {
    return this.#next !== null
  }

  /** Whether the browser can be asked to install the page. */
  get canInstall(): boolean {
    return this.#offer !== null
  }

  /** Whether the page runs as an app. */
  get installed(): boolean {
    return matchMedia('(display-mode: standalone)').matches
  }

  /** Keeps the page in this browser, where the browser allows that: over HTTPS, or on one's own machine. */
  keep(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault() // it is offered in the settings
      this.#offer = event as InstallEvent
    })
    addEventListener('appinstalled', () => (this.#offer = null))
    // Once the page is there: what it needs comes first.
    if ('serviceWorker' in navigator) addEventListener('load', () => void this.#register(), { once: true })
  }

  async #register(): Promise<void> {
    const found = await navigator.serviceWorker.register('/service-worker.js').catch(() => null)
    if (found) this.#watch(found)
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const look = () => {
      // Without a version in use, the one that is installed is the first: there is nothing to update.
      if (registration.waiting && navigator.serviceWorker.controller) this.#next = registration.waiting
    }
    const follow = () => registration.installing?.addEventListener('statechange', look)
    look()
    follow()
    registration.addEventListener('updatefound', follow)
  }

  /** Loads the new version. The position is in the address, and so stays. */
  update(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    this.#next?.postMessage('take over')
  }

  /** Leaves the version in use until the page is opened again. */
  later(): void {
    this.#next = null
  }

  async install(): Promise<void> {
    const offer = this.#offer
    this.#offer = null // it can be used once
    await offer?.prompt()
  }
}

export const installation = new Installation()
