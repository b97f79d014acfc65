/** The views of the page. The game is loaded with the page; the others are loaded when one is opened, or once the browser is idle. */

import { loadLanguages } from './i18n/index.svelte'
import { later, loadAll } from './shared/later.svelte'

export const otherViews = later(() => import('./otherViews'))

/** Loads all parts of the page and all languages once the browser is idle, or soon: they open at once, and without a network too. */
export function loadWhenIdle(): void {
  const load = () => void Promise.all([loadAll(), loadLanguages()]).catch(() => undefined)
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(load, { timeout: 3000 }) : setTimeout(load, 1000)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}
