/**
 * Makes discount codes of the rows of a table. What a code of this shop cannot promise is refused by name and never
 * approximated: a code that gives more or less than before is money of the shop or of its customers.
 */
import { z } from 'zod'
import { readLocalAmount } from '../catalogue-import/local-amount.ts'
import { namedCells } from '../catalogue-import/named-cells.ts'
import { shortened, type ProblemCode, type RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import { longestCode, normalizeCode } from '../domain/coupons/discount-code.ts'
import type { Minor } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readTime } from './read-time.ts'
import { fieldTexts, readFields, withoutValue, type FieldColumns, type ShopTableRow } from './shop-table.ts'

/** Fields that both systems have. */
type CouponField = 'code' | 'value' | 'minimum' | 'limit' | 'customerLimit' | 'used' | 'start' | 'end'

/** The columns of a system by field; [] for what it does not have. */
export type CouponColumns<More extends string> = FieldColumns<CouponField | More>

export interface CouponValues {
  /** Normalised. */
  code: string
  grant: { percent: number } | { amountMinor: Minor }
  /** Zero: none. */
  minimumMinor: Minor
  /** Epoch milliseconds; null: no bound. */
  validFrom: number | null
  validTo: number | null
  usageLimit: number | null
  usageLimitPerCustomer: number | null
  /** Orders of the former shop that used it. */
  used: number
  /** How the file calls the end, for reports. */
  endColumn: string
  /** Reported where the code is created. */
  noted: RowProblem[]
}

/** What a system's own columns say of a row. */
export type CouponVerdict =
  | { refused: RowProblem }
  | {
      grants: 'percent' | 'amount'
      maySpendWithOthers: boolean
      combinesColumn: string
      /** The end, where it is not as its cell has it. */
      end?: string
    }

/** `judge`: reads the columns that only this system has. Texts are without outer space. */
export interface CouponForm<More extends string> {
  columns: CouponColumns<More>
  judge(texts: Record<CouponField | More, string>, row: { others: RowProblem | null }): CouponVerdict
  /** What columns say that are conditions of a plugin. */
  othersOf?(columns: readonly string[], cells: readonly string[]): RowProblem | null
  /** The amount in what a system writes of the smallest sum; '' for none. As the cell by default. */
  minimumOf?(text: string): { text: string } | { refused: ProblemCode }
}

const falseWords = new Set(['', '0', 'no', 'false', 'nej', 'nei', 'nein'])
/** Whether a cell of yes or no says yes. A word that is neither counts as yes: it restricts. */
export const saysYes = (text: string): boolean => !falseWords.has(text.toLowerCase())

/** `-15.0`, `15 %` → 15. Shopify writes what a discount takes off as a negative number. */
function readPercent(text: string): number | null {
  const [, digits] = /^'?[-−]?(\d{1,3}(?:[.,]\d{1,2}0*)?)\s*%?$/.exec(text) ?? []
  const percent = digits === undefined ? 0 : Number(digits.replace(',', '.'))
  // A part of one, as 0.15, may mean 15 % or 0.15 %.
  return percent >= 1 && percent <= 100 ? percent : null
}

function refuse(context: z.core.$RefinementCtx, message: ProblemCode): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const codeText = z
  .string()
  .min(1, 'missing')
  .max(longestCode, 'bad_coupon_code')
  .regex(/^[\p{L}\p{N}\p{P}\p{S}]+$/u, 'bad_coupon_code')
  .transform(normalizeCode)

/** Zero and an empty cell are no limit. */
const limitText = z
  .string()
  .regex(/^\d{0,9}(?:\.0)?$/, 'bad_quantity')
  .transform((text) => Number(text) || null)

/** A number of uses, or whether each customer may use it once. */
const customerLimitText = z
  .string()
  .transform((text) => (/^(?:true|yes)$/i.test(text) ? '1' : saysYes(text) ? text : ''))
  .pipe(limitText)

const countText = z
  .string()
  .regex(/^\d{0,9}(?:\.0)?$/, 'bad_quantity')
  .transform(Number)

const amountText = (store: Store) =>
  z.string().transform((text, context) => {
    const read = readLocalAmount(text.replace(/^'?[-−]/, ''), store.currency)
    return read.ok ? read.value : refuse(context, read.code)
  })

const timeText = (store: Store) =>
  z.string().transform((text, context) => {
    if (text === '') return null
    // WooCommerce keeps ends as seconds since 1970, and some plugins write them so.
    const time = /^\d{9,10}$/.test(text) ? new Date(Number(text) * 1000) : readTime(text, store)
    return time === null ? refuse(context, 'bad_date') : time.getTime()
  })

const sharedFields = (store: Store) => ({
  code: codeText,
  limit: limitText,
  customerLimit: customerLimitText,
  used: countText,
  start: timeText(store),
  end: timeText(store),
})

/** Codes in the order of the rows. */
export async function* readCoupons<More extends string>(
  table: Table,
  store: Store,
  { columns, judge, othersOf, minimumOf = (text) => ({ text }) }: CouponForm<More>,
): AsyncGenerator<ShopTableRow<CouponValues>> {
  const cell = namedCells(table.columns)
  const shared = columns as FieldColumns<CouponField>
  const minimum = z.string().transform((text, context) => {
    const meant = minimumOf(text)
    if ('refused' in meant) return refuse(context, meant.refused)
    const read = readLocalAmount(meant.text === '' ? '0' : meant.text, store.currency)
    return read.ok ? read.value : refuse(context, read.code)
  })
  const percent = z
    .string()
    .transform((text, context) => readPercent(text) ?? refuse(context, 'bad_percentage'))
  const amount = amountText(store).refine((value) => value > 0, 'zero_amount')
  const byPercent = z.object({ ...sharedFields(store), minimum, value: percent })
  const byAmount = z.object({ ...sharedFields(store), minimum, value: amount })
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const texts = fieldTexts<CouponField | More>(columns, cell, cells)
    const place = { row, line, bytes, ...(texts.code !== '' && { id: shortened(texts.code) }) }
    if (refused) {
      yield { ...place, refused: withoutValue(refused) }
      continue
    }
    const verdict = judge(texts, { others: othersOf?.(table.columns, cells) ?? null })
    if ('refused' in verdict) {
      yield { ...place, refused: verdict.refused }
      continue
    }
    const given = verdict.end === undefined ? texts : { ...texts, end: verdict.end }
    const fields =
      verdict.grants === 'percent'
        ? readFields(byPercent, shared, given)
        : readFields(byAmount, shared, given)
    if (!fields.ok) {
      yield { ...place, refused: fields.problem }
      continue
    }
    const { values } = fields
    const { limit, customerLimit, used } = values
    if (limit !== null && used >= limit) {
      yield { ...place, refused: { code: 'coupon_used_up', column: columns.used[0]!, value: String(used) } }
      continue
    }
    const noted: RowProblem[] = []
    if (!verdict.maySpendWithOthers) noted.push({ code: 'may_be_combined', column: verdict.combinesColumn })
    if (customerLimit !== null && used > 0)
      noted.push({ code: 'customer_uses_unknown', column: columns.customerLimit[0]! })
    yield {
      ...place,
      values: {
        code: values.code,
        grant:
          verdict.grants === 'percent' ? { percent: values.value } : { amountMinor: values.value as Minor },
        minimumMinor: values.minimum,
        validFrom: values.start,
        validTo: values.end,
        usageLimit: limit,
        usageLimitPerCustomer: customerLimit,
        used,
        endColumn: columns.end[0]!,
        noted,
      },
    }
  }
}
