/**
 * Makes discount codes of the rows of a table. What a code of this shop cannot promise is refused by name and never
 * approximated: a code that gives more or less than before is money of the shop or of its customers.
 */
import { z } from 'zod'
import { readBoolean } from '../catalogue-import/boolean-words.ts'
import { readLocalAmount } from '../catalogue-import/local-amount.ts'
import { nameKey } from '../catalogue-import/named-cells.ts'
import { shortened, type ProblemCode, type RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import { isDiscountCode, longestCode, normalizeCode } from '../domain/coupons/discount-code.ts'
import type { Minor } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readTime } from './read-time.ts'
import { readFields, textOf, withoutValue, type FieldColumns, type ShopTableRow } from './shop-table.ts'

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
  judge(texts: Record<CouponField | More, string>): CouponVerdict
  /**
   * Names of columns (`nameKey`) that are not read and say nothing of what a code gives. A row for which any other holds
   * something is refused: it may be a condition, without which the code would give more.
   */
  harmless: RegExp
  /** The amount in what a system writes of the smallest sum; '' for none. As the cell by default. */
  minimumOf?(text: string): { text: string } | { refused: ProblemCode }
}

/** Whether a cell of yes or no says yes. A word that is neither counts as yes: it restricts. */
export const saysYes = (text: string): boolean => text !== '' && readBoolean(text) !== false

/** Whether a list or a condition names something; `a:0:{}` is an empty list of PHP. */
export const isNamed = (text: string): boolean =>
  saysYes(text) && !/^(?:\[\]|a:0:\{\}|null|none)$/i.test(text)

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
  // Another one could not be entered in the cart.
  .refine(isDiscountCode, 'bad_coupon_code')
  .transform(normalizeCode)

/** Zero and an empty cell are no limit. */
const limitText = z
  .string()
  .regex(/^\d{0,9}(?:\.0)?$/, 'bad_quantity')
  .transform((text) => Number(text) || null)

/** A number of uses, or whether each customer may use it once. */
const customerLimitText = z
  .string()
  .transform((text) => (readBoolean(text) === true ? '1' : saysYes(text) ? text : ''))
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
    const time = timeOf(text, store)
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
  { columns, harmless, judge, minimumOf = (text) => ({ text }) }: CouponForm<More>,
): AsyncGenerator<ShopTableRow<CouponValues>> {
  const names = new Set(table.columns.map(nameKey))
  const hasUses = columns.used.some((name) => names.has(nameKey(name)))
  const read = couponCells(table.columns, columns, harmless)
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
    const { texts, ends, unread } = read(cells)
    const place = { row, line, bytes, ...(texts.code !== '' && { id: shortened(texts.code) }) }
    if (refused) {
      yield { ...place, refused: withoutValue(refused) }
      continue
    }
    const verdict = judge(texts)
    if ('refused' in verdict) {
      yield { ...place, refused: verdict.refused }
      continue
    }
    if (unread) {
      yield { ...place, refused: unread }
      continue
    }
    const given = {
      ...texts,
      end: earliestOf(verdict.end === undefined ? ends : [...ends, verdict.end], store),
    }
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
    if (limit !== null && !hasUses) {
      yield { ...place, refused: { code: 'uses_unknown', column: columns.limit[0]!, value: String(limit) } }
      continue
    }
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

/**
 * Reads the cells of a row. Of several columns of one field, the first counts that holds something: plugins write the same
 * in two columns, of which one may be empty. `ends`: all that say when the code ends. `unread`: what another column says.
 */
function couponCells<Field extends string>(
  names: readonly string[],
  columns: FieldColumns<Field>,
  harmless: RegExp,
): (cells: readonly string[]) => {
  texts: Record<Field, string>
  ends: string[]
  unread: RowProblem | null
} {
  const keys = names.map(nameKey)
  const placesOf = (spellings: readonly string[]) =>
    spellings.flatMap((spelling) => keys.flatMap((key, place) => (key === nameKey(spelling) ? [place] : [])))
  const entries = Object.entries(columns) as [Field, readonly string[]][]
  const fields = entries.map(([field, spellings]) => [field, placesOf(spellings)] as const)
  const known = new Set(fields.flatMap(([, places]) => places))
  const others = [...keys.keys()].filter((place) => !known.has(place) && !harmless.test(keys[place]!))
  return (cells) => {
    const textAt = (place: number) => textOf(cells[place])
    const textsOf = (places: readonly number[]) => places.map(textAt).filter((text) => text !== '')
    const texts = fields.map(([field, places]) => [field, textsOf(places)[0] ?? ''] as const)
    const other = others.find((place) => isNamed(textAt(place)))
    return {
      texts: Object.fromEntries(texts) as Record<Field, string>,
      ends: textsOf(fields.find(([field]) => field === 'end')?.[1] ?? []),
      unread:
        other === undefined
          ? null
          : { code: 'other_condition', column: shortened(names[other]!), value: shortened(textAt(other)) },
    }
  }
}

/** The text of the earliest end; the first that is no time, so that its row is refused. */
function earliestOf(ends: readonly string[], store: Store): string {
  const timed = ends.map((text) => ({ text, at: timeOf(text, store)?.getTime() ?? Number.NEGATIVE_INFINITY }))
  return timed.toSorted((a, b) => a.at - b.at)[0]?.text ?? ''
}

/** WooCommerce keeps ends as seconds since 1970, and some plugins write them so. */
const timeOf = (text: string, store: Store): Date | null =>
  /^\d{9,10}$/.test(text) ? new Date(Number(text) * 1000) : readTime(text, store)
