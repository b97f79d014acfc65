/** The time to the next puzzle of the day. */

/** Seconds from *now* to the next midnight where the player is; days when clocks change are longer or shorter. */
export function untilMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return Math.max(0, Math.ceil((midnight.getTime() - now.getTime()) / 1000))
}

/** Seconds as 5:09:03. */
export function timeLeft(seconds: number): string {
  const [hours, ...rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  return [hours, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}
