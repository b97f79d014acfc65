/** The views of the page. The game is loaded with the page; the others are loaded when one is opened, or once the browser is idle. */

import type { Component } from 'svelte'
import { loadLanguages } from './i18n/index.svelte'
import type { OTHER_VIEWS } from './otherViews'
import Play from './play/Play.svelte'
import type { View } from './shared/route.svelte'

let others: typeof OTHER_VIEWS | null = null

async function loadOthers(): Promise<typeof OTHER_VIEWS> {
  return (others ??= (await import('./otherViews')).OTHER_VIEWS)
}

/** The component of *view*, or a promise of it while it is loaded, which is rejected when that fails. */
export function viewOf(view: View): Component | Promise<Component> {
  if (view === 'play') return Play
  return others ? others[view] : loadOthers().then((all) => all[view])
}

/** Loads all views and languages once the browser is idle, or soon: they open at once, and without a network too. */
export function loadWhenIdle(): void {
  const load = () => void Promise.all([loadOthers(), loadLanguages()]).catch(() => undefined)
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(load, { timeout: 3000 }) : setTimeout(load, 1000)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
