/**
 * Reads the discounts that Shopify exports: a row for each discount with its code. The file says whether a discount is for
 * chosen products, customers or markets, and not which: such rows are refused.
 * https://help.shopify.com/en/manual/discounts/managing-discount-codes
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import { shortened, type ProblemCode } from '../catalogue-import/row-report.ts'
import { readCoupons, saysYes, type CouponForm, type CouponValues } from './coupon-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

type ShopifyField =
  | 'valueType'
  | 'kind'
  | 'method'
  | 'class'
  | 'customers'
  | 'context'
  | 'status'
  | 'combinesOrder'
  | 'combinesProduct'

const columns: CouponForm<ShopifyField>['columns'] = {
  code: ['Code', 'Name'],
  value: ['Value'],
  minimum: ['Minimum Purchase Requirements', 'Minimum Requirements'],
  limit: ['Usage Limit Per Code', 'Usage Limit'],
  customerLimit: ['Applies Once Per Customer', 'Limit Use Per Customer?', 'Limit Use Per Customer'],
  used: ['Times Used In Total', 'Times Used'],
  start: ['Start'],
  end: ['End'],
  valueType: ['Value Type'],
  kind: ['Type', 'Type/Method'],
  method: ['Method', 'Type/Method'],
  class: ['Discount Class'],
  customers: ['Customer Selection', 'Customer Eligibility'],
  context: ['Context'],
  status: ['Status'],
  combinesOrder: ['Combines with Order Discounts'],
  combinesProduct: ['Combines with Product Discounts'],
}

/** Codes of this shop take nothing off the shipping, so it does not matter what combines with that. */
const harmless =
  /^(?:name|id|title|summary|description|combines with shipping discounts|created(?: at| by)?|updated(?: at)?)$/

const everybody = /^(?:|all|everyone|all (?:customers|buyers|markets))$/i

/** `Minimum purchase of $50.00` → `$50.00`. A whole number without a sign may be a sum or a number of units. */
function minimumOf(text: string): { text: string } | { refused: ProblemCode } {
  if (/\b(?:items?|units?|quantity)\b/i.test(text)) return { refused: 'minimum_units' }
  if (/^(?:none|no minimum.*)$/i.test(text)) return { text: '' }
  if (/^[1-9]\d*$/.test(text)) return { refused: 'unclear_minimum' }
  return { text: text.replace(/^minimum (?:purchase|spend|amount|subtotal)(?: amount)?(?: of)?:?\s*/i, '') }
}

const form: CouponForm<ShopifyField> = {
  columns,
  harmless,
  minimumOf,
  judge(texts) {
    const refuse = (code: ProblemCode, field: keyof typeof columns) => ({
      refused: { code, column: columns[field][0]!, value: shortened(texts[field]) },
    })
    const { kind, class: ofClass, valueType } = texts
    if (/^expired$/i.test(texts.status)) return refuse('expired_coupon', 'status')
    if (!/^(?:|active|scheduled)$/i.test(texts.status)) return refuse('inactive_coupon', 'status')
    if (/automatic/i.test(`${texts.method} ${kind}`)) return refuse('automatic_discount', 'method')
    // Without its start it would be valid at once.
    if (/^scheduled$/i.test(texts.status) && texts.start === '') return refuse('inactive_coupon', 'status')
    if (/shipping/i.test(`${kind} ${ofClass} ${valueType}`))
      return refuse('free_shipping', /shipping/i.test(kind) ? 'kind' : 'class')
    if (/\bget\b|bxgy|bogo/i.test(kind)) return refuse('buy_x_get_y', 'kind')
    if (/\bapp\b/i.test(kind)) return refuse('other_discount', 'kind')
    const isPercent = /^percent(?:age)?$/i.test(valueType)
    if (!isPercent && !/^fixed[ _]amount$/i.test(valueType)) return refuse('other_discount', 'valueType')
    if (!everybody.test(texts.customers)) return refuse('only_some_customers', 'customers')
    if (/market/i.test(texts.context) && !everybody.test(texts.context))
      return refuse('only_some_markets', 'context')
    if (!everybody.test(texts.context)) return refuse('only_some_customers', 'context')
    if (/^product/i.test(ofClass)) return refuse('only_some_products', 'class')
    if (ofClass === '') return refuse('unsaid_products', 'class')
    if (!/^order$/i.test(ofClass)) return refuse('other_discount', 'class')
    return {
      grants: isPercent ? 'percent' : 'amount',
      maySpendWithOthers: saysYes(texts.combinesOrder) && saysYes(texts.combinesProduct),
      combinesColumn: columns[saysYes(texts.combinesOrder) ? 'combinesProduct' : 'combinesOrder'][0]!,
    }
  },
}

export const shopifyDiscounts: ShopTablePreset<CouponValues> = {
  name: 'shopify-discounts',
  holds: 'coupons',
  matches: (names) =>
    hasColumns(
      names,
      [...columns.code],
      [...columns.value],
      [...columns.valueType],
      [...columns.used, ...columns.limit, ...columns.class],
    ),
  unused: (names) =>
    unreadColumns(names, [...Object.values(columns).flat(), 'Combines with Shipping Discounts']),
  read: (table, store) => readCoupons(table, store, form),
}
