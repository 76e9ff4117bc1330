/** Finds the header of a table among its first rows: titles, dates and notes may be above it. Pure. */
import type { TablePreset } from './table.ts'

/** Rows in which a header is looked for; empty ones do not count. */
export const headerRows = 20

export interface FoundHeader {
  /** Rows above it that are not empty. */
  at: number
  /** As the header writes them, trimmed. */
  columns: string[]
  preset: TablePreset
}

/** The first row that a form of table recognises. */
export function findHeader(
  rows: readonly (readonly string[])[],
  presets: readonly TablePreset[],
): FoundHeader | null {
  for (const [at, row] of rows.slice(0, headerRows).entries()) {
    const columns = row.map((cell) => cell.trim())
    const preset = presets.find((each) => each.matches(columns))
    if (preset) return { at, columns, preset }
  }
  return null
}

/** The row with the most cells, which a fault names where no row is a header. */
export function likelyHeader(rows: readonly (readonly string[])[]): readonly string[] {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== ''))
  return filled.toSorted((a, b) => b.length - a.length)[0] ?? []
}
