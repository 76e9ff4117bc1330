/**
 * Finds the header of a table among its first rows: for its import, for the page on which columns are mapped, and for the
 * fault that names the columns of an unknown table. Titles, dates and notes may be above it. Pure.
 */
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
type HeaderPreset = Pick<TablePreset, 'matches' | 'headerRow' | 'guesses'>

export interface FoundHeader<Preset extends HeaderPreset = TablePreset> {
  /** See `FirstRow`. */
  row: number | null
  /** As the header writes them, trimmed. */
  columns: string[]
  preset: Preset
  /** It was recognised by none of the presets, but was chosen or is the likely one. */
  isGuess: boolean
}

/**
 * The first row that a preset recognises. Else, where a preset guesses: the row that it names, or the likely one if there is
 * no such row.
 */
export function findHeader<Preset extends HeaderPreset>(
  rows: readonly FirstRow[],
  presets: readonly Preset[],
): FoundHeader<Preset> | null {
  for (const { number: row, cells } of rows) {
    const columns = cells.map((cell) => cell.trim())
    const preset = presets.find(
      ({ headerRow, matches }) =>
        (headerRow === undefined || row === null || headerRow === row) && matches(columns),
    )
    if (preset) return { row, columns, preset, isGuess: false }
  }
  const preset = presets.find(({ guesses }) => guesses === true)
  if (!preset) return null
  const { headerRow } = preset
  const chosen = headerRow === undefined ? undefined : rows.find(({ number }) => number === headerRow)
  const found = chosen ?? likelyHeader(rows)
  return found
    ? { row: found.number, columns: found.cells.map((cell) => cell.trim()), preset, isGuess: true }
    : null
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
