import type { TableReading } from '../../domain/catalogue/feed-upload.ts'

/** `price-list, separated by semicolons, windows-1252, 9 columns`, `price-list, sheet Products, 9 columns`. */
export function describeTable({ preset, separator, encoding, sheet, columnCount }: TableReading): string {
  if (sheet !== null) return `${preset}, sheet ${sheet}, ${columnCount} columns`
  if (separator === null) return `${preset}, ${columnCount} fields`
  const names: Record<string, string> = { ',': 'commas', ';': 'semicolons', '|': 'bars', '\t': 'tabs' }
  return `${preset}, separated by ${names[separator] ?? separator}, ${encoding}, ${columnCount} columns`
}
