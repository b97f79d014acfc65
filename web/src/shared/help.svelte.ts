/** Whether the list of keyboard shortcuts is open. */

export const help = $state({ open: false })
