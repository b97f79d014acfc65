/** Whether the window has one column: then help opens as a sheet from below instead of beside the board. */

import { MediaQuery } from 'svelte/reactivity'

export const narrow = new MediaQuery('(max-width: 999px)')
