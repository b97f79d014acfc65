import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PREVIEW, previewTags } from '../preview.ts'

test('the picture of previews has an absolute address, or no tag', () => {
  expect(previewTags(undefined)).toEqual([])
  expect(previewTags('')).toEqual([])
  for (const site of ['https://example.org/game', 'https://example.org/game/']) {
    const image = previewTags(site).find(({ attrs }) => attrs?.property === 'og:image')
    expect(image?.attrs?.content).toBe('https://example.org/game/preview.png')
  }
})

test('the picture has the size that its tags say, and is small', () => {
  const png = readFileSync(fileURLToPath(new URL(`../public/${PREVIEW}`, import.meta.url)))
  const said = (name: string) =>
    Number(previewTags('https://example.org').find(({ attrs }) => attrs?.property === name)?.attrs?.content)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    said('og:image:width'),
    said('og:image:height'),
  ])
  expect(png.length).toBeLessThan(60_000)
})
