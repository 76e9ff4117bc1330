/**
 * Finds the header of a table among its first rows: for its import, for the page on which columns are mapped, and for the
 * fault that names the columns of an unknown table. Titles, dates and notes may be above it. Pure.
 */
import { mostColumns } from './file-limits.ts'
import type { TablePreset } from './table.ts'

/** Rows in which a header is looked for; empty ones do not count. */
export const headerRows = 20

/** One of the first rows of a table. */
export interface FirstRow {
  /** As a spreadsheet numbers it; 0: the line `sep=;`, for which it shows no row. Null: the fields of records have none. */
  number: number | null
  cells: readonly string[]
}

/** What recognises a header. */
export type HeaderPreset = Pick<TablePreset, 'matches' | 'headerRow' | 'guesses' | 'unused'>

export interface FoundHeader<Preset extends HeaderPreset = TablePreset> {
  /** See `FirstRow`. Of two lines the lower: the rows of the table are below it. */
  row: number | null
  /** As the header writes them, trimmed. */
  columns: string[]
  /** The cells of the lines above the header: titles, and an upper heading line whose names are not in `columns`. */
  above: string[][]
  preset: Preset
  /** It was recognised by none of the presets, but was chosen or is the likely one. */
  isGuess: boolean
}

/**
 * The first row that a preset recognises, by itself or with the line below it. Else, where a preset guesses: the row that it
 * names, or the likely one if there is no such row.
 */
export function findHeader<Preset extends HeaderPreset>(
  rows: readonly FirstRow[],
  presets: readonly Preset[],
): FoundHeader<Preset> | null {
  const linesAbove = (at: number): string[][] => rows.slice(0, at).map(trimmed)
  const known = (
    { number: row }: FirstRow,
    columns: string[],
    firstLine: number,
  ): FoundHeader<Preset> | null => {
    const preset = presets.find(
      ({ headerRow, matches }) =>
        (headerRow === undefined || row === null || headerRow === row) && matches(columns),
    )
    return preset ? { row, columns, above: linesAbove(firstLine), preset, isGuess: false } : null
  }
  for (const [at, row] of rows.entries()) {
    const next = nextLine(rows, at)
    const both = next && joinedLines(row, next, rows[at + 2])
    const joined = both && known(next, both, at)
    if (joined && isIncomplete(row, next)) return joined
    const own = known(row, trimmed(row), at)
    const isNarrow = next !== undefined && next.cells.length <= mostColumns
    const below = isNarrow && (own || joined) ? known(next, trimmed(next), at + 1) : null
    if (own) return below && isBetter(below, own) ? below : own
    if (joined && !below) return joined
  }
  const preset = presets.find(({ guesses }) => guesses === true)
  if (!preset) return null
  const { headerRow } = preset
  const chosenAt = headerRow === undefined ? -1 : rows.findIndex(({ number }) => number === headerRow)
  const likely = likelyHeader(rows)
  const at = chosenAt >= 0 ? chosenAt : likely === undefined ? -1 : rows.indexOf(likely)
  const found = rows[at]
  if (!found) return null
  const [above, below] = [rows[at - 1], nextLine(rows, at)]
  const withAbove =
    above && nextLine(rows, at - 1) === found && isIncomplete(above, found)
      ? joinedLines(above, found, rows[at + 1])
      : null
  if (withAbove)
    return { row: found.number, columns: withAbove, above: linesAbove(at - 1), preset, isGuess: true }
  const withBelow =
    chosenAt < 0 && below && isIncomplete(found, below) ? joinedLines(found, below, rows[at + 2]) : null
  const guess = { above: linesAbove(at), preset, isGuess: true }
  return withBelow
    ? { row: below!.number, columns: withBelow, ...guess }
    : { row: found.number, columns: trimmed(found), ...guess }
}

const trimmed = ({ cells }: FirstRow): string[] => cells.map((cell) => cell.trim())

/** The row directly below, with no empty one between. */
function nextLine(rows: readonly FirstRow[], at: number): FirstRow | undefined {
  const [row, next] = [rows[at], rows[at + 1]]
  return row && next && row.number !== null && next.number === row.number + 1 ? next : undefined
}

/** Whether a second heading line does not name its columns by itself: it leaves some out, or repeats names. */
function isIncomplete(above: FirstRow, line: FirstRow): boolean {
  const filled = filledIn(line)
  const names = trimmed(line)
  const leavesOut = trimmed(above).some((cell, at) => cell !== '' && (names[at] ?? '') === '')
  return leavesOut || new Set(filled).size < filled.length
}

/** Of two lines that both name the columns, as labels above technical names, the one of which more is read. */
function isBetter<Preset extends HeaderPreset>(
  below: FoundHeader<Preset>,
  own: FoundHeader<Preset>,
): boolean {
  const read = ({ columns, preset }: FoundHeader<Preset>) =>
    columns.filter(Boolean).length - (preset.unused?.(columns).filter(Boolean).length ?? 0)
  return read(below) >= read(own)
}

/** Characters of a heading; longer texts are goods. */
const longestHeading = 40

/**
 * The columns of two heading lines: `Pris` above `SEK` and `EUR`, in a cell that reaches over both, are `Pris SEK` and `Pris
 * EUR`. Null: the lower line is none, but a row of goods.
 */
function joinedLines(upper: FirstRow, lower: FirstRow, below: FirstRow | undefined): string[] | null {
  const [above, names] = [trimmed(upper), trimmed(lower)]
  if (above.length > mostColumns || names.length > mostColumns) return null
  const filled = filledIn(lower)
  const isHeading = (text: string) =>
    text.length <= longestHeading && !isValue(text) && /\p{L}/u.test(text) && !/[@:]|\/\//.test(text)
  if (filled.length === 0 || ![...filled, ...filledIn(upper)].every(isHeading)) return null
  if (below === undefined || !filledIn(below).some(isValue)) return null
  // Otherwise no cell reaches over several.
  if (!names.some((name, at) => name !== '' && (above[at] ?? '') === '')) return null
  let group = ''
  const columns = Array.from({ length: Math.max(above.length, names.length) }, (_, at) => {
    const [own = '', name = ''] = [above[at], names[at]]
    if (own !== '') group = name === '' ? '' : own
    else if (name === '') group = ''
    return name === '' ? own : [group, name].filter(Boolean).join(' ')
  })
  return new Set(columns.filter(Boolean)).size === columns.filter(Boolean).length ? columns : null
}

/** A number, an amount or a date, of which rows of goods have some, and headers few. */
const isValue = (cell: string): boolean => /^[\d\s.,:/€$%+-]+(?:\p{L}{0,3}\.?)$/u.test(cell)

const filledIn = ({ cells }: FirstRow): string[] => cells.map((cell) => cell.trim()).filter(Boolean)

/**
 * The first row of different names that has more than half as many cells as the fullest row: a title has fewer, and a line
 * that groups the columns repeats its names. Where there is none, the first in which values are the smaller part.
 */
export function likelyHeader(rows: readonly FirstRow[]): FirstRow | undefined {
  const fullest = Math.max(0, ...rows.map((row) => filledIn(row).length))
  const wide = rows
    .map((row) => ({ row, filled: filledIn(row) }))
    .filter(({ filled }) => filled.length >= 2 && filled.length > fullest / 2)
  const found =
    wide.find(({ filled }) => !filled.some(isValue) && new Set(filled).size === filled.length) ??
    wide.find(({ filled }) => filled.filter(isValue).length < filled.length / 2)
  return found?.row
}

/** The cells of the likely header for a fault, which names something in any case. */
export function likelyColumns(rows: readonly FirstRow[]): string[] {
  const [fullest] = rows.toSorted((a, b) => filledIn(b).length - filledIn(a).length)
  const row = likelyHeader(rows) ?? fullest
  return row ? filledIn(row) : []
}

/** How many rows below a header have as many cells as it: few where a table is cut by a wrong separator. */
export const rowsLike = (columns: number, row: number | null, rows: readonly FirstRow[]): number =>
  rows.filter(({ number, cells }) => (number ?? 0) > (row ?? 0) && cells.length === columns).length
