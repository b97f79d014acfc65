/** The slot of the row being typed that the next symbol goes to, or the last one when all are full. */
export const typedSlot = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>('[data-slot][aria-current]') ??
  [...document.querySelectorAll<HTMLElement>('[data-slot]')].at(-1)
