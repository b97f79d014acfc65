import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { compress } from './compress.ts'

// The built page goes into the Python package, so that a wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), compress()],
  build: {
    outDir: '../src/bestguess/web/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8765' } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 },
})
