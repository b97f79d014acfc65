/** Today where the player is, as 2026-11-16. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The name of the month of a date: Sep, 9月. */
export const monthName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(date))

/** A date such as 2026-11-16 in few words: Mon 16 Nov, 11月16日周一; with the year unless it is that of *now*. */
export function shortDate(date: string, language: string, now = new Date()): string {
  const [year, month, day] = date.split('-').map(Number)
  const shown = new Date(year!, month! - 1, day!)
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year === now.getFullYear() ? {} : { year: 'numeric' }),
  })
  return format.format(shown).replaceAll(',', '')
}
