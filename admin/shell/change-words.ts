/** The fields that an entry of the audit changed, in words: their names, and the values before and after. Pure. */
import { mailTopicNames } from './mail-topics.ts'
import { modules } from '../../modules/modules.ts'
import type { AdminKey, Translate } from '../texts.tsx'
import { mailKeys } from './mail-words.ts'
import type { ListWords } from './resource-words.ts'
import { tableText, viewParameterText } from './view-words.ts'

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
  /** What staff call a store: `sv` → "Sverige". */
  nameOf: (store: string) => string
  number: (value: number) => string
  date: (moment: string) => string
  dateTime: (moment: string) => string
  /** Of declared lists; null: no list says what it is called. */
  lists: ListWords
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
  accountId: 'customers.account',
  accounts: 'settings.bank',
  address: 'manufacturer.address',
  amountMinor: 'order.amount',
  approvalAbove: 'settings.refund_approval',
  attempt: 'orders.payment',
  attributes: 'product.attributes',
  available: 'change.available',
  balance: 'change.balance',
  batteryEnergyMilliwattHours: 'product.field_batteryEnergyMilliwattHours',
  brand: 'products.brand',
  businessDays: 'settings.business_days',
  campaign: 'change.campaign',
  carrier: 'change.carrier',
  categories: 'product.categories',
  changed: 'change.changed',
  city: 'settings.city',
  companyName: 'customers.company',
  condition: 'change.condition',
  created: 'change.created',
  customer: 'customers.account',
  customers: 'section.customers',
  expiresAt: 'coupons.validTo',
  creditNote: 'order.credit_note',
  darkLogo: 'settings.dark_logo',
  description: 'change.text',
  deliveryAddress: 'customers.address_delivery',
  disabledAt: 'change.disabled_at',
  discount_label: 'coupons.label',
  discount_labels: 'coupons.label',
  discontinued: 'products.discontinued',
  discounts: 'change.discounts',
  dispatchHour: 'settings.dispatch_hour',
  doneAt: 'change.done_at',
  electronicAddress: 'customers.electronic_address',
  email: 'manufacturer.email',
  endedSessions: 'change.ended_sessions',
  endsAt: 'prices.column_to',
  ends_at: 'prices.column_to',
  exampleSearches: 'settings.example_searches',
  firstName: 'address.first_name',
  expires_at: 'api-keys.expiresAt',
  fields: 'change.changed',
  filters: 'table.filters',
  fits: 'product.fits',
  formerOrders: 'customers.formerOrders',
  freeFrom: 'settings.free_from',
  grossWeightGrams: 'product.field_grossWeightGrams',
  gtin: 'products.gtin',
  headerRow: 'import.header_row',
  heavier: 'change.heavier',
  hsCode: 'product.field_hsCode',
  icon: 'settings.icon',
  incoming: 'change.incoming',
  incomingOn: 'change.incoming_on',
  invoice: 'order.invoice',
  invoiceAddress: 'customers.address_invoice',
  invoiceEmail: 'customers.invoice_email',
  isDefault: 'customers.address_default',
  isNew: 'change.is_new',
  isOffered: 'settings.offered',
  isOpenToShoppers: 'settings.is_open',
  isShared: 'views.share',
  keys: 'change.keys',
  kind: 'change.kind',
  label: 'coupons.label_everywhere',
  lastName: 'address.last_name',
  lead: 'settings.front_lead',
  lines: 'settings.top_lines',
  lithiumContentMilligrams: 'product.field_lithiumContentMilligrams',
  logo: 'settings.logo',
  mail: 'change.mail',
  minimum: 'settings.minimum',
  minQuantity: 'prices.column_tiers',
  min_quantity: 'prices.column_tiers',
  mpn: 'product.field_mpn',
  name: 'order.name',
  newsletter: 'change.newsletter',
  next_invoice: 'numbers.nextInvoice',
  next_order: 'numbers.sample',
  normal: 'change.normal',
  note: 'change.note',
  notes: 'settings.legal_notes',
  order: 'change.order',
  orders: 'section.orders',
  organisationNumber: 'customers.organisation_number',
  isOnlyMethod: 'settings.invoice_alone',
  originCountry: 'product.field_originCountry',
  paid_at: 'change.paid_at',
  parcel: 'change.parcel',
  payment: 'orders.payment',
  permissions: 'api-keys.permissions',
  phone: 'order.phone',
  phoneHours: 'settings.phone_hours',
  planned: 'change.planned',
  phoneNumber: 'order.phone',
  photos: 'change.photos',
  place: 'picking.place',
  postalCode: 'settings.postal_code',
  presale: 'change.presale',
  price: 'change.normal',
  prices: 'change.normal',
  privateDays: 'settings.private_days',
  problem: 'change.problem',
  promises: 'settings.promises',
  promisesDispatch: 'settings.promises_dispatch',
  provider: 'actor.provider',
  reason: 'order.reason',
  refund: 'change.refund',
  register: 'settings.register',
  reminderDays: 'settings.reminder_days',
  requiresStatutoryData: 'settings.requires_statutory_data',
  relations: 'change.relations',
  return: 'change.return',
  role: 'staff.role',
  roles: 'change.roles',
  rows: 'change.rows',
  seoDescription: 'import.field_seo_description',
  seoTitle: 'import.field_seo_title',
  shipment: 'change.shipment',
  shipsByHand: 'settings.ships_by_hand',
  shortName: 'settings.short_name',
  slug: 'change.slug',
  startsAt: 'prices.column_from',
  starts_at: 'prices.column_from',
  status: 'orders.status',
  stepUpAbove: 'settings.refund_step_up',
  stock: 'variants.stock',
  stores: 'change.stores',
  street: 'settings.street',
  table: 'change.table',
  takesOver: 'change.takes_over',
  terms: 'coupons.kind',
  text: 'settings.promise_text',
  threshold: 'change.threshold',
  title: 'content-pages.heading',
  toGiftCardsMinor: 'change.to_gift_cards',
  topic: 'change.topic',
  totalMinor: 'orders.total',
  trackingNumber: 'order.tracking_number',
  trackingUrl: 'change.tracking_url',
  uncollectedMinor: 'refund.uncollected',
  type: 'change.kind',
  undoOf: 'change.undo_of',
  units: 'change.units',
  unNumber: 'product.field_unNumber',
  usedBefore: 'change.used_before',
  usageLimit: 'coupon_field.usage_limit',
  usageLimitPerCustomer: 'coupon_field.usage_limit_per_customer',
  validFrom: 'coupons.validFrom',
  validTo: 'coupons.validTo',
  value: 'import.value',
  variantOf: 'product.variant_of',
  vatNumber: 'order.vat_number',
  vatPercent: 'change.vat_percent',
  whyText: 'settings.why_text',
  whyTitle: 'settings.why_title',
}

/** The fields that differ. What did not change, and what was empty and stays empty, is left out. */
export function changedFields(change: RecordedChange, words: ChangeWords): ChangedField[] {
  const { before, after } = change
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    names
      // The number of the row that keeps the values of a change.
      .filter((name) => name !== 'change' && !isSame(before?.[name], after?.[name]))
      .map((name) => {
        // A field of a product begins with its store: "sv.prices".
        const store = /^([a-z]{2})\./.exec(name)?.[1] ?? change.store
        const currency = store === null ? null : words.currencyOf(store)
        const text = (value: unknown) =>
          valueText(name.slice(name.lastIndexOf('.') + 1), value, currency, words)
        return {
          name,
          label: fieldLabel(name, words),
          before: text(before?.[name]),
          after: text(after?.[name]),
        }
      })
      // What differs only in what is not shown, as the text of a picture, says nothing.
      .filter((field) => field.before !== field.after)
  )
}

/**
 * `amountMinor` → "Amount", `stock_reason` → "stock reason". A field of a store names it, `sv.name` → "Sverige: Name";
 * another one its part of the settings, `budbee-home.freeFrom` → "budbee-home: Free from".
 */
function fieldLabel(name: string, words: Pick<ChangeWords, 't' | 'nameOf' | 'lists'>): string {
  const ofList = words.lists.field(name)
  if (ofList !== null) return ofList
  // A field of the shop's own is not the one that a label here means.
  if (name.startsWith('field.')) return ownFieldLabel(name.slice('field.'.length), words.nameOf)
  // A choice of an attribute, by its code.
  if (name.startsWith('choice.')) return words.t('change.choice', { code: name.slice('choice.'.length) })
  const dot = name.lastIndexOf('.')
  if (dot > 0) {
    const [part, field] = [name.slice(0, dot), fieldLabel(name.slice(dot + 1), words)]
    return /^[a-z]{2}$/.test(part) ? `${words.nameOf(part)}: ${field}` : `${fieldText(part)}: ${field}`
  }
  // Texts by store.
  if (/^[a-z]{2}$/.test(name)) return words.nameOf(name)
  const bare = name.replace(/_?[Mm]inor$/, '')
  const key = labels[name] ?? labels[bare]
  return key === undefined ? fieldText(bare) : words.t(key)
}

/** `care` → "care", `care.sv` → "care: Sverige". */
function ownFieldLabel(name: string, nameOf: ChangeWords['nameOf']): string {
  const [key = '', scope] = name.split('.')
  return scope === undefined ? fieldText(key) : `${fieldText(key)}: ${nameOf(scope)}`
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

const kernelCodes: Readonly<Record<string, Readonly<Record<string, AdminKey>>>> = {
  attempt: paymentStatuses,
  condition: {
    new: 'change.condition_new',
    refurbished: 'change.condition_refurbished',
    used: 'change.condition_used',
  },
  kind: {
    campaign: 'price.campaign',
    delivery: 'customers.address_delivery',
    invoice: 'customers.address_invoice',
    normal: 'change.kind_normal',
    'archive-export': 'change.kind_archive_export',
    'assortment-change': 'change.kind_assortment_change',
    'campaign-plan': 'change.kind_campaign_plan',
    'cost-import': 'change.kind_cost_import',
    'feed-import': 'change.kind_feed_import',
    'import-rollback': 'change.kind_import_rollback',
    'order-shipping': 'change.kind_order_shipping',
    'price-change': 'change.kind_price_change',
  },
  mail: mailKeys,
  payment: {
    invoice: 'new_order.by_invoice',
    link: 'new_order.by_link',
  },
  reason: {
    'not declared by a use case': 'change.undeclared',
    'planned campaign': 'change.planned_campaign',
    withdrawal: 'refund.reason_withdrawal',
    complaint: 'refund.reason_complaint',
    not_delivered: 'refund.reason_not_delivered',
    price_reduction: 'refund.reason_price_reduction',
    goodwill: 'refund.reason_goodwill',
    credit: 'reject.reason_credit',
    stock: 'reject.reason_stock',
    fraud: 'reject.reason_fraud',
    other: 'reject.reason_other',
    account_erased: 'action.account.erase',
  },
  // Of people in a company.
  role: {
    buyer: 'customers.role_buyer',
    approver: 'customers.role_approver',
    admin: 'customers.role_admin',
  },
  topic: mailTopicNames,
  type: {
    private: 'orders.customer_private',
    business: 'orders.customer_business',
    standard: 'change.type_standard',
    variant: 'change.type_variant',
    set: 'change.type_set',
    gift_card: 'change.type_gift_card',
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
  },
}

/** Field → code → its words, of the kernel and of modules. */
const codes: Record<string, Readonly<Record<string, AdminKey>>> = { ...kernelCodes }
for (const { auditCodes = {} } of modules)
  for (const [field, words] of Object.entries(auditCodes))
    codes[field] = { ...codes[field], ...(words as Record<string, AdminKey>) }

/** Whether the values of a field are codes, all of which have words. */
export const isCodeField = (name: string): boolean => name in codes

/** Whether a field has a name in the languages of staff. */
export const isNamedField = (name: string): boolean =>
  name in labels || name.replace(/_?[Mm]inor$/, '') in labels

/** The words of a value that the audit keeps as a code; null where it is no code. */
export function codeText(t: Translate, name: string, value: string): string | null {
  const key = codes[name]?.[value]
  return key === undefined ? null : t(key)
}

function valueText(name: string, value: unknown, currency: string | null, words: ChangeWords): string | null {
  if (value === undefined || value === null || value === '') return null
  const { t, number, date, dateTime, nameOf } = words
  // Their addresses and texts fill lines and say nothing; the pictures themselves are on the page of the product.
  if (name === 'photos') return Array.isArray(value) ? t('change.pictures', { count: value.length }) : null
  if (name === 'stores' && Array.isArray(value))
    return value.map((store) => nameOf(String(store))).join(', ') || null
  if (typeof value === 'boolean') return t(value ? 'table.yes' : 'table.no')
  if (typeof value === 'number') {
    // Purchase costs are kept by currency: `EUR`.
    if (/^[A-Z]{3}$/.test(name)) return words.money(value / minorPerMajor, name)
    return /minor$/i.test(name) ? amountText(value / minorPerMajor, currency, words) : number(value)
  }
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
    if (name === 'table') return tableText(t, value)
    return words.lists.code(name, value) ?? codeText(t, name, value) ?? value
  }
  if (name === 'roles' && Array.isArray(value))
    return value.map((role) => roleText(String(role), words)).join(', ') || null
  if (name === 'keys' && Array.isArray(value))
    return value.map((key) => t(`settings.key_${String(key)}` as AdminKey)).join(', ') || null
  // Names of fields, whose values are personal data.
  if ((name === 'changed' || name === 'fields') && Array.isArray(value))
    return value.map((field) => fieldLabel(String(field), words)).join(', ') || null
  if (name === 'filters' && Array.isArray(value))
    return (
      value
        .map(String)
        .map((part) => viewParameterText(t, part, words.lists) ?? fieldText(part))
        .join(', ') || null
    )
  if (Array.isArray(value)) {
    const texts = value.map(
      (each) => tierText(each, currency, words) ?? valueText(name, each, currency, words),
    )
    return texts.filter((text) => text !== null).join('; ') || null
  }
  if (!isRecord(value)) return null
  // A bank account: its kind and its number.
  if (typeof value['label'] === 'string' && typeof value['value'] === 'string')
    return `${value['label']} ${value['value']}`
  // Category of discount → percent in hundredths.
  if (name === 'discounts')
    return (
      Object.entries(value)
        .map(([category, basisPoints]) => `${category}: ${number(Number(basisPoints) / 100)} %`)
        .join('; ') || null
    )
  if (name === 'deliveryAddress' || name === 'invoiceAddress') return addressText(value, t)
  const labelOf = (field: string) =>
    name === 'terms' && !(field in labels) ? t(`coupon_field.${field}` as AdminKey) : fieldLabel(field, words)
  return (
    tierText(value, currency, words) ??
    Object.entries(value)
      .map(([field, inner]) => [labelOf(field), valueText(field, inner, currency, words)] as const)
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

/** `service:sv` → "Customer service (Sverige)". */
function roleText(role: string, { t, nameOf }: Pick<ChangeWords, 't' | 'nameOf'>): string {
  const [name, store] = role.split(':')
  const text = t(`role.${name}` as AdminKey)
  return store === undefined ? text : `${text} (${nameOf(store)})`
}

/** `Bo Ek, Hamngatan 9, 11147 Stockholm (default)`: an address of a customer's address book. */
function addressText(address: Readonly<Record<string, unknown>>, t: Translate): string {
  const of = (...names: string[]) =>
    names
      .map((name) => address[name])
      .filter(Boolean)
      .join(' ')
  const text = [of('firstName', 'lastName'), of('companyName'), of('street'), of('postalCode', 'city')]
    .filter((line) => line !== '')
    .join(', ')
  return address['isDefault'] === true ? `${text} (${t('customers.address_default')})` : text
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
