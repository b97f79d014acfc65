/** A second action of a button: by holding it, by the right mouse button, or by the menu key of the keyboard. */

const LONG = 450 // milliseconds before a press is long
const FAR = 8 // pixels that a finger may move meanwhile; more is a drag

/** Makes a long press, a right click or the menu key on an element do *action*, and not what a click does. */
export function longPress(action: () => void) {
  return (element: HTMLElement): (() => void) => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    let timer = 0
    let done = false
    let start = { x: 0, y: 0 }
    const cancel = () => clearTimeout(timer)
    const act = () => {
      done = true
      action()
    }
    const press = (event: PointerEvent) => {
      cancel()
      done = false
      start = { x: event.clientX, y: event.clientY }
      if (event.pointerType !== 'mouse' && event.isPrimary) timer = window.setTimeout(act, LONG)
    }
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR) cancel()
    }
    // Some browsers send "contextmenu" for a long press too: it acts once.
    const menu = (event: Event) => {
      event.preventDefault()
      cancel()
      if (!done) act()
    }
    const click = (event: Event) => {
      if (done) event.stopImmediatePropagation()
      done = false
    }
    element.addEventListener('pointerdown', press, options)
    element.addEventListener('pointermove', move, options)
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
      element.addEventListener(end, cancel, options)
    element.addEventListener('contextmenu', menu, options)
    element.addEventListener('click', click, options)
    return () => {
      cancel()
      stop.abort()
    }
  }
}
