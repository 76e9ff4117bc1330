/** The SQL of the mails about a lower price. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isWithheld } from '../../domain/catalogue/statutory-gaps.server.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

interface PriceWatch {
  store: StoreCode
  productId: ProductId
  /** As `normalizeEmail` returns it. */
  email: string
}

/** At most one mail per product and address in this time, milliseconds. */
const betweenPriceMailsMs = 7 * 24 * 3_600_000

/** A request that may be mailed now, if the price is lower. */
export interface WaitingPriceNotice extends PriceWatch {
  /** Below it a notice is due. */
  priceMinor: Minor
  name: string
  slug: string
}

/** Whether the store of a row sells the product of the row, or a variant of it, without withholding it. */
const hasSoldGoods = (productId: RawBuilder<unknown>, store: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from product g where (g.id = ${productId} or g.variant_of = ${productId})
    and not exists (select from product v where v.variant_of = g.id) and not ${isWithheld(sql`g.id`, store)})`

/** Not once it is over, and nothing for what the store withholds: the node's index may not say so yet. */
const isOpen = (now: Date): RawBuilder<boolean> =>
  sql`n.expires_at > ${now} and ${hasSoldGoods(sql`n.product_id`, sql`n.store`)}`

/** Not again so soon. */
const mayBeMailed = (now: Date) => sql`${isOpen(now)}
  and (n.mailed_at is null or n.mailed_at <= ${new Date(now.getTime() - betweenPriceMailsMs)})`

/** Up to `most` requests of open stores after another one, in a fixed order; null: from the first. */
export async function waitingPriceNotices(
  db: Kysely<DB>,
  { after, most, now }: { after: PriceWatch | null; most: number; now: Date },
): Promise<WaitingPriceNotice[]> {
  const { rows } = await sql<WaitingPriceNotice>`
    select n.store, n.product_id as "productId", n.email, n.price_minor as "priceMinor", sp.name, sp.slug
    from price_notice n join store_product sp on sp.product_id = n.product_id and sp.store = n.store
    where ${mayBeMailed(now)} and n.store = any(${openStoreCodes()}) and (${after === null}::boolean or (n.product_id, n.store, n.email) >
      (${after?.productId ?? 0}::integer, ${after?.store ?? ''}::text, ${after?.email ?? ''}::text))
    order by n.product_id, n.store, n.email limit ${most}`.execute(db)
  return rows
}

/**
 * Locks a request for its mail; returns the price it is compared with, and when it was mailed last. Null: it is not due at
 * `priceMinor`, it was mailed meanwhile, or another node is mailing it.
 */
export async function lockPriceNotice(
  trx: Kysely<DB>,
  { store, productId, email }: PriceWatch,
  { priceMinor, now }: { priceMinor: Minor; now: Date },
): Promise<{ priceMinor: Minor; mailedAt: Date | null } | null> {
  const { rows } = await sql<{ priceMinor: Minor; mailedAt: Date | null }>`
    select n.price_minor as "priceMinor", n.mailed_at as "mailedAt" from price_notice n
    where n.store = ${store} and n.product_id = ${productId} and n.email = ${email}
      and n.price_minor > ${priceMinor} and ${mayBeMailed(now)} for update skip locked`.execute(trx)
  return rows[0] ?? null
}

/**
 * Locks a request that was marked as mailed at a time; null: it is not there any more, or was marked at another one. One
 * that was asked for again since is not due: its asker has seen a price since.
 */
export async function lockClaimedPriceNotice(
  trx: Kysely<DB>,
  { store, productId, email }: PriceWatch,
  { claimedAt, now }: { claimedAt: Date; now: Date },
): Promise<{ name: string; slug: string; isDue: true } | { isDue: false } | null> {
  const { rows } = await sql<{ name: string | null; slug: string | null; isDue: boolean }>`
    select sp.name, sp.slug, ${isOpen(now)} and n.confirmed_at <= ${claimedAt} as "isDue" from price_notice n
    left join store_product sp on sp.product_id = n.product_id and sp.store = n.store
    where n.store = ${store} and n.product_id = ${productId} and n.email = ${email} and n.mailed_at = ${claimedAt}
    for update of n`.execute(trx)
  const [row] = rows
  if (!row) return null
  const { name, slug } = row
  return row.isDue && name !== null && slug !== null ? { name, slug, isDue: true } : { isDue: false }
}

/**
 * Makes a request what it was before it was marked as mailed: no mail was sent. Its price stays where it was asked for
 * again since, and where it was rounded, so that the rounding is no lower price.
 */
export async function reopenPriceNotice(
  trx: Kysely<DB>,
  { store, productId, email }: PriceWatch,
  {
    claimed,
    before,
  }: {
    claimed: { priceMinor: Minor; at: Date }
    before: { priceMinor: Minor; mailedAt: Date | null }
  },
): Promise<void> {
  await sql`update price_notice set mailed_at = ${before.mailedAt},
      price_minor = case when price_minor = ${claimed.priceMinor} and confirmed_at <= ${claimed.at}
        then ${before.priceMinor}::integer else price_minor end
    where store = ${store} and product_id = ${productId} and email = ${email}
      and mailed_at = ${claimed.at}`.execute(trx)
}

/** Records a mail: the next one is due below the price that this one names. */
export async function markPriceMailed(
  trx: Kysely<DB>,
  { store, productId, email }: PriceWatch,
  { priceMinor, now }: { priceMinor: Minor; now: Date },
): Promise<void> {
  await sql`update price_notice set price_minor = ${priceMinor}, mailed_at = ${now}
    where store = ${store} and product_id = ${productId} and email = ${email}`.execute(trx)
}
