import type { TableReading } from '../../domain/catalogue/feed-upload.ts'

/** `price-list, separated by semicolons, windows-1252, 9 columns`, `price-list, sheet Products, 9 columns, named in row 3`. */
export function describeTable({
  preset,
  separator,
  encoding,
  sheet,
  headerRow,
  columnCount,
}: TableReading): string {
  const columns = `${columnCount} columns${(headerRow ?? 1) > 1 ? `, named in row ${headerRow}` : ''}`
  if (sheet !== null) return `${preset}, sheet ${sheet}, ${columns}`
  if (separator === null) return `${preset}, ${columnCount} fields`
  const names: Record<string, string> = { ',': 'commas', ';': 'semicolons', '|': 'bars', '\t': 'tabs' }
  return `${preset}, separated by ${names[separator] ?? separator}, ${encoding}, ${columns}`
}
