import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('src', import.meta.url))
const COMPONENTS = readdirSync(SRC, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.svelte'))
  .sort()

export default {
  preprocess: vitePreprocess(),
  // The classes that keep the styles of components apart are thousands: the number of the component is short.
  compilerOptions: {
    cssHash: ({ filename, hash }) => {
      const number = COMPONENTS.indexOf(relative(SRC, filename))
      return number < 0 ? `svelte-${hash(filename)}` : `s${number.toString(36)}` // new while the page is developed
    },
  },
}
