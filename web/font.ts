import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const PACKAGE = '@fontsource-variable/bricolage-grotesque'
const FILE = 'files/bricolage-grotesque-latin-opsz-normal.woff2'
/** Basic Latin but for signs that the page does not write, and its other signs. Chinese has the font of the system. */
const LATIN = Array.from({ length: 95 }, (_, nth) => String.fromCodePoint(32 + nth)).join('')
const TEXT = LATIN.replace(/[#$&*<>@[\\\]^_`{|}~]/g, '') + ' ·×–—‘’“”…→−'
/** Pairs of letters moved closer would double the file, and are hardly seen; digits of one width add a tenth. */
const FEATURES = ['ccmp']

/** Makes the font of the page from its npm package, one size and the weights in use; returns the folder it is in. */
export async function makeFont(folder: string): Promise<string> {
  const place = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), FILE)
  const font = await subsetFont(readFileSync(place), TEXT, {
    targetFormat: 'woff2',
    variationAxes: { opsz: 20, wght: { min: 400, max: 800 } },
    keepFeatures: FEATURES,
    noHinting: true,
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bricolage.woff2'), font)
  return folder
}

/** Lets the browser load the font with the first script, so that it is there before the first text. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
