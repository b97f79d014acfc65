/** Numbers as short texts. */

/** A whole number in few characters: 1,296 as it is, 4294967296 as 4.3B. */
export function shortNumber(n: number, language: string): string {
  const options = n < 100_000 ? {} : { notation: 'compact' as const, maximumSignificantDigits: 2 }
  return n.toLocaleString(language, options)
}

/** A number that is known from a sample only: ≈ 42M. */
export function roughly(n: number, language: string): string {
  const digits =
    n < 100 ? { maximumSignificantDigits: 2 } : { notation: 'compact' as const, maximumSignificantDigits: 2 }
  return `≈ ${n.toLocaleString(language, digits)}`
}

/** A share of the whole: 12%, with one decimal below 10%. */
export function percent(share: number, language: string): string {
  const maximumFractionDigits = share < 0.0995 ? 1 : 0
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits })
}

/** A chance to win, never rounded up to certainty or down to nothing: 99%, <0.1%. */
export function chance(share: number, language: string): string {
  if (share > 0 && share < 0.001) return `<${percent(0.001, language)}`
  return percent(share < 1 ? Math.min(share, 0.99) : 1, language)
}
