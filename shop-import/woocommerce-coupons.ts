/**
 * Reads coupons of WooCommerce as plugins export them: the fields of a coupon, a row for each code. Products and categories
 * are named by numbers of the former shop there, by which nothing is found here: such rows are refused.
 */
import { hasColumns, nameKey, unreadColumns } from '../catalogue-import/named-cells.ts'
import { shortened, type ProblemCode, type RowProblem } from '../catalogue-import/row-report.ts'
import { isNamed, readCoupons, saysYes, type CouponForm, type CouponValues } from './coupon-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

type WooField =
  | 'endUtc'
  | 'type'
  | 'status'
  | 'shipping'
  | 'maximum'
  | 'alone'
  | 'noReduced'
  | 'products'
  | 'notProducts'
  | 'categories'
  | 'notCategories'
  | 'brands'
  | 'notBrands'
  | 'emails'
  | 'units'

const columns: CouponForm<WooField>['columns'] = {
  code: ['post_title', 'coupon_code', 'code'],
  value: ['coupon_amount', 'amount'],
  minimum: ['minimum_amount', 'minimum_spend'],
  limit: ['usage_limit', 'usage_limit_per_coupon'],
  customerLimit: ['usage_limit_per_user', 'usage_limit_per_customer'],
  used: ['usage_count', 'times_used', 'no_of_times_used'],
  start: ['start_date', '_wt_coupon_start_date', 'meta:_wt_coupon_start_date'],
  end: ['date_expires', 'expiry_date', 'coupon_expiry_date', 'expires'],
  endUtc: ['date_expires_gmt'],
  type: ['discount_type', 'coupon_type'],
  status: ['post_status', 'status'],
  shipping: ['free_shipping', 'allow_free_shipping'],
  maximum: ['maximum_amount', 'maximum_spend'],
  alone: ['individual_use'],
  noReduced: ['exclude_sale_items'],
  products: ['product_ids', 'products'],
  notProducts: ['exclude_product_ids', 'excluded_product_ids', 'exclude_products'],
  categories: ['product_categories', 'applied_product_categories'],
  notCategories: ['exclude_product_categories', 'excluded_product_categories', 'exclude_categories'],
  brands: ['product_brands'],
  notBrands: ['exclude_product_brands', 'excluded_product_brands'],
  emails: ['customer_email', 'email_restrictions', 'allowed_emails'],
  units: ['limit_usage_to_x_items'],
}

/** Columns that say nothing of what a code gives. Any other that holds something may be a condition. */
const harmless =
  /^(?:(?:post |coupon )?(?:id|author|date(?: gmt)?|modified(?: gmt)?|name|excerpt|content|description|type)|(?:date )?(?:created|modified)(?: at| date)?(?: gmt)?|description|guid|menu order|(?:comment|ping) status|_?edit (?:lock|last)|_used by)$/

/** An amount or a count above nothing. */
const isAbove = (text: string): boolean => /[1-9]/.test(text)

const form: CouponForm<WooField> = {
  columns,
  harmless,
  judge(texts) {
    const refuse = (code: ProblemCode, field: keyof typeof columns): { refused: RowProblem } => ({
      refused: {
        code,
        column: columns[field][0]!,
        // Addresses of people stay out of reports.
        ...(field !== 'emails' && { value: shortened(texts[field]) }),
      },
    })
    const type = nameKey(texts.type)
    if (!/^(?:|publish|published|active)$/i.test(texts.status)) return refuse('inactive_coupon', 'status')
    if (saysYes(texts.shipping)) return refuse('free_shipping', 'shipping')
    if (/credit|smart coupon|gift/.test(type)) return refuse('credit_coupon', 'type')
    if (/product/.test(type) && !/percent/.test(type)) return refuse('amount_per_unit', 'type')
    const isPercent = /^percent(?:age)?(?: product)?(?: discount)?$/.test(type)
    if (!isPercent && !/^fixed cart(?: discount)?$/.test(type)) return refuse('other_discount', 'type')
    if (isNamed(texts.emails)) return refuse('only_some_customers', 'emails')
    for (const field of [
      'products',
      'notProducts',
      'categories',
      'notCategories',
      'brands',
      'notBrands',
    ] as const)
      if (isNamed(texts[field])) return refuse('only_some_products', field)
    if (isAbove(texts.maximum)) return refuse('maximum_spend', 'maximum')
    if (isAbove(texts.units)) return refuse('limited_units', 'units')
    if (saysYes(texts.noReduced)) return refuse('not_reduced_products', 'noReduced')
    return {
      grants: isPercent ? 'percent' : 'amount',
      maySpendWithOthers: !saysYes(texts.alone),
      combinesColumn: columns.alone[0]!,
      ...(texts.end === '' && texts.endUtc !== '' && { end: `${texts.endUtc.replace(/Z$/, '')}Z` }),
    }
  },
}

export const woocommerceCoupons: ShopTablePreset<CouponValues> = {
  name: 'woocommerce-coupons',
  holds: 'coupons',
  matches: (names) => hasColumns(names, [...columns.code], [...columns.type], [...columns.value]),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readCoupons(table, store, form),
}
