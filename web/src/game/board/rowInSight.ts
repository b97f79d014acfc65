/** Scrolls to the row being typed on the board in *place*, above the controls *below* it, and no further: what is above
 * the board stays in sight as long as it can. Returns whether there is such a row. */
export function rowInSight(place: ParentNode | undefined, below: Element | null | undefined): boolean {
  const row = place?.querySelector<HTMLElement>('.row.active')
  if (!row) return false
  if (below) row.style.scrollMarginBottom = `${below.clientHeight + 8}px`
  row.scrollIntoView({ block: 'nearest' })
  return true
}
