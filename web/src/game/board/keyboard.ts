/** What a key means on the board. Letters may be symbols of the game, so commands are with Alt. */

import { inCase, type Game } from '../rules'

export type Command = 'undo' | 'hint' | 'why' | 'list' | 'finish' | 'new' | 'marks'

export type Action =
  | { readonly do: 'type'; readonly symbol: string }
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'delete' | 'guess' | 'help' | Command }

export interface Press {
  readonly key: string
  readonly code: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The letter, with Alt, of each command. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  u: 'undo',
  h: 'hint',
  w: 'why',
  l: 'list',
  c: 'finish',
  n: 'new',
  x: 'marks',
}

/** What *press* asks for; null when it is not for the board. */
export function keyAction(press: Press, game: Game): Action | null {
  if (press.ctrlKey || press.metaKey) return null
  if (press.altKey) return commandOf(press)
  const symbol = press.key.length === 1 ? inCase(game, press.key) : ''
  if (symbol && game.symbols.includes(symbol)) return { do: 'type', symbol }
  return plain(press.key)
}

function plain(key: string): Action | null {
  if (key === 'ArrowLeft') return { do: 'move', by: -1 }
  if (key === 'ArrowRight') return { do: 'move', by: 1 }
  if (key === 'Backspace') return { do: 'delete' }
  if (key === 'Enter') return { do: 'guess' }
  return key === '?' || key === '？' ? { do: 'help' } : null
}

/** With Alt some keyboards produce other characters; then the position of the key counts. */
function commandOf({ key, code }: Press): Action | null {
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  const command = COMMANDS[letter]
  return command && Object.hasOwn(COMMANDS, letter) ? { do: command } : null
}

const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog, [data-own-keys]'
const PRESSED = 'button, a, summary, [role=button], input'

/** The button that the mouse pressed last, as long as it has the focus: the next Enter is meant for the guess. */
let clicked: Element | null = null
if (typeof document !== 'undefined') {
  document.addEventListener('click', ({ detail }) => (clicked = detail ? document.activeElement : null), true)
  document.addEventListener('focusin', () => (clicked = null))
}

/** The action of a key press anywhere on the page: none in text fields and dialogs, none that a button would take,
 * and with shortcuts switched off only those on the board itself. */
export function pageAction(event: KeyboardEvent, game: Game, shortcuts: boolean): Action | null {
  const target = event.target instanceof Element ? event.target : null
  if (event.defaultPrevented || event.isComposing || target?.closest(FIELDS)) return null
  if (document.querySelector('dialog[open]')) return null
  if (!shortcuts && !target?.closest('.board')) return null
  if (event.key === 'Enter' && target !== clicked && target?.closest(PRESSED)) return null
  return keyAction(event, game)
}
