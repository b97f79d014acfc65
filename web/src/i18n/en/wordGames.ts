/** Word games, in English. */

export const words = {
  keys: { label: 'Letters', enter: 'Enter' },
}
