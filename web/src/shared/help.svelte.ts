/** Whether "How to play" is open. */

export const help = $state({ open: false })
