import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The picture that is shown beside a link to the page; tools/preview.py draws it. */
export const PREVIEW = 'preview.png'

/** The tags for the preview of a page at the address *site*. Its picture needs an absolute address: without one, none. */
export function previewTags(site: string | undefined): HtmlTagDescriptor[] {
  if (!site) return []
  const address = (path: string) => new URL(path, site.endsWith('/') ? site : `${site}/`).href
  const tags = {
    'og:url': address(''),
    'og:image': address(PREVIEW),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A game of Mastermind on its board: four guesses with their answers',
    'twitter:card': 'summary_large_image',
  }
  return Object.entries(tags).map(([property, content]) => ({
    tag: 'meta',
    attrs: { [property.startsWith('og:') ? 'property' : 'name']: property, content },
    injectTo: 'head',
  }))
}

/** Adds these tags where the environment variable SITE_URL says the address of the page. */
export const preview = (): Plugin => ({
  name: 'preview',
  transformIndexHtml: () => previewTags(process.env.SITE_URL),
})
