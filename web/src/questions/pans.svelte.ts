/** The coins on the two pans of a balance that is being loaded. */

export type Place = 'left' | 'right' | 'beside'

const MOST = 8 // coins on a pan
const NEXT: Readonly<Record<Place, Place>> = { beside: 'left', left: 'right', right: 'beside' }

export class Pans {
  left = $state('')
  right = $state('')
  readonly empty: boolean = $derived(!this.left && !this.right)
  /** The weighing, as it lies there; empty unless there are as many coins left as right. */
  readonly weighing: string = $derived(
    this.left && this.left.length === this.right.length ? `${this.left}-${this.right}` : '',
  )

  placeOf(coin: string): Place {
    return this.left.includes(coin) ? 'left' : this.right.includes(coin) ? 'right' : 'beside'
  }

  put(coin: string, place: Place): void {
    this.left = this.left.replace(coin, '')
    this.right = this.right.replace(coin, '')
    if (place !== 'beside' && this[place].length < MOST) this[place] += coin
  }

  /** From beside the balance to the left, to the right, and off again. */
  turn(coin: string): void {
    this.put(coin, NEXT[this.placeOf(coin)])
  }

  /** Puts the coins of *weighing*, or none. */
  set(weighing = ''): void {
    ;[this.left = '', this.right = ''] = weighing.split('-')
  }
}
