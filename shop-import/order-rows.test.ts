import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { rowsOf } from './table-rows.test-support.ts'
import { woocommerceOrders } from './woocommerce-orders.ts'

const first = {
  Name: '#1001',
  Email: ' Ase@Example.no ',
  'Financial Status': 'paid',
  'Fulfillment Status': 'fulfilled',
  Currency: 'DKK',
  Subtotal: '137.00',
  Shipping: '39.00',
  Taxes: '35.20',
  Total: '176.00',
  'Discount Code': 'SOMMER',
  'Discount Amount': '15.20',
  'Created at': '2025-10-26 02:29:59 +0200',
  'Lineitem quantity': '3',
  'Lineitem name': 'Knapcelle',
  'Lineitem price': '29.00',
  'Lineitem discount': '15.20',
  'Lineitem sku': 'DC-1',
  'Cancelled at': '',
  'Refunded Amount': '0.00',
}
const line = (more: Record<string, string> = {}) => ({
  ...Object.fromEntries(Object.keys(first).map((name) => [name, ''])),
  Name: '#1001',
  'Lineitem quantity': '1',
  'Lineitem name': 'Kabel',
  'Lineitem price': '65.20',
  ...more,
})
const shopify = (...rows: Record<string, string>[]) => rowsOf(shopifyOrders, stores.da, rows)

describe('orders of Shopify', () => {
  it('have the fields of their first row and a line of each', async () => {
    const rows = await shopify(first, line(), { ...first, Name: '#1002' })
    expect(rows.map(({ row, id }) => [row, id])).toEqual([
      [2, '#1001'],
      [4, '#1002'],
    ])
    expect(rows[0]!.values).toEqual({
      number: '#1001',
      placedAt: new Date('2025-10-26T00:29:59Z'),
      email: 'ase@example.no',
      currency: 'DKK',
      totalMinor: 17600,
      subtotalMinor: 13700,
      shippingMinor: 3900,
      taxMinor: 3520,
      discountMinor: 1520,
      discountCode: 'SOMMER',
      refundedMinor: 0,
      payment: 'paid',
      fulfilment: 'fulfilled',
      isCancelled: false,
      lines: [
        { sku: 'DC-1', name: 'Knapcelle', quantity: 3, unitMinor: 2900, discountMinor: 1520 },
        { sku: null, name: 'Kabel', quantity: 1, unitMinor: 6520 },
      ],
    })
  })

  it.each([
    ['Total', '', 'missing'],
    ['Total', 'free', 'bad_amount'],
    ['Shipping', '1.234.5', 'bad_amount'],
    ['Currency', '', 'missing_currency'],
    ['Currency', 'SEK', 'wrong_currency'],
    ['Currency', 'Kronor', 'bad_currency'],
    ['Created at', '26/10/2025', 'bad_date'],
    ['Created at', '', 'missing'],
    ['Lineitem quantity', '-1', 'bad_quantity'],
    ['Lineitem quantity', 'some', 'bad_quantity'],
    ['Lineitem price', 'x', 'bad_amount'],
  ])('whose %s is “%s” are refused (%s), and the next order goes in', async (column, text, code) => {
    const rows = await shopify({ ...first, [column]: text }, line(), { ...first, Name: '#1002' })
    expect(rows).toMatchObject([{ row: 2, refused: { code, column } }, { values: { number: '#1002' } }])
  })

  it('without the row of their own fields are refused', async () => {
    expect(await shopify(line(), line())).toMatchObject([
      { row: 2, id: '#1001', refused: { code: 'missing' } },
    ])
  })

  it('whose file does not name an amount do not know it, instead of it being nothing', async () => {
    const parts = ['Subtotal', 'Shipping', 'Taxes', 'Discount Code', 'Discount Amount', 'Refunded Amount']
    const lineParts = ['Lineitem discount', 'Lineitem price']
    const without = Object.fromEntries([...parts, ...lineParts].map((name) => [name, '']))
    const [row] = await shopify({ ...first, ...without })
    expect(row!.values).toMatchObject({
      subtotalMinor: null,
      shippingMinor: null,
      taxMinor: null,
      discountMinor: null,
      discountCode: null,
      refundedMinor: null,
    })
    expect(row!.values!.lines).toEqual([{ sku: 'DC-1', name: 'Knapcelle', quantity: 3, unitMinor: null }])
  })

  it('without an address, or with one that is none, are kept', async () => {
    const rows = await shopify({ ...first, Email: '' }, { ...first, Name: '#2', Email: 'nobody here' })
    expect(rows.map(({ values }) => values!.email)).toEqual([null, null])
    expect(rows[1]!.repaired).toEqual([{ code: 'field_left_out', column: 'Email' }])
  })

  it('count no line that was taken out, and none of a row that is there twice', async () => {
    const rows = await shopify(first, first, line({ 'Lineitem quantity': '0' }), line(), line())
    expect(rows).toHaveLength(1)
    expect(rows[0]!.values!.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Knapcelle', 3],
      ['Kabel', 1],
      ['Kabel', 1],
    ])
    expect(rows[0]!.repaired).toEqual([{ code: 'repeated_line', column: 'Lineitem name' }])
  })

  it.each([
    [{ 'Financial Status': 'voided' }, { payment: 'unpaid', isCancelled: true }],
    [{ 'Cancelled at': '2025-11-01 11:00:00 +0100' }, { payment: 'paid', isCancelled: true }],
    [{ 'Financial Status': 'partially_refunded' }, { payment: 'partly_refunded', isCancelled: false }],
    [{ 'Financial Status': 'refunded' }, { payment: 'refunded' }],
    [{ 'Fulfillment Status': 'partial' }, { fulfilment: 'partly_fulfilled' }],
    [{ 'Fulfillment Status': 'restocked' }, { fulfilment: null }],
  ])('in the state %o are %o', async (given, expected) => {
    const [row] = await shopify({ ...first, ...given })
    expect(row!.values).toMatchObject(expected)
  })

  it('are not held together: an order whose rows do not follow each other is two', async () => {
    const rows = await shopify(first, { ...first, Name: '#1002' }, line())
    expect(rows.map(({ id }) => id)).toEqual(['#1001', '#1002', '#1001'])
  })
})

describe('orders of WooCommerce', () => {
  const woo = {
    order_id: '77',
    order_number: '1077',
    order_date: '2025-06-01 12:00:00',
    status: 'wc-completed',
    order_currency: 'SEK',
    order_total: '312.5',
    shipping_total: '49',
    tax_total: '62.5',
    discount_total: '0',
    refunded_total: '',
    billing_email: 'bo@example.se',
    item_id: '1',
    item_sku: 'A-1',
    item_name: 'Lampa',
    item_quantity: '2',
    item_subtotal: '200.8',
    item_subtotal_tax: '50.2',
  }
  const woocommerce = (...rows: Record<string, string>[]) => rowsOf(woocommerceOrders, stores.sv, rows)

  it('repeat their own fields in each row, and have lines without tax', async () => {
    const [row] = await woocommerce(woo, {
      ...woo,
      item_id: '2',
      item_name: 'Kabel',
      item_quantity: '3',
      item_subtotal: '10',
    })
    expect(row!.values).toMatchObject({
      number: '1077',
      // By the clocks of the store.
      placedAt: new Date('2025-06-01T10:00:00Z'),
      totalMinor: 31250,
      payment: 'paid',
      fulfilment: 'fulfilled',
      lines: [
        { sku: 'A-1', name: 'Lampa', quantity: 2, unitMinor: 12550 },
        { name: 'Kabel', quantity: 3, unitMinor: 2007 },
      ],
    })
  })

  const taxed = {
    order_total: '22.02',
    shipping_total: '4.12',
    shipping_tax_total: '0.78',
    item_quantity: '4',
    item_subtotal: '14.3866',
    item_subtotal_tax: '2.7334',
  }
  const reduced = {
    order_total: '549.12',
    shipping_total: '0.00',
    discount_total: '51.27',
    item_subtotal: '512.7143',
    item_subtotal_tax: '97.4157',
  }
  it.each([
    ['have shipping with the tax that the file has beside it', taxed, { shippingMinor: 490 }],
    [
      'have shipping with the tax that the total says',
      { ...taxed, shipping_tax_total: '' },
      { shippingMinor: 490 },
    ],
    ['have a discount with the tax that the total says', reduced, { shippingMinor: 0, discountMinor: 6101 }],
    [
      'have a discount with the tax that the file has beside it',
      { ...reduced, discount_tax_total: '9.74' },
      { discountMinor: 6101 },
    ],
    [
      'reckon fees in',
      { ...reduced, order_total: '555.07', fee_total: '5.00', fee_tax_total: '0.95' },
      { discountMinor: 6101 },
    ],
    [
      'know a discount of which the lines are unknown by its tax alone',
      { ...reduced, item_subtotal: '', item_subtotal_tax: '', discount_tax_total: '9.74' },
      { discountMinor: 6101 },
    ],
  ])('%s', async (_, given, expected) => {
    const [row] = await woocommerce({ ...woo, ...given })
    expect(row!.values).toMatchObject(expected)
    expect(row!.repaired).toBeUndefined()
  })

  it.each([
    ['discount', 'discount_total', { ...reduced, order_total: '500.00' }],
    ['discount', 'discount_total', { ...reduced, order_total: '500.00', discount_tax_total: '9.74' }],
    ['discount', 'discount_total', { ...reduced, fee_total: '5.00' }],
    // Lines after the discount.
    ['discount', 'discount_total', { ...reduced, item_subtotal: '461.4454', item_subtotal_tax: '87.6746' }],
    ['shipping', 'shipping_total', { ...taxed, shipping_tax_total: '', order_total: '40.00' }],
  ])('leave a %s out that does not add up with VAT, and say so (%s)', async (part, column, given) => {
    const [row] = await woocommerce({ ...woo, ...given })
    expect(row!.values).toMatchObject({ [`${part}Minor`]: null })
    expect(row!.repaired).toMatchObject([{ code: 'does_not_add_up', column }])
  })

  it.each([
    [{ status: 'processing' }, { payment: 'paid', fulfilment: 'unfulfilled' }],
    [
      { status: 'Completed', refunded_total: '-10.00' },
      { payment: 'partly_refunded', refundedMinor: 1000 },
    ],
    [{ status: 'cancelled' }, { payment: null, isCancelled: true }],
    [{ status: 'Slutförd' }, { payment: null, fulfilment: null, isCancelled: null }],
  ])('in the state %o are %o', async (given, expected) => {
    const [row] = await woocommerce({ ...woo, ...given })
    expect(row!.values).toMatchObject(expected)
  })

  it('of Advanced Order Export name no currency, which is the store’s', async () => {
    const [row] = await woocommerce({
      'Order Number': '5',
      'Order Status': 'Completed',
      'Order Date': '2025-06-01 12:00',
      'Email (Billing)': 'bo@example.se',
      'Order Total Amount': '100',
      SKU: 'A-1',
      'Item Name': 'Lampa',
      Quantity: '1',
    })
    expect(row!.values).toMatchObject({ number: '5', currency: 'SEK', lines: [{ unitMinor: null }] })
  })
})
