/** Whether the keys are shown: the bar and every view may ask for them. */

export const help = $state({ open: false })
