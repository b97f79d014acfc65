/** Whether "How to play" is open, and the kind of game that it begins with; else that of the view. */

export const help = $state({ open: false, kind: '' })
