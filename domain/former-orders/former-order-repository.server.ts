/** The only SQL for orders of former shops. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { FormerFulfilment, FormerOrder, FormerOrderLine, FormerPayment } from './former-order.ts'
import type { Minor } from '../money/money.ts'

/** `other_order`: one of that number is stored that was placed at another moment or has another total. */
export type SavedFormerOrder = 'created' | 'changed' | 'unchanged' | 'other_order'

/**
 * Stores orders of different numbers. One that is stored keeps what it says, but for its state: what was paid, refunded,
 * delivered or cancelled since; what is unknown changes nothing, and amounts that were unknown are filled. A number alone does not say that two orders are the same:
 * moment and total do. An address that was erased does not come back. Answers what became of each, in order.
 */
export async function saveFormerOrders(
  trx: Kysely<DB>,
  actor: Actor,
  { store, orders, now }: { store: StoreCode; orders: readonly FormerOrder[]; now: Date },
): Promise<SavedFormerOrder[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as g (number text, "placedAt" timestamptz,
    email text, currency text, "totalMinor" bigint, "subtotalMinor" bigint, "shippingMinor" bigint, "taxMinor" bigint, "discountMinor" bigint,
    "discountCode" text, "refundedMinor" bigint, payment text, fulfilment text, "isCancelled" boolean, lines jsonb)`
  const { rows: created } = await sql<{ number: string }>`
    insert into former_order (store, number, placed_at, account_id, email, currency, total_minor, subtotal_minor, shipping_minor,
      tax_minor, discount_minor, discount_code, refunded_minor, payment, fulfilment, is_cancelled, lines, imported_at, importer_kind,
      importer_id)
    select ${store}, g.number, g."placedAt",
      (select a.id from account a where a.email = g.email and a.email_verified_at is not null), g.email, g.currency,
      g."totalMinor", g."subtotalMinor", g."shippingMinor", g."taxMinor", g."discountMinor", g."discountCode",
      g."refundedMinor", g.payment, g.fulfilment,
      coalesce(g."isCancelled", false), g.lines, ${now}, ${actor.kind}, ${actor.id}
    from ${given}
    on conflict (store, number) do nothing returning number`.execute(trx)
  const { rows: changed } = await sql<{ number: string }>`
    update former_order f set payment = n.payment, fulfilment = n.fulfilment, is_cancelled = n.is_cancelled,
      refunded_minor = n.refunded_minor, subtotal_minor = n.subtotal_minor, shipping_minor = n.shipping_minor,
      tax_minor = n.tax_minor, discount_minor = n.discount_minor, discount_code = n.discount_code, lines = n.lines
    from (
      select f.id, coalesce(g.payment, f.payment) as payment, coalesce(g.fulfilment, f.fulfilment) as fulfilment,
        coalesce(g."isCancelled", f.is_cancelled) as is_cancelled,
        coalesce(g."refundedMinor", f.refunded_minor)::bigint as refunded_minor,
        coalesce(f.subtotal_minor, g."subtotalMinor")::bigint as subtotal_minor,
        coalesce(f.shipping_minor, g."shippingMinor")::bigint as shipping_minor,
        coalesce(f.tax_minor, g."taxMinor")::bigint as tax_minor,
        coalesce(f.discount_minor, g."discountMinor")::bigint as discount_minor,
        coalesce(f.discount_code, g."discountCode") as discount_code, ${filledLines} as lines
      from former_order f join ${given} on f.number = g.number and f.placed_at = g."placedAt"
        and f.total_minor = g."totalMinor"
      where f.store = ${store}
    ) n
    where f.id = n.id and (f.payment, f.fulfilment, f.is_cancelled, f.refunded_minor, f.subtotal_minor, f.shipping_minor,
        f.tax_minor, f.discount_minor, f.discount_code, f.lines)
      is distinct from (n.payment, n.fulfilment, n.is_cancelled, n.refunded_minor, n.subtotal_minor, n.shipping_minor,
        n.tax_minor, n.discount_minor, n.discount_code, n.lines)
    returning f.number`.execute(trx)
  const { rows: others } = await sql<{ number: string }>`
    select f.number from former_order f join ${given} on f.store = ${store} and f.number = g.number
    where f.placed_at <> g."placedAt" or f.total_minor <> g."totalMinor"`.execute(trx)
  const isOther = new Set(others.map(({ number }) => number))
  const isCreated = new Set(created.map(({ number }) => number))
  const isChanged = new Set(changed.map(({ number }) => number))
  return orders.map(({ number }) =>
    isOther.has(number)
      ? 'other_order'
      : isCreated.has(number)
        ? 'created'
        : isChanged.has(number)
          ? 'changed'
          : 'unchanged',
  )
}

const goodsOf = (lines: RawBuilder<unknown>) =>
  sql`(select jsonb_agg(line - 'unitMinor' - 'discountMinor' order by position)
    from jsonb_array_elements(${lines}) with ordinality as each (line, position))`

/** The stored lines, with the amounts of the given ones where they are unknown, if both are of the same goods. */
const filledLines = sql`case when ${goodsOf(sql`f.lines`)} = ${goodsOf(sql`g.lines`)} then
  (select jsonb_agg(given.line || jsonb_strip_nulls(stored.line) order by position)
    from jsonb_array_elements(f.lines) with ordinality as stored (line, position)
    join jsonb_array_elements(g.lines) with ordinality as given (line, position) using (position))
  else f.lines end`

/** A line with the product that the shop has now under its sku; null: none, or in other stores alone. */
export interface ReadFormerLine extends FormerOrderLine {
  product: { sku: string; slug: string } | null
}

export interface ReadFormerOrder {
  id: number
  store: StoreCode
  number: string
  placedAt: Date
  currency: string
  totalMinor: Minor
  /** Null: unknown. */
  subtotalMinor: Minor | null
  shippingMinor: Minor | null
  taxMinor: Minor | null
  discountMinor: Minor | null
  discountCode: string | null
  refundedMinor: Minor | null
  payment: FormerPayment | null
  fulfilment: FormerFulfilment | null
  isCancelled: boolean
  /** False: of the account's address, which its customer has not confirmed. */
  isConfirmed: boolean
  lines: ReadFormerLine[]
}

export interface FormerOrdersAsked {
  accountId: number
  stores: readonly StoreCode[]
  limit: number
  /** For staff alone: also those of an address that the customer has not confirmed. The person who entered it must not see them. */
  withUnconfirmed?: boolean
}

/** An account's orders at former shops, of these stores, newest first. */
export async function formerOrdersOfAccount(
  db: Kysely<DB>,
  { accountId, stores, limit, withUnconfirmed = false }: FormerOrdersAsked,
): Promise<ReadFormerOrder[]> {
  const isOfAddress = sql`${withUnconfirmed} and account_id is null
    and email = (select a.email from account a where a.id = ${accountId} and a.erased_at is null)`
  const { rows } = await sql<Omit<ReadFormerOrder, 'lines'> & { lines: FormerOrderLine[] }>`
    select id, store, number, placed_at as "placedAt", currency, total_minor as "totalMinor",
      subtotal_minor as "subtotalMinor", shipping_minor as "shippingMinor", tax_minor as "taxMinor",
      discount_minor as "discountMinor", discount_code as "discountCode", refunded_minor as "refundedMinor", payment,
      fulfilment,
      is_cancelled as "isCancelled", account_id is not null as "isConfirmed", lines
    from former_order where (account_id = ${accountId} or (${isOfAddress})) and store = any(${[...stores]}::text[])
    order by placed_at desc, id desc limit ${limit}`.execute(db)
  const asked = rows.flatMap(({ lines }) =>
    lines.flatMap(({ sku }) => (sku === null ? [] : sku.toLowerCase())),
  )
  const products = await productsOf(db, [...new Set(asked)])
  return rows.map((order) => ({
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      product: (line.sku !== null && products.get(`${order.store} ${line.sku.toLowerCase()}`)) || null,
    })),
  }))
}

/**
 * Whether orders of a former shop would be shown once the account's address is confirmed, if there are any of it. That it
 * has some is not asked: the address may be somebody else's.
 */
export async function confirmsForFormerOrders(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ confirms: boolean }>`select exists (
    select from account where id = ${accountId} and email_verified_at is null
      and exists (select from former_order)) as confirms`.execute(db)
  return rows[0]?.confirms === true
}

/** Store and sku in lower case → the product. */
async function productsOf(
  db: Kysely<DB>,
  skus: readonly string[],
): Promise<Map<string, { sku: string; slug: string }>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ store: string; sku: string; slug: string }>`
    select s.store, p.sku, s.slug from product p join store_product s on s.product_id = p.id
    where lower(p.sku) = any(${[...skus]}::text[]) order by p.id`.execute(db)
  return new Map(rows.map(({ store, sku, slug }) => [`${store} ${sku.toLowerCase()}`, { sku, slug }]))
}

/** Gives an account the orders that were placed with its address, if that is verified. Returns their numbers. */
export async function joinFormerOrders(trx: Kysely<DB>, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`update former_order f set account_id = a.id from account a
    where a.id = ${accountId} and a.email_verified_at is not null and f.email = a.email and f.account_id is null
    returning f.number`.execute(trx)
  return rows.map(({ number }) => number)
}

/** Takes from orders whose they were: those of the account, if there is one, and those of the address. Returns how many. */
export async function eraseFormerOrders(
  trx: Kysely<DB>,
  { accountId, email, now }: { accountId: number | null; email: string; now: Date },
): Promise<number> {
  const { rows } = await sql`update former_order set account_id = null, email = null, erased_at = ${now}
    where account_id = ${accountId} or (email = ${email} and (account_id is null or account_id = ${accountId})) returning 1`.execute(
    trx,
  )
  return rows.length
}
