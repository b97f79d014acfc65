/** The time in milliseconds, anew every second while the component that asks is shown. */
export function clock(): () => number {
  let now = $state(Date.now())
  $effect(() => {
    const timer = setInterval(() => (now = Date.now()), 1000)
    return () => clearInterval(timer)
  })
  return () => now
}
