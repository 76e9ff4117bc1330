/**
 * Reads the orders that Shopify exports: a row for each line, of which the first has the order's own fields.
 * https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { FormerFulfilment, FormerOrder, FormerPayment } from '../domain/former-orders/former-order.ts'
import { readOrders, type OrderForm } from './order-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

const columns: OrderForm['columns'] = {
  number: ['Name'],
  placedAt: ['Created at'],
  email: ['Email'],
  currency: ['Currency'],
  total: ['Total'],
  subtotal: ['Subtotal'],
  shipping: ['Shipping'],
  // Theirs are with tax.
  shippingTax: [],
  fee: [],
  feeTax: [],
  tax: ['Taxes'],
  discount: ['Discount Amount'],
  discountTax: [],
  discountCode: ['Discount Code'],
  refunded: ['Refunded Amount'],
  payment: ['Financial Status'],
  fulfilment: ['Fulfillment Status'],
  cancelledAt: ['Cancelled at'],
  sku: ['Lineitem sku'],
  name: ['Lineitem name'],
  quantity: ['Lineitem quantity'],
  unit: ['Lineitem price'],
  lineDiscount: ['Lineitem discount'],
  lineTotal: [],
  lineTax: [],
}

const payments = new Map<string, FormerPayment>([
  ['pending', 'unpaid'],
  ['authorized', 'unpaid'],
  ['expired', 'unpaid'],
  ['voided', 'unpaid'],
  ['partially_paid', 'partly_paid'],
  ['paid', 'paid'],
  ['partially_refunded', 'partly_refunded'],
  ['refunded', 'refunded'],
])

const fulfilments = new Map<string, FormerFulfilment>([
  ['unfulfilled', 'unfulfilled'],
  ['partial', 'partly_fulfilled'],
  ['fulfilled', 'fulfilled'],
])

const form: OrderForm = {
  columns,
  stateOf: ({ payment, fulfilment, cancelledAt }) => ({
    payment: payments.get(payment.toLowerCase()) ?? null,
    fulfilment: fulfilments.get(fulfilment.toLowerCase()) ?? null,
    isCancelled:
      cancelledAt !== '' ||
      payment.toLowerCase() === 'voided' ||
      (payments.has(payment.toLowerCase()) ? false : null),
  }),
  unitOf: () => null,
}

export const shopifyOrders: ShopTablePreset<FormerOrder> = {
  name: 'shopify-orders',
  holds: 'orders',
  matches: (names) =>
    hasColumns(
      names,
      [...columns.number],
      [...columns.payment],
      [...columns.total],
      [...columns.placedAt],
      [...columns.name],
      [...columns.quantity],
    ),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readOrders(form, table, store),
}
