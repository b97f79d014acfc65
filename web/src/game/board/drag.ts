/** Dragging a symbol onto a slot by mouse, pen or finger. A click does the same. */

/** What is dropped: a symbol, and the slot it comes from, or null for the palette. */
export interface Drop {
  readonly symbol: string
  readonly from: number | null
}

const FAR = 8 // pixels before a press is a drag

/** Makes an element draggable; the slot under the pointer at the end gets a "symboldrop". */
export function draggable(what: () => Drop) {
  return (element: HTMLElement): (() => void) => {
    const press = (event: PointerEvent) => {
      if (event.button === 0 && what().symbol) follow(element, event, what())
    }
    element.addEventListener('pointerdown', press)
    return () => element.removeEventListener('pointerdown', press)
  }
}

function follow(element: HTMLElement, start: PointerEvent, what: Drop): void {
  let ghost: HTMLElement | null = null
  const stop = new AbortController()
  const move = (event: PointerEvent) => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY]
    if (event.pointerId !== start.pointerId || (!ghost && Math.hypot(x, y) < FAR)) return
    ghost ??= makeGhost(element)
    ghost.style.transform = `translate(${x}px, ${y}px)`
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    stop.abort()
    if (!ghost) return
    ghost.remove()
    const slot = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-slot]')
    if (event.type === 'pointerup') slot?.dispatchEvent(new CustomEvent<Drop>('symboldrop', { detail: what }))
  }
  addEventListener('pointermove', move, { signal: stop.signal })
  addEventListener('pointerup', end, { signal: stop.signal })
  addEventListener('pointercancel', end, { signal: stop.signal })
}

function makeGhost(element: HTMLElement): HTMLElement {
  const peg = element.querySelector('svg')!
  const { left, top } = peg.getBoundingClientRect()
  const ghost = document.createElement('div')
  ghost.append(peg.cloneNode(true))
  Object.assign(ghost.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, zIndex: '20' })
  ghost.style.pointerEvents = 'none'
  ghost.setAttribute('aria-hidden', 'true')
  document.body.append(ghost)
  return ghost
}

/** Makes an element a place for drops. */
export function droppable(take: (drop: Drop) => void) {
  return (element: HTMLElement): (() => void) => {
    const drop = (event: Event) => take((event as CustomEvent<Drop>).detail)
    element.addEventListener('symboldrop', drop)
    return () => element.removeEventListener('symboldrop', drop)
  }
}
