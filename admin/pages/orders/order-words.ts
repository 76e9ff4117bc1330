/** What an order's codes are called, and how urgent each state looks. */
import type { z } from 'zod'
import type { OrderPageParts, orderPage, orderRow, refundPreview } from '../../../contract/admin/orders.ts'
import { entriesOf } from '../../../modules/modules.ts'
import type { AdminKey, Translate } from '../../texts.tsx'
import type { Tone } from '../../shell/status.tsx'

/** A row of `GET /admin/api/orders`; amounts are in major units. */
export type OrderRow = z.infer<typeof orderRow>
/** The answer of `GET /admin/api/orders/:number`. */
export type OrderPageData = z.infer<typeof orderPage> & OrderPageParts
export type RefundPreview = z.infer<typeof refundPreview>
export type OrderStatus = OrderRow['status']

export const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'neutral',
  held: 'warning',
  payment_failed: 'bad',
  received: 'active',
  processing: 'active',
  shipped: 'good',
  delivered: 'good',
  cancelled: 'neutral',
  returned: 'neutral',
}

type InvoiceState = NonNullable<OrderPageData['invoices'][number]['due']>['state']

export const invoiceTones: Readonly<Record<InvoiceState, Tone>> = {
  open: 'active',
  partly_paid: 'active',
  overdue: 'bad',
  paid: 'good',
  credited: 'neutral',
  written_off: 'neutral',
}

export const orderStatuses = Object.keys(orderTones) as readonly OrderStatus[]

const methods = entriesOf('paymentMethods')

export const paymentMethods: readonly string[] = [...methods.keys(), 'invoice']

/** Names of payment providers are the same in every language. */
const paymentNames: ReadonlyMap<string, string> = new Map(
  [...methods].map(([code, { name, staffName }]) => [code, staffName ?? name]),
)

export function paymentName(t: Translate, code: string): string {
  return paymentNames.get(code) ?? (code === 'invoice' ? t('orders.payment_invoice') : code)
}

export const shippedParts = ['none', 'part', 'all'] as const

/** In the order in which they are offered. */
export const orderActionNames = [
  'approve',
  'ship',
  'processing',
  'delivered',
  'refund',
  'address',
  'capture',
  'paid',
  'reject',
  'cancel',
] as const
export type OrderActionName = (typeof orderActionNames)[number]

const priceSteps: Readonly<Record<string, AdminKey>> = {
  list: 'price.list',
  tier: 'price.tier',
  campaign: 'price.campaign',
  crossSell: 'price.cross_sell',
  personalOffer: 'price.personal_offer',
  coupon: 'price.coupon',
  customer: 'price.customer',
  buyXGetY: 'price.coupon',
  increment: 'price.coupon',
  fixed: 'price.coupon',
  addedByCoupon: 'price.coupon',
  giftCard: 'price.gift_card',
  deposit: 'price.deposit',
  subscription: 'price.subscription',
  agreement: 'price.agreement',
  purchaseRequest: 'price.purchase_request',
  rounding: 'price.rounding',
  paid: 'price.paid',
  vat: 'price.vat',
}

/** What a step of a price is called, as `Coupon SUMMER (10 %)`. */
export function priceStepText(
  t: Translate,
  { step, code, percent }: OrderPageData['lines'][number]['priceTrace'][number],
): string {
  const key = priceSteps[step]
  const parts = [key === undefined ? step : t(key), code, percent === null ? null : `(${percent}\u00a0%)`]
  return parts.filter((part) => part !== null).join(' ')
}

/** The lines of a postal address. `iso`: the language that the country is named in. */
export function addressText(
  { name, company, street, postalCode: code, city, country }: OrderPageData['recipient'],
  iso: string,
): string {
  // A code that is no region, as of an order of long ago, stays as it is.
  const named = /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames(iso, { type: 'region' }).of(country) ?? country)
    : country
  return [company, name, street, `${code} ${city}`, named].filter(Boolean).join('\n')
}
