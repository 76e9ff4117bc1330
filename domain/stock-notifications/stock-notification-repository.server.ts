/** The only SQL for who wants to know when a product can be bought again (CARD-11). */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Notes the wish once; one that was answered already is open again. `email` is normalised. */
export async function wantNotification(
  db: Kysely<DB>,
  wish: { store: StoreCode; productId: number; email: string },
): Promise<void> {
  await db
    .insertInto('stock_notification')
    .values({ store: wish.store, product_id: wish.productId, email: wish.email })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'store', 'email'])
        .doUpdateSet({ sent_at: null, created_at: (row) => row.ref('excluded.created_at') })
        .where('stock_notification.sent_at', 'is not', null),
    )
    .execute()
}

/** A wish whose product, or a variant of it, is in stock. */
export interface AnsweredWish {
  store: StoreCode
  productId: number
  email: string
  name: string
  slug: string
}

/** Wishes that have come true and were not answered; in no order, so that none stands before the others for good. */
export async function answeredWishes(db: Kysely<DB>, most: number): Promise<AnsweredWish[]> {
  const { rows } = await sql<AnsweredWish>`
    select n.store, n.product_id as "productId", n.email, sp.name, sp.slug
    from stock_notification n join store_product sp on sp.product_id = n.product_id and sp.store = n.store
    where n.sent_at is null and exists (
      select 1 from stock s where s.store = n.store and s.available > 0 and not s.discontinued
        and (s.product_id = n.product_id
          or s.product_id in (select v.id from product v where v.variant_of = n.product_id)))
    order by random() limit ${most}`.execute(db)
  return rows
}

/** Locks a wish for its answer; false where it was answered meanwhile or another node is at it. */
export async function takeWish(trx: Kysely<DB>, { store, productId, email }: AnsweredWish): Promise<boolean> {
  const { rows } = await sql`select 1 from stock_notification
    where store = ${store} and product_id = ${productId} and email = ${email} and sent_at is null
    for update skip locked`.execute(trx)
  return rows.length > 0
}

/** Closes a wish: wishing again opens it. */
export async function noteWishAnswered(
  trx: Kysely<DB>,
  { store, productId, email }: AnsweredWish,
  at: Date,
): Promise<void> {
  await sql`update stock_notification set sent_at = ${at}
    where store = ${store} and product_id = ${productId} and email = ${email}`.execute(trx)
}
