import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { compress } from './compress.ts'
import { makeFont, preloadFont } from './font.ts'
import { preview } from './preview.ts'
import { serviceWorker } from './serviceWorker.ts'
import { withoutHydration } from './withoutHydration.ts'
import { fileURLToPath } from 'node:url'

// What the first sight needs is one script; all that is loaded later is another, since one request is faster than many
// small ones and compresses better. Each language but English is a file of its own.
const FILES = [
  { name: 'index', tags: ['$initial' as const], priority: 1 },
  { name: 'otherViews', test: (id: string) => !/i18n\/(?!en\/)\w+\//.test(id) },
]

const font = await makeFont(fileURLToPath(new URL('node_modules/.cache/font', import.meta.url)))

// The built page goes into the Python package, so that a wheel needs no Node.
export default defineConfig({
  resolve: { alias: { '@font': font } },
  plugins: [svelte(), withoutHydration(), preloadFont(), preview(), serviceWorker(), compress()],
  build: {
    outDir: '../src/bestguess/web/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: FILES } },
    },
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
  },
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://127.0.0.1:8765' } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 },
})
