/**
 * Reads the orders that the common plugins of WooCommerce export with a row for each line: Customer/Order/Coupon CSV
 * Export (`order_number`, `item_name` …) and Advanced Order Export (`Order Number`, `Item Name` …).
 * https://woocommerce.com/document/ordercustomer-csv-export/
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { FormerOrder } from '../domain/former-orders/former-order.ts'
import { minor, type Minor } from '../domain/money/money.ts'
import { divideRounded } from '../domain/money/rounding.ts'
import { grossAmounts, type GrossAmounts, type NetAmount } from './order-amounts.ts'
import { readOrders, type FormerState, type OrderForm, type OrderTexts } from './order-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

const columns: OrderForm['columns'] = {
  number: ['order_number_formatted', 'order_number', 'order_id'],
  placedAt: ['order_date', 'date'],
  email: ['billing_email', 'customer_email', 'Email (Billing)'],
  currency: ['order_currency', 'currency'],
  total: ['order_total', 'Order Total Amount'],
  // Theirs is before discounts and without tax.
  subtotal: [],
  shipping: ['shipping_total', 'order_shipping', 'Order Shipping Amount'],
  shippingTax: ['shipping_tax_total', 'shipping_tax', 'order_shipping_tax', 'Order Shipping Tax Amount'],
  fee: ['fee_total', 'Order Fee Amount'],
  feeTax: ['fee_tax_total', 'Order Fee Tax Amount'],
  tax: ['tax_total', 'Order Total Tax Amount'],
  discount: ['discount_total', 'Cart Discount Amount'],
  discountTax: ['discount_tax_total', 'discount_tax', 'discount_total_tax', 'Cart Discount Tax Amount'],
  discountCode: ['Coupon Code', 'coupon_code'],
  refunded: ['refunded_total', 'Order Refund Amount'],
  payment: ['status', 'order_status'],
  fulfilment: [],
  cancelledAt: [],
  sku: ['item_sku', 'SKU'],
  name: ['item_name'],
  quantity: ['item_quantity', 'Quantity'],
  unit: [],
  lineDiscount: [],
  lineTotal: ['item_subtotal', 'Order Line Subtotal', 'item_total'],
  lineTax: ['item_subtotal_tax', 'Order Line Subtotal Tax', 'item_total_tax'],
}

const states = new Map<string, FormerState>([
  ['pending', { payment: 'unpaid', fulfilment: 'unfulfilled', isCancelled: false }],
  ['pending payment', { payment: 'unpaid', fulfilment: 'unfulfilled', isCancelled: false }],
  ['on-hold', { payment: 'unpaid', fulfilment: 'unfulfilled', isCancelled: false }],
  ['on hold', { payment: 'unpaid', fulfilment: 'unfulfilled', isCancelled: false }],
  ['processing', { payment: 'paid', fulfilment: 'unfulfilled', isCancelled: false }],
  ['completed', { payment: 'paid', fulfilment: 'fulfilled', isCancelled: false }],
  ['refunded', { payment: 'refunded', fulfilment: null, isCancelled: false }],
  ['cancelled', { payment: null, fulfilment: 'unfulfilled', isCancelled: true }],
  ['failed', { payment: 'unpaid', fulfilment: 'unfulfilled', isCancelled: true }],
])

function stateOf({ payment: status, refunded }: OrderTexts): FormerState {
  const state = states.get(status.toLowerCase().replace(/^wc-/, ''))
  if (!state) return { payment: null, fulfilment: null, isCancelled: null }
  const isPartlyRefunded = state.payment === 'paid' && /[1-9]/.test(refunded)
  return isPartlyRefunded ? { ...state, payment: 'partly_refunded' } : state
}

/** Amounts of lines are without tax and have more decimals than the currency; what one cost includes it. */
function unitOf({ lineTotal, lineTax }: OrderTexts, quantity: number): Minor | null {
  const sum = grossAmount(lineTotal, lineTax || '0')
  return sum === null ? null : minor(divideRounded(sum, 10_000 * quantity))
}

/** Their shipping and discount are without tax; the total and what the lines cost are with it. */
function amountsOf(order: OrderTexts, lines: readonly OrderTexts[], totalMinor: Minor): GrossAmounts {
  const sums = lines.map(({ lineTotal, lineTax }) => grossAmount(lineTotal, lineTax || '0'))
  const goods = sums.includes(null) ? null : sums.reduce<number>((sum, each) => sum + each!, 0)
  return grossAmounts({
    totalMinor,
    goods: lines.length === 0 ? null : goods,
    shipping: netAmount(order.shipping, order.shippingTax),
    discount: netAmount(withoutSign(order.discount), withoutSign(order.discountTax)),
    fee: netAmount(order.fee, order.feeTax),
  })
}

const withoutSign = (text: string) => text.replace(/^[-−]/, '')

function netAmount(net: string, tax: string): NetAmount | null {
  const amount = millionths(net)
  return amount === null ? null : { net: amount, tax: millionths(tax) }
}

function grossAmount(net: string, tax: string): number | null {
  const [amount, taxed] = [millionths(net), millionths(tax)]
  return amount === null || taxed === null ? null : amount + taxed
}

/** `23.192` → 23192000; null where it is no plain number. */
function millionths(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const form: OrderForm = { columns, stateOf, unitOf, amountsOf }

export const woocommerceOrders: ShopTablePreset<FormerOrder> = {
  name: 'woocommerce-orders',
  holds: 'orders',
  matches: (names) =>
    hasColumns(
      names,
      [...columns.number],
      [...columns.placedAt],
      [...columns.total],
      [...columns.name],
      [...columns.quantity],
    ),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readOrders(form, table, store),
}
