/** How pegs look, as the player chooses: with shape and symbol or round and plain, and in which colours. */

import { settings, type Looks } from '../../shared/settings.svelte'

/** The colours of symbols 1 to G. */
export const COLOURS: Readonly<Record<Looks['palette'], readonly string[]>> = {
  // The hues of the first eight are those of Okabe and Ito: distinguishable with any colour vision.
  standard: split(
    'E8622A 2F6CC4 F5C22F 17A077 D876AC 63BCEC DE9100 8A8A8A 882255 9BEFD0 332288 FFFFFF 6B3E1E 1B1D20 C7B8F5 005A32',
  ),
  bright: split(
    'E6194B 1F6FEB FFE119 2EB82E F032E6 42D4F4 FF8C1A 9A9A9A 800000 8CFFC0 000080 FFFFFF 9A6324 1B1D20 911EB4 008080',
  ),
  soft: split(
    'F0908A 7FA8E0 FAF0A0 8CCB95 DFA3DF A9E8F0 F7BE78 A8A8A8 8E4660 7D9440 5D6BB0 FFFFFF 8F6A49 4A4D52 A07AD2 559687',
  ),
}

/** The colours of tiles by their marks. White and black letters on them tell them apart without colours, too. */
export const TILE_COLOURS: Readonly<Record<Looks['tiles'], Readonly<Record<string, string>>>> = {
  standard: { G: '#2A7A45', Y: '#EEBF2D', B: '#6B6470' },
  contrast: { G: '#F5793A', Y: '#85C0F9', B: '#5F646B' },
}

function split(colours: string): string[] {
  return colours.split(' ').map((colour) => `#${colour}`)
}

/** The looks that are chosen. */
export const chosenLooks = (): Looks => settings.looks

/** The share of light of a colour such as #D55E00, as WCAG defines it. */
export function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** The ink of symbols on pegs and tiles. */
export const PEG_INK = '#231D2B'

/** Dark or white, whichever is easier to read on *fill*. */
export function inkOn(fill: string): string {
  return contrast(fill, PEG_INK) >= contrast(fill, '#FFFFFF') ? PEG_INK : '#FFFFFF'
}
