/** Numbers as short texts. */

/** A whole number in few characters: 1,296 as it is, 4294967296 as 4.3B. */
export function shortNumber(n: number, language: string): string {
  const options = n < 100_000 ? {} : { notation: 'compact' as const, maximumSignificantDigits: 2 }
  return n.toLocaleString(language, options)
}

/** A share of the whole: 12%, with one decimal below 10%. */
export function percent(share: number, language: string): string {
  const maximumFractionDigits = share < 0.0995 ? 1 : 0
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits })
}
