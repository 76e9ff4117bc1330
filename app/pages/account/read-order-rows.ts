/**
 * Reads rows of article numbers and quantities, as typed, pasted from a spreadsheet or read from a CSV file: separated by
 * tab, semicolon, comma or spaces, the quantity last; without one it is 1. Empty lines and a header are skipped. Pure.
 */
export interface OrderRow {
  sku: string
  quantity: number
}

/** Most rows of one quick order. */
export const mostRows = 500

const highestQuantity = 5000

/** `wrongLine`: the first line whose quantity is not a whole number from 1 to 5000; null: none. */
export function readOrderRows(text: string): { rows: OrderRow[]; wrongLine: number | null } {
  const rows: OrderRow[] = []
  let wrongLine: number | null = null
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .forEach((line, index) => {
      const [sku = '', quantityText = ''] = fieldsOf(line)
      if (sku === '') return
      const quantity = quantityText === '' ? 1 : Number(quantityText)
      if (Number.isInteger(quantity) && quantity >= 1 && quantity <= highestQuantity)
        rows.push({ sku, quantity })
      // A header names its columns.
      else if (index > 0 || /^\d/.test(quantityText)) wrongLine ??= index + 1
    })
  return { rows, wrongLine }
}

/** The text with one more unit of the article: in the row that has its number, else in a new last row. */
export function addOrderRow(text: string, sku: string): string {
  const lines = text.trimEnd() === '' ? [] : text.trimEnd().split(/\r?\n/)
  const place = lines.findIndex((line) => fieldsOf(line)[0] === sku)
  const quantity = place < 0 ? 0 : readOrderRows(lines[place]!).rows[0]?.quantity
  if (place < 0 || quantity === undefined) return [...lines, `${sku};1`].join('\n')
  return lines.with(place, `${sku};${quantity + 1}`).join('\n')
}

function fieldsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((each) => line.includes(each)) ?? /\s+(?=\S+$)/
  return line
    .trim()
    .split(separator)
    .map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
}
