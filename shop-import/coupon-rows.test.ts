import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { shopifyDiscounts } from './shopify-discounts.ts'
import { rowsOf } from './table-rows.test-support.ts'
import { woocommerceCoupons } from './woocommerce-coupons.ts'

const shopify = {
  Name: 'SUMMER15',
  Value: '-15.0',
  'Value Type': 'percentage',
  Type: 'Amount Off',
  'Discount Class': 'order',
  'Minimum Purchase Requirements': '',
  'Combines with Order Discounts': '1',
  'Combines with Product Discounts': '1',
  'Combines with Shipping Discounts': '',
  'Customer Selection': 'all',
  Context: '',
  'Times Used In Total': '0',
  'Applies Once Per Customer': '0',
  'Usage Limit Per Code': '',
  Status: 'Active',
  Start: '2026-06-01 08:00:00 +0200',
  End: '',
}
const woo = {
  post_title: 'tack',
  post_status: 'publish',
  discount_type: 'percent',
  coupon_amount: '10',
  free_shipping: 'no',
  individual_use: 'no',
  product_ids: '',
  exclude_product_ids: '',
  product_categories: '',
  usage_limit: '',
  usage_limit_per_user: '0',
  usage_count: '',
  limit_usage_to_x_items: '',
  date_expires: '',
  minimum_amount: '',
  maximum_amount: '',
  exclude_sale_items: 'no',
  customer_email: '',
  _wt_sc_payment_methods: '',
}

const shopifyRow = async (fields: Partial<typeof shopify>, store = stores.sv) =>
  (await rowsOf(shopifyDiscounts, store, [{ ...shopify, ...fields }]))[0]!
const wooRow = async (fields: Partial<typeof woo>) =>
  (await rowsOf(woocommerceCoupons, stores.sv, [{ ...woo, ...fields }]))[0]!

describe('discounts of Shopify', () => {
  it('are percentages and amounts off orders with their period, limits and uses so far', async () => {
    expect((await shopifyRow({})).values).toMatchObject({
      code: 'SUMMER15',
      grant: { percent: 15 },
      minimumMinor: 0,
      validFrom: Date.parse('2026-06-01T06:00:00Z'),
      validTo: null,
      usageLimit: null,
      usageLimitPerCustomer: null,
      used: 0,
      noted: [],
    })
    const amount = await shopifyRow({
      Name: 'tack-50',
      Value: '-50.00',
      'Value Type': 'fixed_amount',
      'Minimum Purchase Requirements': 'Minimum purchase of 499,00 kr',
      'Combines with Product Discounts': '',
      'Times Used In Total': '12',
      'Applies Once Per Customer': 'true',
      'Usage Limit Per Code': '100',
      Status: 'Scheduled',
      End: '2026-12-31 23:59:59 +0100',
    })
    expect(amount.values).toMatchObject({
      code: 'TACK-50',
      grant: { amountMinor: 5000 },
      minimumMinor: 49900,
      validTo: Date.parse('2026-12-31T22:59:59Z'),
      usageLimit: 100,
      usageLimitPerCustomer: 1,
      used: 12,
      noted: [
        { code: 'may_be_combined', column: 'Combines with Product Discounts' },
        { code: 'customer_uses_unknown', column: 'Applies Once Per Customer' },
      ],
    })
    expect(
      (await shopifyRow({ 'Minimum Purchase Requirements': '500.0', 'Applies Once Per Customer': '1' }))
        .values,
    ).toMatchObject({ minimumMinor: 50000, usageLimitPerCustomer: 1, noted: [] })
  })

  it.each([
    [{ Name: '' }, 'missing'],
    [{ Name: '[DO NOT DELETE] Bundle' }, 'bad_coupon_code'],
    [{ Name: 'SOMMAR_24' }, 'bad_coupon_code'],
    [{ Type: 'Buy X Get Y' }, 'buy_x_get_y'],
    [{ Type: 'Free Shipping', 'Discount Class': 'shipping' }, 'free_shipping'],
    [{ Type: 'App Discount', 'Value Type': 'app' }, 'other_discount'],
    [{ 'Value Type': 'app' }, 'other_discount'],
    [{ 'Discount Class': 'product' }, 'only_some_products'],
    [{ 'Discount Class': 'multiple' }, 'other_discount'],
    [{ 'Discount Class': '' }, 'unsaid_products'],
    [{ 'Customer Selection': 'customer_segments' }, 'only_some_customers'],
    [{ Context: 'Customer segments' }, 'only_some_customers'],
    [{ Context: 'Markets: Norway' }, 'only_some_markets'],
    [{ 'Minimum Purchase Requirements': 'Minimum of 3 items' }, 'minimum_units'],
    [{ 'Minimum Purchase Requirements': '3' }, 'unclear_minimum'],
    [{ 'Minimum Purchase Requirements': 'Minimum purchase of 50.00 EUR' }, 'wrong_currency'],
    [{ 'Minimum Purchase Requirements': '$50.00' }, 'bad_currency'],
    [{ 'Value Type': 'fixed_amount', Value: '-5,00 €' }, 'wrong_currency'],
    [{ 'Value Type': 'fixed_amount', Value: '0.0' }, 'zero_amount'],
    [{ Value: '-0.15' }, 'bad_percentage'],
    [{ Value: '-115.0' }, 'bad_percentage'],
    [{ Value: '' }, 'bad_percentage'],
    [{ 'Times Used In Total': '5', 'Usage Limit Per Code': '5' }, 'coupon_used_up'],
    [{ 'Usage Limit Per Code': 'many' }, 'bad_quantity'],
    [{ Status: 'Expired' }, 'expired_coupon'],
    [{ Status: 'Draft' }, 'inactive_coupon'],
    [{ Start: '1 June' }, 'bad_date'],
  ])('of %o are refused: %s', async (fields, code) => {
    const row = await shopifyRow(fields)
    expect(row.values).toBeUndefined()
    expect(row.refused).toMatchObject({ code })
  })

  it('of an older form, which does not say for which products they are, are refused', async () => {
    const { Name, Value, 'Value Type': type, Status, Start, End } = shopify
    const [row] = await rowsOf(shopifyDiscounts, stores.sv, [
      {
        Name,
        Value,
        'Value Type': type,
        'Times Used In Total': '1',
        'Usage Limit Per Code': '',
        Status,
        Start,
        End,
      },
    ])
    expect(row!.refused).toMatchObject({ code: 'unsaid_products' })
  })
})

describe('coupons of WooCommerce', () => {
  it('end where their day begins by the clock of the store, and count what was used', async () => {
    expect((await wooRow({ date_expires: '2026-12-24' })).values).toMatchObject({
      code: 'TACK',
      grant: { percent: 10 },
      validTo: Date.parse('2026-12-23T23:00:00Z'),
      usageLimitPerCustomer: null,
      noted: [],
    })
    const [utc] = await rowsOf(woocommerceCoupons, stores.sv, [
      { ...woo, date_expires: '', date_expires_gmt: '2026-12-23T23:00:00' },
    ])
    expect(utc!.values?.validTo).toBe(Date.parse('2026-12-23T23:00:00Z'))
    const row = await wooRow({
      discount_type: 'Fixed cart discount',
      coupon_amount: '99,50',
      minimum_amount: '400',
      maximum_amount: '0',
      individual_use: 'yes',
      product_ids: 'a:0:{}',
      usage_limit: '10',
      usage_limit_per_user: '2',
      usage_count: '3',
      date_expires: '1798066800',
    })
    expect(row.values).toMatchObject({
      grant: { amountMinor: 9950 },
      minimumMinor: 40000,
      usageLimit: 10,
      usageLimitPerCustomer: 2,
      used: 3,
      validTo: 1798066800000,
      noted: [{ code: 'may_be_combined' }, { code: 'customer_uses_unknown' }],
    })
  })

  it.each([
    [{ post_status: 'draft' }, 'inactive_coupon'],
    [{ discount_type: 'fixed_product' }, 'amount_per_unit'],
    [{ discount_type: 'smart_coupon' }, 'credit_coupon'],
    [{ discount_type: 'recurring_percent' }, 'other_discount'],
    [{ free_shipping: 'yes' }, 'free_shipping'],
    [{ product_ids: '12,15' }, 'only_some_products'],
    [{ exclude_product_ids: '9' }, 'only_some_products'],
    [{ product_categories: '7' }, 'only_some_products'],
    [{ maximum_amount: '1000' }, 'maximum_spend'],
    [{ limit_usage_to_x_items: '1' }, 'limited_units'],
    [{ exclude_sale_items: 'yes' }, 'not_reduced_products'],
    [{ _wt_sc_payment_methods: 'cod' }, 'other_condition'],
    [{ date_expires: '24.12.2026' }, 'bad_date'],
    [{ post_title: 'två ord' }, 'bad_coupon_code'],
  ])('of %o are refused: %s', async (fields, code) => {
    const row = await wooRow(fields)
    expect(row.values).toBeUndefined()
    expect(row.refused).toMatchObject({ code })
  })

  it('for the addresses of some customers are refused without naming them', async () => {
    const { refused } = await wooRow({ customer_email: 'anna@example.se' })
    expect(refused).toEqual({ code: 'only_some_customers', column: 'customer_email' })
  })
})

describe('a code is never wider than its row', () => {
  const rowOf = async (record: Record<string, string>) =>
    (await rowsOf(woocommerceCoupons, stores.sv, [record]))[0]!

  it.each([
    ['Exclude Categories', { coupon_code: 'ABC', exclude_categories: '12' }, 'only_some_products'],
    [
      'Applied Product Categories',
      { coupon_code: 'ABC', 'Applied Product Categories': '12' },
      'only_some_products',
    ],
    ['Allow Free Shipping', { coupon_code: 'ABC', 'Allow Free Shipping': 'yes' }, 'free_shipping'],
    ['Usage / Limit', { coupon_code: 'ABC', 'Usage / Limit': '3 / 3' }, 'other_condition'],
    [
      'wc_sc_exclude_user_role_ids',
      { coupon_code: 'ABC', wc_sc_exclude_user_role_ids: 'wholesale' },
      'other_condition',
    ],
    ['a column that nobody knows', { coupon_code: 'ABC', only_on_tuesdays: 'yes' }, 'other_condition'],
    [
      'exclude_product_brands',
      { coupon_code: 'ABC', product_brands: '', exclude_product_brands: '7' },
      'only_some_products',
    ],
    ['usage_limit without a count', { coupon_code: 'ABC', usage_limit: '1' }, 'uses_unknown'],
  ])('where %s says something', async (_column, more, code) => {
    expect((await rowOf({ discount_type: 'percent', coupon_amount: '10', ...more })).refused).toMatchObject({
      code,
    })
  })

  it('ends with the earliest of several ends, and reads the column that holds something', async () => {
    const row = { coupon_code: 'ABC', discount_type: 'percent', coupon_amount: '10' }
    const ends = async (more: Record<string, string>) => (await rowOf({ ...row, ...more })).values!.validTo
    const start = Date.parse('2027-03-31T22:00:00Z')
    expect(await ends({ date_expires: '', expiry_date: '2027-04-01' })).toBe(start)
    expect(await ends({ date_expires: '2028-01-01', expiry_date: '2027-04-01' })).toBe(start)
    expect((await rowOf({ ...row, date_expires: '2028-01-01', expiry_date: 'never' })).refused).toMatchObject(
      {
        code: 'bad_date',
      },
    )
    expect(
      (await rowOf({ ...row, description: 'Ten off', post_date: '2026-01-01', post_author: '1' })).values,
    ).toMatchObject({
      validTo: null,
    })
  })

  it('of Shopify, is not valid before a start that is missing, nor by the name of the discount', async () => {
    expect((await shopifyRow({ Status: 'Scheduled', Start: '' })).refused).toMatchObject({
      code: 'inactive_coupon',
    })
    expect((await shopifyRow({ Type: 'Automatic amount off' })).refused).toMatchObject({
      code: 'automatic_discount',
    })
    const named = { ...shopify, Name: 'NEWSLETTER', Code: 'X9-9' }
    expect((await rowsOf(shopifyDiscounts, stores.sv, [named]))[0]!.values).toMatchObject({ code: 'X9-9' })
    const { Start, End, ...undated } = shopify
    const spelled = { ...undated, 'Start Date': Start, 'End Date': End }
    expect((await rowsOf(shopifyDiscounts, stores.sv, [spelled]))[0]!.refused).toMatchObject({
      code: 'other_condition',
      column: 'Start Date',
    })
  })
})
