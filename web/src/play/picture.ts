/** A picture of a game that is over, drawn in the browser. */

import { pegShape } from '../game/board/pegShapes'
import type { Game, Row } from '../game/rules'
import { resultTitle, type Result } from './resultText'

const LINE = 56
const MARGIN = 32
const INK = '#1c1e21'

/** The board as a PNG. *hidden*: the pegs are grey, so that whoever sees it learns nothing about the secret. */
export async function boardPicture(result: Result, hidden: boolean): Promise<Blob> {
  const { game, rows } = result
  const title = resultTitle(result).split(' · ')
  const wide = Math.max(480, 2 * MARGIN + game.pegs * 48 + 140)
  const high = 2 * MARGIN + 72 + rows.length * LINE
  const canvas = document.createElement('canvas')
  canvas.width = wide * 2
  canvas.height = high * 2
  const pen = canvas.getContext('2d')!
  pen.scale(2, 2)
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, wide, high)
  pen.fillStyle = INK
  pen.textBaseline = 'middle'
  write(pen, title.slice(0, 2).join(' · '), MARGIN, MARGIN + 10, 'bold 20px system-ui, sans-serif', wide)
  write(pen, title.slice(2).join(' · '), MARGIN, MARGIN + 38, '16px system-ui, sans-serif', wide)
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
  if (game.family === 'twod') return write(pen, row.feedback, x, y, '18px system-ui, sans-serif', x + 160)
  const [exact = 0, misplaced = 0] = row.feedback.split('.').map(Number)
  for (let n = 0; n < exact + misplaced; n++) drawKey(pen, x + n * 20, y, n < exact)
}

/** A filled disc for exact, a ring for misplaced. */
function drawKey(pen: CanvasRenderingContext2D, x: number, y: number, exact: boolean): void {
  pen.beginPath()
  pen.arc(x, y, 7, 0, 2 * Math.PI)
  pen.fillStyle = exact ? INK : '#ffffff'
  pen.strokeStyle = INK
  pen.lineWidth = 2
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
  const outline = new Path2D(hidden && !mark ? 'M17 0A17 17 0 1 1 -17 0A17 17 0 1 1 17 0Z' : shape.path)
  pen.save()
  pen.translate(x, y)
  pen.fillStyle = (hidden && !mark) || shape.fill.startsWith('var') ? '#ecece8' : shape.fill
  pen.strokeStyle = INK
  pen.lineWidth = 1.5
  pen.fill(outline)
  pen.stroke(outline)
  if (!hidden && shape.hole) {
    pen.beginPath()
    pen.arc(0, 0, shape.hole, 0, 2 * Math.PI)
    pen.fillStyle = '#ffffff'
    pen.fill()
  }
  if (!hidden && shape.symbol !== 'none') {
    pen.fillStyle = shape.ink.startsWith('var') ? INK : shape.ink
    pen.textAlign = 'center'
    pen.font = 'bold 16px system-ui, sans-serif'
    pen.fillText(symbol.toUpperCase(), 0, shape.textY)
  }
  pen.restore()
}
