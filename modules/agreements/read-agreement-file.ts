/**
 * Reads the rows of an agreement from CSV text with a header: `sku`, `min_quantity`, `price` for a price, or `percent`
 * with nothing, `brand` or `category` for a percentage. Fields are separated by comma, semicolon or tab, as the header
 * is; decimals may have a comma where that is not the separator. Pure.
 */

import { readMinor, type Minor } from '../../domain/money/money.ts'

export type AgreementRow =
  | { line: number; kind: 'price'; sku: string; quantity: number; priceMinor: Minor }
  | { line: number; kind: 'percent'; percent: number; brand: string | null; category: string | null }

export interface RowProblem {
  /** Line of the file, the header being 1. */
  line: number
  problem: string
}

const columns = ['sku', 'min_quantity', 'price', 'percent', 'brand', 'category']

export function readAgreementFile(text: string): { rows: AgreementRow[]; problems: RowProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = lines[0] ?? ''
  const separator = ['\t', ';'].find((each) => header.includes(each)) ?? ','
  const names = fieldsOf(header, separator).map((name) => name.toLowerCase())
  const unknown = names.filter((name) => !columns.includes(name))
  const isRepeated = new Set(names).size < names.length
  if (unknown.length > 0 || isRepeated || !(names.includes('sku') || names.includes('percent')))
    return {
      rows: [],
      problems: [{ line: 1, problem: `the header needs columns of ${columns.join(', ')}` }],
    }
  const rows: AgreementRow[] = []
  const problems: RowProblem[] = []
  lines.slice(1).forEach((content, index) => {
    if (content.trim() === '') return
    const line = index + 2
    const values = fieldsOf(content, separator)
    const row = rowOf(line, (name) => values[names.indexOf(name)] ?? '', separator)
    if (typeof row === 'string') problems.push({ line, problem: row })
    else rows.push(row)
  })
  return { rows, problems }
}

const fieldsOf = (line: string, separator: string): string[] =>
  line.split(separator).map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  )

/** A number of at most two decimals with a decimal point; null: none. */
function decimal(text: string, separator: string): string | null {
  const compact = text.replaceAll(/[\s\u00A0]/g, '')
  const plain = separator === ',' ? compact : compact.replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? plain : null
}

function rowOf(line: number, field: (name: string) => string, separator: string): AgreementRow | string {
  const [sku, percentText] = [field('sku'), field('percent')]
  if (percentText !== '') {
    if (sku !== '' || field('price') !== '') return 'a percentage has neither sku nor price'
    const percentage = decimal(percentText, separator)
    const percent = percentage === null ? null : Number(percentage)
    if (percent === null || percent <= 0 || percent > 100) return 'percent is a number up to 100'
    const [brand, category] = [field('brand') || null, field('category') || null]
    if (brand !== null && category !== null) return 'a percentage is for a brand or for a category'
    return { line, kind: 'percent', percent, brand, category }
  }
  if (sku === '') return 'a row needs an sku or a percentage'
  const quantity = field('min_quantity') === '' ? 1 : Number(field('min_quantity'))
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 5000)
    return 'min_quantity is a whole number from 1 to 5000'
  const price = decimal(field('price'), separator)
  return price === null
    ? 'price is an amount with at most two decimals'
    : { line, kind: 'price', sku, quantity, priceMinor: readMinor(price) }
}
