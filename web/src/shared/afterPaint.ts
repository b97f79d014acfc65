/** Runs *work* after the next paint, so that what was pressed for is seen first. Gives the function that cancels it. */
export function afterPaint(work: () => void): () => void {
  let soon: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => (soon = setTimeout(work)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(soon)
  }
}
