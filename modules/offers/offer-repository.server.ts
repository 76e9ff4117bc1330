/** Personal offers, and segments of customers, as staff change and list them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { roundListPrice, roundsToNothing } from '../../domain/catalogue/list-price.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { PersonalOffer } from '../personal-offer.ts'

export interface NewOffer {
  store: StoreCode
  productId: ProductId
  priceMinor: Minor
  quantity: number
  /** Of one customer, or of a segment. */
  to: { accountId: number } | { segmentId: number }
  expiresAt: Date | null
}

export type CreatedOffer =
  /** `priceMinor`: in the digits of the currency. */
  { ok: true; id: number; priceMinor: Minor } | { ok: false; code: 'rounds_to_nothing' }

/** Creates an offer at a price that is rounded to the digits of the currency. */
export async function createOffer(db: Kysely<DB>, actor: Actor, offer: NewOffer): Promise<CreatedOffer> {
  const { store, productId, quantity, to, expiresAt } = offer
  if (roundsToNothing(offer.priceMinor, stores[store])) return { ok: false, code: 'rounds_to_nothing' }
  const priceMinor = roundListPrice(offer.priceMinor, stores[store])
  return audited(db, actor, async (trx, record) => {
    const { id } = await trx
      .insertInto('personal_offer')
      .values({
        store,
        product_id: productId,
        price_minor: priceMinor,
        quantity,
        account_id: 'accountId' in to ? to.accountId : null,
        segment_id: 'segmentId' in to ? to.segmentId : null,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ sku: string; customer: string | null; segment: string | null }>`
      select p.sku, a.number as customer, s.name as segment
      from personal_offer o join product p on p.id = o.product_id
        left join account a on a.id = o.account_id left join customer_segment s on s.id = o.segment_id
      where o.id = ${id}`.execute(trx)
    const { sku, customer, segment } = rows[0]!
    record({
      action: 'offer.create',
      object: ['offer', id],
      store,
      after: { sku, priceMinor, quantity, customer, segment, expiresAt: expiresAt?.toISOString() ?? null },
    })
    return { ok: true, id, priceMinor }
  })
}

/** Ends an offer; false where there is no such open one. */
export async function removeOffer(db: Kysely<DB>, actor: Actor, id: number, now: Date): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const row = await trx
      .updateTable('personal_offer')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('store')
      .executeTakeFirst()
    if (row === undefined) return false
    record({
      action: 'offer.remove',
      object: ['offer', id],
      store: row.store,
      before: { isOpen: true },
      after: { isOpen: false },
    })
    return true
  })
}

/** Puts an ended offer back. Refused where its price is nothing in the digits of the currency. */
export async function restoreOffer(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
): Promise<{ ok: true } | { ok: false; code: 'unknown_offer' | 'rounds_to_nothing' }> {
  return audited(db, actor, async (trx, record) => {
    const ended = await trx
      .selectFrom('personal_offer')
      .select(['store', 'price_minor'])
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (ended === undefined) return { ok: false, code: 'unknown_offer' }
    const { store, price_minor: priceMinor } = ended
    // From before prices were rounded.
    if (roundsToNothing(priceMinor, stores[store])) return { ok: false, code: 'rounds_to_nothing' }
    await trx
      .updateTable('personal_offer')
      .set({ removed_at: null, price_minor: roundListPrice(priceMinor, stores[store]) })
      .where('id', '=', id)
      .execute()
    record({
      action: 'offer.restore',
      object: ['offer', id],
      store,
      before: { isOpen: false },
      after: { isOpen: true },
    })
    return { ok: true }
  })
}

export interface ListedOffer extends PersonalOffer {
  store: StoreCode
  sku: string
  /** Customer number, or name of the segment. */
  for: string
}

/** The open offers of all customers, newest first. */
export async function listOffers(db: Kysely<DB>): Promise<ListedOffer[]> {
  const { rows } = await sql<ListedOffer>`
    select o.id, o.store, o.product_id as "productId", p.sku, o.price_minor as "priceMinor", o.quantity,
      o.expires_at as "expiresAt", coalesce(a.number, s.name) as "for"
    from personal_offer o join product p on p.id = o.product_id
      left join account a on a.id = o.account_id left join customer_segment s on s.id = o.segment_id
    where o.removed_at is null order by o.id desc`.execute(db)
  return rows
}

/** The id of a segment; null: there is none of that name. */
export async function findSegment(db: Kysely<DB>, name: string): Promise<number | null> {
  const row = await db.selectFrom('customer_segment').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

/** Adds accounts to a segment, which is created where it does not exist. Returns how many are new in it. */
export async function addToSegment(
  db: Kysely<DB>,
  actor: Actor,
  { name, accountIds }: { name: string; accountIds: readonly number[] },
): Promise<number> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ id: number }>`
      insert into customer_segment (name) values (${name})
      on conflict (name) do update set name = excluded.name returning id`.execute(trx)
    const { id } = rows[0]!
    const { rows: added } = await sql<{ number: string }>`
      with added as (
        insert into customer_segment_member (segment_id, account_id)
        select ${id}, id from account where id = any(${[...accountIds]}::bigint[]) and erased_at is null
        on conflict do nothing returning account_id
      )
      select a.number from added join account a on a.id = added.account_id order by a.number`.execute(trx)
    if (added.length > 0)
      record({ action: 'segment.add', object: ['segment', name], after: { customers: numbersOf(added) } })
    return added.length
  })
}

/** Removes accounts from a segment; returns how many were in it. */
export async function removeFromSegment(
  db: Kysely<DB>,
  actor: Actor,
  { name, accountIds }: { name: string; accountIds: readonly number[] },
): Promise<number> {
  return audited(db, actor, async (trx, record) => {
    const { rows: removed } = await sql<{ number: string }>`
      with removed as (
        delete from customer_segment_member m using customer_segment s
        where s.id = m.segment_id and s.name = ${name} and m.account_id = any(${[...accountIds]}::bigint[])
        returning m.account_id
      )
      select a.number from removed join account a on a.id = removed.account_id order by a.number`.execute(trx)
    if (removed.length > 0)
      record({
        action: 'segment.remove',
        object: ['segment', name],
        before: { customers: numbersOf(removed) },
      })
    return removed.length
  })
}

const numbersOf = (rows: readonly { number: string }[]) => rows.map(({ number }) => number)

/** The accounts with these numbers. */
export async function accountsNumbered(db: Kysely<DB>, numbers: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from account where number = any(${[...numbers]}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listSegments(db: Kysely<DB>): Promise<{ name: string; members: number }[]> {
  const { rows } = await sql<{ name: string; members: number }>`
    select s.name, count(m.account_id)::integer as members
    from customer_segment s left join customer_segment_member m on m.segment_id = s.id
    group by s.id order by s.name`.execute(db)
  return rows
}
