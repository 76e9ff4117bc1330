/**
 * The only SQL for checkouts. A checkout is read together with its store: an id of another store is not
 * found.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { RequestedLine } from '../cart/cart-line.ts'
import { plausibleCodes } from '../coupons/discount-code.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { isToken, randomToken } from '../security/access-token.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { readStoredLine, storedLine, type StoredLine } from './stored-line.server.ts'

export interface CampaignData {
  location: string | null
  referrer: string | null
}

type AddressField =
  | 'address'
  | 'postalCode'
  | 'city'
  | 'deliveryFirstName'
  | 'deliveryLastName'
  | 'deliveryCompanyName'
  | 'deliveryAddress'
  | 'deliveryPostalCode'
  | 'deliveryCity'

/** What the buyer adds to the order; all but the note and the Postnummer for companies only. */
type RemarkField =
  | 'note'
  | 'vatNumber'
  | 'yourReference'
  | 'purchaseOrder'
  | 'costCentre'
  | 'electronicAddress'
  | 'postNumber'

/** What the shopper has filled in so far, as typed. */
export interface CheckoutDetails {
  customerType: 'private' | 'business' | null
  contact: Partial<Record<'email' | 'phone' | 'firstName' | 'lastName' | 'companyName', string>> | null
  address: Partial<Record<AddressField, string>> | null
  /** Whether the `delivery` fields of the address count. */
  separateDelivery: boolean | null
  remarks: Partial<Record<RemarkField, string>> | null
  /** Whether goods in stock are to be delivered at once, and the rest later. */
  splitDelivery: boolean | null
  shippingMethod: string | null
  servicePoint: string | null
  paymentMethod: string | null
}

export interface CheckoutOrder {
  id: number
  number: string
  status: OrderStatus
  accessToken: string
  /** The attempt that is to be finalised. */
  provider: string | null
  providerOrderId: string | null
}

export interface CheckoutRecord extends CheckoutDetails {
  id: string
  store: StoreCode
  version: number
  lines: RequestedLine[]
  couponCodes: string[]
  /** References of the gift cards to pay with. */
  giftCardReferences: string[]
  /** The owning account; null for guests. */
  accountId: number | null
  /** Staff filled it in for the customer, who opens it by a mailed link. */
  isPrepared: boolean
  /** The active order; null until the shopper commits and after a payment that failed. */
  order: CheckoutOrder | null
}

export async function insertCheckout(
  db: Kysely<DB>,
  checkout: {
    store: StoreCode
    lines: readonly RequestedLine[]
    couponCodes: readonly string[]
    campaignData: CampaignData | null
    accountId?: number | null
  },
): Promise<string> {
  const id = randomToken()
  // No wait for the disk: a checkout lost in a crash is created again from the browser's cart, and an order
  // that was written always has its checkout, because the log is flushed in order.
  await sql`/* plan: insert-checkout */
    with quick as (select set_config('synchronous_commit', 'off', true))
    insert into checkout (id, store, items, coupon_codes, campaign_data, account_id)
    select ${id}, ${checkout.store}, ${JSON.stringify(checkout.lines.map(storedLine))}::jsonb, ${plausibleCodes(checkout.couponCodes)}::text[],
      ${checkout.campaignData && JSON.stringify(checkout.campaignData)}::jsonb,
      ${checkout.accountId ?? null}::bigint from quick`.execute(db)
  return id
}

interface CheckoutRow {
  id: string
  store: StoreCode
  version: number
  items: StoredLine[]
  coupon_codes: string[]
  account_id: number | null
  gift_cards: string[]
  customer_type: CheckoutDetails['customerType']
  contact: CheckoutDetails['contact']
  address: CheckoutDetails['address']
  separate_delivery: boolean
  split_delivery: boolean
  remarks: CheckoutDetails['remarks']
  shipping_method: string | null
  service_point: string | null
  payment_method: string | null
  is_prepared: boolean
  order_id: number | null
  number: string
  status: OrderStatus
  access_token: string
  provider: string | null
  provider_order_id: string | null
}

/** A checkout of the store with its active order; null where the store has none with that id. */
export async function findCheckout(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
): Promise<CheckoutRecord | null> {
  if (!isToken(id)) return null
  const { rows } = await sql<CheckoutRow>`/* plan: find-checkout */
    select c.id, c.store, c.version, c.items, c.coupon_codes, c.account_id, c.gift_cards, c.customer_type, c.contact, c.address,
      c.separate_delivery, c.split_delivery, c.remarks,
      c.shipping_method, c.service_point, c.payment_method,
      exists (select from staff_order p where p.checkout_id = c.id) as is_prepared, c.order_id,
      o.number, o.status, o.access_token, a.provider, a.provider_order_id
    from checkout c
    left join orders o on o.id = c.order_id
    left join lateral (select provider, provider_order_id from payment_attempt
      where order_id = o.id order by id desc limit 1) a on true
    where c.id = ${id} and c.store = ${store}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    store: row.store,
    version: row.version,
    lines: row.items.map(readStoredLine),
    couponCodes: row.coupon_codes,
    accountId: row.account_id,
    isPrepared: row.is_prepared,
    giftCardReferences: row.gift_cards,
    customerType: row.customer_type,
    contact: row.contact,
    address: row.address,
    separateDelivery: row.separate_delivery,
    splitDelivery: row.split_delivery,
    remarks: row.remarks,
    shippingMethod: row.shipping_method,
    servicePoint: row.service_point,
    paymentMethod: row.payment_method,
    order:
      row.order_id === null
        ? null
        : {
            id: row.order_id,
            number: row.number,
            status: row.status,
            accessToken: row.access_token,
            provider: row.provider,
            providerOrderId: row.provider_order_id,
          },
  }
}

/**
 * Replaces a checkout's cart (CHECKOUT-04). One with an order keeps the cart that was ordered; an unknown one
 * is ignored. Returns whether anything changed.
 */
export async function updateCheckoutCart(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  cart: { lines: readonly RequestedLine[]; couponCodes: readonly string[] | null },
): Promise<boolean> {
  if (!isToken(id)) return false
  const items = JSON.stringify(cart.lines.map(storedLine))
  const codes = cart.couponCodes && plausibleCodes(cart.couponCodes)
  const { numAffectedRows } = await sql`
    update checkout set items = ${items}::jsonb, coupon_codes = coalesce(${codes}::text[], coupon_codes),
      version = version + 1, updated_at = now()
    where id = ${id} and store = ${store} and order_id is null
      and (items is distinct from ${items}::jsonb
        or coupon_codes is distinct from coalesce(${codes}::text[], coupon_codes))`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Stores the shopper's fields; absent members stay unchanged. False where there is no such open checkout. */
export async function updateCheckoutDetails(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  details: { [Field in keyof CheckoutDetails]?: CheckoutDetails[Field] | undefined },
): Promise<boolean> {
  if (!isToken(id)) return false
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)
  const { numAffectedRows } = await sql`
    update checkout set customer_type = coalesce(${details.customerType ?? null}, customer_type),
      contact = coalesce(contact, '{}'::jsonb) || coalesce(${json(details.contact)}::jsonb, '{}'::jsonb),
      address = coalesce(address, '{}'::jsonb) || coalesce(${json(details.address)}::jsonb, '{}'::jsonb),
      separate_delivery = coalesce(${details.separateDelivery ?? null}::boolean, separate_delivery),
      split_delivery = coalesce(${details.splitDelivery ?? null}::boolean, split_delivery),
      remarks = coalesce(remarks, '{}'::jsonb) || coalesce(${json(details.remarks)}::jsonb, '{}'::jsonb),
      shipping_method = coalesce(${details.shippingMethod ?? null}, shipping_method),
      service_point = coalesce(${details.servicePoint ?? null}, service_point),
      payment_method = coalesce(${details.paymentMethod ?? null}, payment_method),
      version = version + 1, updated_at = now()
    where id = ${id} and store = ${store} and order_id is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Assigns an open checkout to an account; null: to nobody. */
export async function updateCheckoutAccount(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  accountId: number | null,
): Promise<void> {
  await sql`update checkout set account_id = ${accountId}::bigint, version = version + 1, updated_at = now()
    where id = ${id} and store = ${store} and order_id is null`.execute(db)
}

/** Removes an open checkout from an account: it becomes a guest's, without the customer's data. */
export async function releaseCheckout(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  accountId: number,
): Promise<void> {
  await sql`update checkout set account_id = null, customer_type = null, contact = null, address = null,
      separate_delivery = false, remarks = null, service_point = null, gift_cards = '{}', version = version + 1, updated_at = now()
    where id = ${id} and store = ${store} and order_id is null and account_id = ${accountId}`.execute(db)
}

/** Stores the gift cards to pay with. False where there is no such open checkout. */
export async function updateCheckoutGiftCards(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  references: readonly string[],
): Promise<boolean> {
  if (!isToken(id)) return false
  const { numAffectedRows } = await sql`
    update checkout set gift_cards = ${[...references]}::uuid[], version = version + 1, updated_at = now()
    where id = ${id} and store = ${store} and order_id is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** How long an abandoned checkout is kept. */
const abandonedCheckoutDays = 90

/** The same of one in which nobody has entered anything and nobody is logged in: opening it costs a stranger nothing. */
const untouchedCheckoutDays = 7

/**
 * Removes abandoned checkouts, except those that a row of another table needs: an order, a payment, a row of a module, which
 * the shop may be without by now.
 */
export async function tidyCheckouts(db: Kysely<DB>): Promise<void> {
  const needed = await referencesToCheckouts(db)
  const isNeeded = needed.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = c.id)`,
  )
  await sql`delete from checkout c where updated_at < now() - make_interval(days =>
      case when contact is null and account_id is null then ${untouchedCheckoutDays}::integer else ${abandonedCheckoutDays}::integer end)
    and order_id is null and not (${sql.join([sql`false`, ...isNeeded], sql` or `)})`.execute(db)
}

/** Columns whose rows keep a checkout from being deleted: those of foreign keys that neither cascade nor are set to null. */
async function referencesToCheckouts(db: Kysely<DB>): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column from pg_constraint k
    join pg_class t on t.oid = k.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'checkout'::regclass and k.confdeltype in ('a', 'r')
    order by t.relname`.execute(db)
  return rows
}
