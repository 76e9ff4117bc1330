/**
 * Makes orders of the rows of a table, of which each has a line of an order. The rows of an order follow each other, so
 * that one order is held at a time; its own fields are in the first row, or in all of them.
 */
import { z } from 'zod'
import { readLocalAmount, readLocalCount } from '../catalogue-import/local-amount.ts'
import { namedCells } from '../catalogue-import/named-cells.ts'
import type { ProblemCode, RowProblem } from '../catalogue-import/row-report.ts'
import type { Table, TableRow } from '../catalogue-import/table.ts'
import type {
  FormerFulfilment,
  FormerOrder,
  FormerOrderLine,
  FormerPayment,
} from '../domain/former-orders/former-order.ts'
import type { Minor } from '../domain/money/money.ts'
import { normalizeEmail } from '../domain/stores/email.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { GrossAmounts } from './order-amounts.ts'
import { readTime } from './read-time.ts'
import { fieldTexts, readFields, withoutValue, type FieldColumns, type ShopTableRow } from './shop-table.ts'

type OrderField =
  | 'number'
  | 'placedAt'
  | 'email'
  | 'currency'
  | 'total'
  | 'subtotal'
  | 'shipping'
  | 'shippingTax'
  | 'fee'
  | 'feeTax'
  | 'tax'
  | 'discount'
  | 'discountTax'
  | 'discountCode'
  | 'refunded'
  | 'payment'
  | 'fulfilment'
  | 'cancelledAt'
type LineField = 'sku' | 'name' | 'quantity' | 'unit' | 'lineDiscount' | 'lineTotal' | 'lineTax'
export type OrderTexts = Record<OrderField | LineField, string>

/** What an order's words say of it. */
export interface FormerState {
  payment: FormerPayment | null
  fulfilment: FormerFulfilment | null
  /** Null: they do not say. */
  isCancelled: boolean | null
}

export interface OrderForm {
  /** The columns of a system by field; [] for what it does not have. */
  columns: FieldColumns<OrderField | LineField>
  stateOf(texts: OrderTexts): FormerState
  /** What one of a line cost. */
  unitOf(texts: OrderTexts, quantity: number, store: Store): Minor | null
  /** Shipping and discount, for a system that has them without VAT; those of its lines are given. */
  amountsOf?(order: OrderTexts, lines: readonly OrderTexts[], totalMinor: Minor): GrossAmounts
}

/** Rows of one order that are held at a time. */
const mostRowsOfOrder = 5000

/** Orders in the order of their first rows. */
export async function* readOrders(
  form: OrderForm,
  table: Table,
  store: Store,
): AsyncGenerator<ShopTableRow<FormerOrder>> {
  const { columns } = form
  const cell = namedCells(table.columns)
  // A table without the column is of a shop that has one currency.
  const hasCurrency = columns.currency.some((name) => cell([], name) !== undefined)
  const reading = { form, store, hasCurrency }
  let rows: OrderRow[] = []
  for await (const row of table.rows) {
    const texts = fieldTexts(columns, cell, row.cells)
    const isSame = rows.length > 0 && texts.number !== '' && texts.number === rows[0]!.texts.number
    if (!isSame) {
      if (rows.length > 0) yield orderOf(rows, reading)
      rows = []
    }
    if (rows.length <= mostRowsOfOrder) rows.push({ row, texts })
  }
  if (rows.length > 0) yield orderOf(rows, reading)
}

interface OrderRow {
  row: TableRow
  texts: OrderTexts
}

interface Reading {
  form: OrderForm
  store: Store
  hasCurrency: boolean
}

class Refused extends Error {
  readonly problem: RowProblem
  constructor(problem: RowProblem) {
    super(problem.code)
    this.problem = problem
  }
}

function orderOf(rows: readonly OrderRow[], reading: Reading): ShopTableRow<FormerOrder> {
  const [{ row: first, texts }] = rows as [OrderRow]
  const { row, line } = first
  const bytes = rows.reduce((sum, each) => sum + each.row.bytes, 0)
  const place = { row, line, bytes, ...(texts.number !== '' && { id: texts.number }) }
  const repaired: RowProblem[] = []
  try {
    const values = readOrder(rows, reading, repaired)
    return { ...place, values, ...(repaired.length > 0 && { repaired }) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...place, refused: error.problem }
  }
}

const orderRow = z.object({
  number: z.string().min(1, 'missing').max(60, 'too_long'),
  placedAt: z.string().min(1, 'missing'),
  total: z.string().min(1, 'missing'),
})

function readOrder(rows: readonly OrderRow[], reading: Reading, repaired: RowProblem[]): FormerOrder {
  const { form, store } = reading
  const { columns } = form
  const broken = rows.find(({ row }) => row.refused)?.row.refused
  if (broken) throw new Refused(withoutValue(broken))
  if (rows.length > mostRowsOfOrder) throw new Refused({ code: 'too_many_lines', column: columns.number[0]! })
  const texts = orderTexts(rows, columns)
  const read = readFields(orderRow, columns, texts)
  if (!read.ok) throw new Refused(read.problem)
  const placedAt = readTime(texts.placedAt, store)
  if (placedAt === null) throw new Refused(problem('bad_date', 'placedAt', texts, columns))
  requireCurrency(texts, reading)
  const email = texts.email === '' ? null : normalizeEmail(texts.email)
  const isUsable = email === null || email.length <= 254
  // The address is personal data, which a report does not repeat.
  if (texts.email !== '' && (email === null || !isUsable))
    repaired.push({ code: 'field_left_out', column: columns.email[0]! })
  const amount = (field: OrderField) => (texts[field] === '' ? null : readAmountOf(field, texts, reading))
  const totalMinor = readAmountOf('total', texts, reading)
  const stated = { shippingMinor: amount('shipping'), discountMinor: amount('discount') }
  const { lines, lineTexts } = linesOf(rows, reading, repaired)
  const { leftOut, ...parts } = form.amountsOf?.(texts, lineTexts, totalMinor) ?? { ...stated, leftOut: [] }
  for (const field of leftOut) repaired.push(problem('does_not_add_up', field, texts, columns))
  return {
    number: texts.number,
    placedAt,
    email: isUsable ? email : null,
    currency: store.currency,
    totalMinor,
    subtotalMinor: amount('subtotal'),
    taxMinor: amount('tax'),
    ...parts,
    discountCode: shorten(texts.discountCode, 200) || null,
    refundedMinor: amount('refunded'),
    ...form.stateOf(texts),
    lines,
  }
}

/** The first that any row of the order says of each field. */
function orderTexts(rows: readonly OrderRow[], columns: OrderForm['columns']): OrderTexts {
  const fields = Object.keys(columns) as (keyof OrderTexts)[]
  return Object.fromEntries(
    fields.map((field) => [field, rows.find(({ texts }) => texts[field] !== '')?.texts[field] ?? '']),
  ) as OrderTexts
}

const problem = (
  code: ProblemCode,
  field: OrderField | LineField,
  texts: OrderTexts,
  columns: OrderForm['columns'],
): RowProblem => ({ code, column: columns[field][0]!, value: texts[field].slice(0, 60) })

const currencies = new Set(Intl.supportedValuesOf('currency'))

function requireCurrency(texts: OrderTexts, { form: { columns }, store, hasCurrency }: Reading): void {
  if (!hasCurrency) return
  const currency = texts.currency.toUpperCase()
  if (currency === '') throw new Refused({ code: 'missing_currency', column: columns.currency[0]! })
  if (!currencies.has(currency)) throw new Refused(problem('bad_currency', 'currency', texts, columns))
  if (currency !== store.currency) throw new Refused(problem('wrong_currency', 'currency', texts, columns))
}

function readAmountOf(
  field: OrderField | LineField,
  texts: OrderTexts,
  { form: { columns }, store }: Reading,
): Minor {
  // A discount or refund may be written as a deduction.
  const isDeduction = field === 'discount' || field === 'lineDiscount' || field === 'refunded'
  const read = readLocalAmount(isDeduction ? texts[field].replace(/^[-−]/, '') : texts[field], store.currency)
  if (!read.ok) throw new Refused(problem(read.code, field, texts, columns))
  return read.value
}

function linesOf(
  rows: readonly OrderRow[],
  reading: Reading,
  repaired: RowProblem[],
): { lines: FormerOrderLine[]; lineTexts: OrderTexts[] } {
  const { form, store } = reading
  const lines: FormerOrderLine[] = []
  const lineTexts: OrderTexts[] = []
  for (const [at, { row, texts }] of rows.entries()) {
    if (texts.name === '' && texts.sku === '') continue
    if (at > 0 && isRepeated(rows[0]!, row, texts)) {
      repaired.push({ code: 'repeated_line', column: form.columns.name[0]! })
      continue
    }
    const quantity = /^\d/.test(texts.quantity) ? readLocalCount(texts.quantity) : null
    if (quantity === null || quantity > 1_000_000)
      throw new Refused(problem('bad_quantity', 'quantity', texts, form.columns))
    // What was taken from the order again.
    if (quantity === 0) continue
    lineTexts.push(texts)
    lines.push({
      sku: shorten(texts.sku, 100) || null,
      name: shorten(texts.name, 300) || texts.sku.slice(0, 300),
      quantity,
      unitMinor: form.unitOf(texts, quantity, store) ?? readUnit(texts, reading),
      ...(texts.lineDiscount !== '' && { discountMinor: readAmountOf('lineDiscount', texts, reading) }),
    })
  }
  return { lines, lineTexts }
}

const readUnit = (texts: OrderTexts, reading: Reading): Minor | null =>
  texts.unit === '' ? null : readAmountOf('unit', texts, reading)

/** A spreadsheet may have doubled the row that has the order's own fields; other rows of a system have none. */
const isRepeated = (first: OrderRow, row: TableRow, { total }: OrderTexts): boolean =>
  total !== '' && row.cells.every((text, at) => text === first.row.cells[at])

/** Without line breaks and control characters. */
const shorten = (text: string, most: number): string =>
  [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, most).join('')
