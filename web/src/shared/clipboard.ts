/** Hands *text* to the share sheet of a phone. Elsewhere it is copied: true when it was, false when the browser refused. */
export async function shareText(text: string): Promise<boolean | null> {
  if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return copyText(text)
  // Closing the sheet is no fault.
  await navigator.share({ text }).catch(() => undefined)
  return null
}

/** Puts *text* on the clipboard; false when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
