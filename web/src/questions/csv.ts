/** Tables as CSV texts: read into cells, and written. */

/** The first line of *text* that is not blank, without what stands in quotes. */
const firstLine = (text: string): string =>
  text
    .replace(/^[\uFEFF\s]+/, '')
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)[0]!

/** What stands between the cells of *text*: of commas, tabs and semicolons the most in its first line, without quotes. */
function separator(text: string): string {
  const first = firstLine(text)
  const count = (sign: string) => first.split(sign).length
  return [',', '\t', ';'].reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/** The cells of *text*, row by row, without empty lines; as many in each row as in the longest. */
export function parseCsv(text: string): string[][] {
  const sign = separator(text)
  const cell = new RegExp(
    `[ \\t]*?"((?:[^"]|"")*)"[^\\n${sign}]*(${sign}|\\n|$)|([^\\n${sign}]*)(${sign}|\\n|$)`,
    'y',
  )
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const rows: string[][] = [[]]
  while (cell.lastIndex < plain.length) {
    const [, quoted, end, bare, bareEnd] = cell.exec(plain)!
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
    const last = end ?? bareEnd
    if (last === '\n') rows.push([])
    else if (last === sign && cell.lastIndex === plain.length) rows.at(-1)!.push('')
  }
  const full = rows.filter((row) => row.some(Boolean))
  const width = Math.max(0, ...full.map((row) => row.length))
  return full.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

/** *cells* as a CSV text, with semicolons where *like*, the text that they were read from, has them. */
export function formatCsv(cells: readonly (readonly string[])[], like = ''): string {
  const sign = readsSemicolons(like) ? ';' : ','
  const special = (cell: string) => /["\n]/.test(cell) || cell.includes(sign)
  const written = (cell: string) => (special(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return cells.map((row) => `${row.map(written).join(sign)}\n`).join('')
}

/** Whether the engine takes semicolons for what separates the cells of *text*. */
function readsSemicolons(text: string): boolean {
  const first = firstLine(text)
  return first.includes(';') && !first.includes(',')
}

/** *text* as the engine reads it: unchanged if commas, or semicolons alone, separate its cells, else with commas. */
export function withCommas(text: string): string {
  const readable = separator(text) === ',' || readsSemicolons(text)
  return readable ? text : formatCsv(parseCsv(text))
}
