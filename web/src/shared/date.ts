/** Today where the player is, as 2026-11-16. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The name of the month of a date: Sep, 9月. */
export const monthName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(date))

const written = (date: string, language: string, options: Intl.DateTimeFormatOptions): string => {
  const [year, month, day] = date.split('-').map(Number)
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options)
  return format
    .format(new Date(year!, month! - 1, day!))
    .replace(',', '')
    .replace('day ', 'day, ')
}

/** The day of the week of a date such as 2026-11-16: Mon, 周一. */
export const weekday = (date: string, language: string): string =>
  written(date, language, { weekday: 'short' })

/** A date such as 2026-11-16 in words: Mon 16 Nov or Monday 16 November, 11月16日周一; with the year unless it is that of
 * *now*. */
export function shortDate(
  date: string,
  language: string,
  now = new Date(),
  length: 'short' | 'long' = 'short',
): string {
  const year = date.startsWith(`${now.getFullYear()}-`) ? {} : ({ year: 'numeric' } as const)
  return written(date, language, { weekday: length, day: 'numeric', month: length, ...year })
}
