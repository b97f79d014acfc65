import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { filesIn } from './compress.ts'
import { PREVIEW } from './preview.ts'
import { isList, isPage, versionName } from './src/offline/caches.ts'

const NAME = 'service-worker.js'

/** Writes service-worker.js: src/offline/worker.ts, with the names of the files that it keeps and a version in front. */
export function serviceWorker(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
      folder = join(root, config.build.outDir)
    },
    closeBundle: { sequential: true, handler: () => write(root, folder) },
  }
}

async function write(root: string, folder: string): Promise<void> {
  const code = await compiled(join(root, 'src/offline/worker.ts'))
  const hash = createHash('sha256').update(code)
  const urls = new Map(
    filesIn(folder).map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]),
  )
  urls.delete(`/${NAME}`)
  urls.delete(`/${PREVIEW}`) // only other sites show it
  for (const [url, path] of urls) hash.update(url).update(readFileSync(path))
  const lists = [...urls.keys()].filter(isList)
  const files = [...urls.keys()].filter((url) => !isList(url)).map((url) => (isPage(url) ? '/' : url))
  const version = versionName(hash.digest('hex').slice(0, 16))
  const constants = { FILES: files, LISTS: lists, VERSION: version }
  const head = Object.entries(constants).map(([name, value]) => `const ${name}=${JSON.stringify(value)};`)
  writeFileSync(join(folder, NAME), head.join('') + code)
}

/** The code of the worker at *path*, as one script. */
async function compiled(path: string): Promise<string> {
  const options = { configFile: false as const, logLevel: 'warn' as const, publicDir: false as const }
  const lib = { entry: path, formats: ['es' as const], fileName: 'worker' }
  const built = await build({ ...options, build: { write: false, minify: true, target: 'es2022', lib } })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}
