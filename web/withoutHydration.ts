import type { Plugin } from 'vite'

const RUNTIME = '/svelte/src/internal/client/dom/hydration.js'

/** Drops from the page what Svelte has for pages that a server renders, since no server renders this one. */
export function withoutHydration(): Plugin {
  return {
    name: 'without-hydration',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (id.endsWith(RUNTIME)) return { code: neverHydrating(code), map: null }
      if (!id.endsWith('.svelte')) return
      // The two do nothing then, and whether a node is a text is asked only then.
      const less = code
        .replace(/^\s*\$\.(?:reset\(\w+\)|next\(\d*\));$/gm, '')
        .replace(
          /^(\s*var \w+ = \$\.(?:only_child|first_child|child|sibling)\(.*?)(?:, 1)?, true\);$/gm,
          '$1);',
        )
      return { code: less, map: null }
    },
  }
}

function neverHydrating(code: string): string {
  const constant = code
    .replace('export let hydrating = false', 'export const hydrating = false')
    .replace('hydrating = value;', '')
  if (constant.includes('hydrating = value') || !constant.includes('const hydrating'))
    throw new Error('Svelte has changed: see withoutHydration.ts')
  return constant
}
