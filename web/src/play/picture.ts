/** A picture of a game that is over, drawn in the browser. */

import { pegShape } from '../game/board/pegShapes'
import type { Game, Row } from '../game/rules'
import type { Result } from './resultText'

const LINE = 52
const MARGIN = 32
const INK = '#231d2b'
const PAPER = '#faf5ea'
const SLAB = '#eadfc9'
const SLAB_SIDE = '#c8b692'
const TRAY = '#c4b18a'
const HIDDEN = '#d8caad'
const TILE = '#fffdf8'
const FACE = 'Bricolage, system-ui, sans-serif'
/** How large a peg is: its outline is in a box of 48. */
const SCALE = 0.875

/** The board as a PNG. *hidden*: the pegs are grey, so that whoever sees it learns nothing about the secret. */
export async function boardPicture(result: Result, hidden: boolean): Promise<Blob> {
  const { game, rows } = result
  const title = result.title.split(' · ')
  const wide = Math.max(480, 2 * MARGIN + game.pegs * 48 + 190)
  const high = 2 * MARGIN + 84 + rows.length * LINE
  const canvas = document.createElement('canvas')
  canvas.width = wide * 2
  canvas.height = high * 2
  const pen = canvas.getContext('2d')!
  pen.scale(2, 2)
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, wide, high)
  for (const [colour, lower] of [
    [SLAB_SIDE, 6],
    [SLAB, 0],
  ] as const) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.roundRect(MARGIN - 14, MARGIN + 62 + lower, wide - 2 * MARGIN + 28, rows.length * LINE + 20, 22)
    pen.fill()
  }
  pen.fillStyle = INK
  pen.textBaseline = 'middle'
  write(pen, title.slice(0, 2).join(' · '), MARGIN, MARGIN + 10, `800 22px ${FACE}`, wide)
  write(pen, title.slice(2).join(' · '), MARGIN, MARGIN + 38, `16px ${FACE}`, wide)
  rows.forEach((row, index) => drawRow(pen, game, row, MARGIN + 72 + (index + 0.5) * LINE, hidden))
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  wide: number,
) {
  pen.font = font
  pen.textAlign = 'left'
  pen.fillText(text, x, y, wide - x - MARGIN)
}

function drawRow(pen: CanvasRenderingContext2D, game: Game, row: Row, y: number, hidden: boolean): void {
  const marks = game.family === 'words' ? row.feedback : ''
  ;[...row.guess].forEach((symbol, place) =>
    drawPeg(pen, game, symbol, MARGIN + 20 + place * 48, y, hidden, marks[place]),
  )
  if (marks) return
  const x = MARGIN + game.pegs * 48 + 24
  pen.fillStyle = INK
  if (game.family === 'twod') return write(pen, row.feedback, x, y, `600 18px ${FACE}`, x + 160)
  const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
  pen.fillStyle = TRAY
  pen.beginPath()
  pen.roundRect(x - 14, y - 14, game.pegs * 20 + 8, 28, 10)
  pen.fill()
  for (let n = 0; n < exact + misplaced; n++) drawPin(pen, x + n * 20, y, n < exact)
}

/** A black pin, or a white one with a dark rim. */
function drawPin(pen: CanvasRenderingContext2D, x: number, y: number, exact: boolean): void {
  pen.beginPath()
  pen.arc(x, y, 7, 0, 2 * Math.PI)
  pen.fillStyle = exact ? INK : TILE
  pen.strokeStyle = INK
  pen.lineWidth = 1.5
  pen.fill()
  pen.stroke()
}

function drawPeg(
  pen: CanvasRenderingContext2D,
  game: Game,
  symbol: string,
  x: number,
  y: number,
  hidden: boolean,
  mark = '',
): void {
  const shape = pegShape(game, symbol, undefined, mark)
  const unknown = hidden && !mark
  const outline = new Path2D(unknown ? 'M18 0A18 18 0 1 1 -18 0A18 18 0 1 1 18 0Z' : shape.path)
  pen.save()
  pen.translate(x, y - 1)
  pen.scale(SCALE, SCALE)
  pen.lineJoin = 'round'
  pen.lineWidth = shape.rounded && !unknown ? 5 : 0.01
  const fill = unknown ? HIDDEN : shape.fill.startsWith('var') ? TILE : shape.fill
  // First the side below it, in a darker shade, then the face.
  for (const [lower, shade] of unknown
    ? [[0, 0] as const]
    : ([
        [2.6, 0.36],
        [0, 0],
      ] as const)) {
    pen.save()
    pen.translate(0, lower)
    for (const colour of [fill, `rgb(0 0 0 / ${shade})`]) {
      pen.fillStyle = pen.strokeStyle = colour
      pen.fill(outline)
      pen.stroke(outline)
    }
    pen.restore()
  }
  if (!hidden && shape.hole) {
    pen.beginPath()
    pen.arc(0, 0, shape.hole, 0, 2 * Math.PI)
    pen.fillStyle = '#ffffff'
    pen.fill()
  }
  if (!hidden && shape.symbol !== 'none') {
    pen.fillStyle = shape.ink.startsWith('var') ? INK : shape.ink
    pen.textAlign = 'center'
    pen.textBaseline = 'alphabetic'
    pen.font = `800 ${shape.symbol === 'large' ? 22 : 17}px ${FACE}`
    pen.fillText(symbol.toUpperCase(), 0, shape.textY)
  }
  pen.restore()
}
