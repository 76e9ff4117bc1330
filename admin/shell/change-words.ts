/** The fields that an entry of the audit changed, in words: their names, and the values before and after. Pure. */
import type { AdminKey, Translate } from '../texts.tsx'

export interface RecordedChange {
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
  /** Null: the change belongs to no store; its amounts are shown without a currency. */
  store: string | null
}

/** The language of the person, as `useTexts` answers it. */
export interface ChangeWords {
  t: Translate
  money: (amount: number, currency: string) => string
  /** The currency of a store's prices. */
  currencyOf: (store: string) => string
  number: (value: number) => string
  date: (moment: string) => string
  dateTime: (moment: string) => string
}

export interface ChangedField {
  name: string
  label: string
  /** Null: there was, or is, no value. */
  before: string | null
  after: string | null
}

/** Fields that are recorded often; others are shown by their own names in plain letters. */
const labels: Readonly<Record<string, AdminKey>> = {
  amountMinor: 'order.amount',
  attempt: 'orders.payment',
  available: 'change.available',
  campaign: 'change.campaign',
  carrier: 'change.carrier',
  changed: 'change.changed',
  created: 'change.created',
  creditNote: 'order.credit_note',
  incoming: 'change.incoming',
  incomingOn: 'change.incoming_on',
  invoice: 'order.invoice',
  mail: 'change.mail',
  name: 'order.name',
  normal: 'change.normal',
  note: 'change.note',
  order: 'change.order',
  parcel: 'change.parcel',
  photos: 'change.photos',
  prices: 'change.normal',
  problem: 'change.problem',
  reason: 'order.reason',
  refund: 'change.refund',
  roles: 'change.roles',
  rows: 'change.rows',
  shipment: 'change.shipment',
  slug: 'change.slug',
  status: 'orders.status',
  threshold: 'change.threshold',
  toGiftCardsMinor: 'change.to_gift_cards',
  totalMinor: 'orders.total',
  trackingNumber: 'order.tracking_number',
  trackingUrl: 'change.tracking_url',
  undoOf: 'change.undo_of',
  units: 'change.units',
}

/** The fields that differ. What did not change is left out. */
export function changedFields(change: RecordedChange, words: ChangeWords): ChangedField[] {
  const { before, after } = change
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((name) => !isSame(before?.[name], after?.[name]))
    .map((name) => {
      // A field of a product begins with its store: "sv.prices".
      const store = /^([a-z]{2})\./.exec(name)?.[1] ?? change.store
      const currency = store === null ? null : words.currencyOf(store)
      const text = (value: unknown) =>
        valueText(name.slice(name.lastIndexOf('.') + 1), value, currency, words)
      return {
        name,
        label: fieldLabel(name, words.t),
        before: text(before?.[name]),
        after: text(after?.[name]),
      }
    })
}

/** `amountMinor` → "Amount", `stock_reason` → "stock reason"; `sv.name` keeps the store: "sv Name". */
export function fieldLabel(name: string, t: Translate): string {
  const dot = name.lastIndexOf('.')
  if (dot > 0) return `${fieldText(name.slice(0, dot))} ${fieldLabel(name.slice(dot + 1), t)}`
  const key = labels[name]
  return key === undefined ? fieldText(name.replace(/Minor$/, '')) : t(key)
}

/** `stock_reason` and `stockReason` → "stock reason": a field as the audit and the exports name it. */
export const fieldText = (name: string): string =>
  name.replaceAll(/[._]/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const paymentStatuses: Readonly<Record<string, AdminKey>> = {
  created: 'payment.status_created',
  pending: 'payment.status_pending',
  review: 'payment.status_review',
  authorized: 'payment.status_authorized',
  captured: 'payment.status_captured',
  part_refunded: 'payment.status_part_refunded',
  refunded: 'payment.status_refunded',
  failed: 'payment.status_failed',
  cancelled: 'payment.status_cancelled',
  expired: 'payment.status_expired',
  mismatch: 'payment.status_mismatch',
}

/** The status of a payment in words; an unknown one as it is. */
export function paymentStatusText(t: Translate, status: string): string {
  const key = paymentStatuses[status]
  return key === undefined ? status : t(key)
}

const codes: Readonly<Record<string, Readonly<Record<string, AdminKey>>>> = {
  attempt: paymentStatuses,
  reason: {
    withdrawal: 'refund.reason_withdrawal',
    complaint: 'refund.reason_complaint',
    not_delivered: 'refund.reason_not_delivered',
    price_reduction: 'refund.reason_price_reduction',
    goodwill: 'refund.reason_goodwill',
    credit: 'reject.reason_credit',
    stock: 'reject.reason_stock',
    fraud: 'reject.reason_fraud',
    other: 'reject.reason_other',
  },
  status: {
    pending: 'orders.status_pending',
    held: 'orders.status_held',
    payment_failed: 'orders.status_payment_failed',
    received: 'orders.status_received',
    processing: 'orders.status_processing',
    shipped: 'orders.status_shipped',
    delivered: 'orders.status_delivered',
    cancelled: 'orders.status_cancelled',
    returned: 'orders.status_returned',
    registered: 'returns.status_registered',
    sent: 'returns.status_sent',
    inspected: 'returns.status_inspected',
    refunded: 'returns.status_refunded',
    exchanged: 'returns.status_exchanged',
    rejected: 'returns.status_rejected',
  },
}

/** The words of a value that the audit keeps as a code; null where it is no code. */
export function codeText(t: Translate, name: string, value: string): string | null {
  const key = codes[name]?.[value]
  return key === undefined ? null : t(key)
}

function valueText(name: string, value: unknown, currency: string | null, words: ChangeWords): string | null {
  if (value === undefined || value === null || value === '') return null
  const { t, number, date, dateTime } = words
  if (typeof value === 'boolean') return t(value ? 'table.yes' : 'table.no')
  if (typeof value === 'number')
    return name.endsWith('Minor') ? amountText(value / minorPerMajor, currency, words) : number(value)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
    return codeText(t, name, value) ?? value
  }
  if (Array.isArray(value)) {
    const texts = value.map(
      (each) => tierText(each, currency, words) ?? valueText(name, each, currency, words),
    )
    return texts.filter((text) => text !== null).join('; ') || null
  }
  if (!isRecord(value)) return null
  return (
    tierText(value, currency, words) ??
    Object.entries(value)
      .map(([field, inner]) => [fieldLabel(field, t), valueText(field, inner, currency, words)] as const)
      .filter(([, text]) => text !== null)
      .map(([label, text]) => `${label}: ${text}`)
      .join('; ')
  )
}

/** SEK, NOK, DKK and EUR have a hundred minor units. */
const minorPerMajor = 100

function amountText(amount: number, currency: string | null, { money, number }: ChangeWords): string {
  return currency === null ? number(amount) : money(amount, currency)
}

/**
 * A price from a quantity on, with its days where it is a campaign: "5: SEK 129.00". `priceMinor` and `minQuantity` are
 * those of a price change, `p` (major units) and `q` those of an import. Null: it is no price.
 */
function tierText(tier: unknown, currency: string | null, words: ChangeWords): string | null {
  if (!isRecord(tier)) return null
  const price =
    typeof tier['priceMinor'] === 'number' ? tier['priceMinor'] / minorPerMajor : (tier['p'] ?? null)
  if (typeof price !== 'number') return null
  const from = tier['minQuantity'] ?? tier['q']
  const quantity = typeof from === 'number' ? from : 1
  const amount = amountText(price, currency, words)
  const days = [tier['startsAt'], tier['endsAt']].map((day) =>
    typeof day === 'string' ? words.date(day) : '',
  )
  const period = days.some((day) => day !== '') ? ` (${days.join(' – ')})` : ''
  return `${quantity === 1 ? '' : `${quantity}: `}${amount}${period}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
