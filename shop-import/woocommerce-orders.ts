/**
 * Reads the orders that the common plugins of WooCommerce export with a row for each line: Customer/Order/Coupon CSV
 * Export (`order_number`, `item_name` …) and Advanced Order Export (`Order Number`, `Item Name` …).
 * https://woocommerce.com/document/ordercustomer-csv-export/
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { FormerOrder } from '../domain/former-orders/former-order.ts'
import { minor, type Minor } from '../domain/money/money.ts'
import { divideRounded } from '../domain/money/rounding.ts'
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
  tax: ['tax_total', 'Order Total Tax Amount'],
  discount: ['discount_total', 'Cart Discount Amount'],
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
  const parts = [lineTotal, lineTax || '0'].map(millionths)
  if (parts.includes(null)) return null
  const sum = parts.reduce<number>((total, part) => total + part!, 0)
  return minor(divideRounded(sum, 10_000 * quantity))
}

/** `23.192` → 23192000; null where it is no plain number. */
function millionths(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const form: OrderForm = { columns, stateOf, unitOf }

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
