/** The only SQL for subscription requests that wait for confirmation. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OptInName } from '../../modules/modules.ts'
import type { NoticeKind } from '../mail/mail-kind.ts'
import type { Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProductId } from '../products/product-id.ts'

export type ConfirmationSubject =
  /** Mails of a topic. */
  | { purpose: OptInName; store: StoreCode; email: string; productId: null; priceMinor: null }
  /** A notice about a product. */
  | {
      purpose: NoticeKind
      store: StoreCode
      email: string
      productId: ProductId
      /** What a unit costs now, VAT included; null: the notice is not about a price. */
      priceMinor: Minor | null
    }

export type StoredConfirmation = ConfirmationSubject & {
  id: number
  requestedAt: Date
  expiresAt: Date
  mailedAt: Date | null
  usedAt: Date | null
  /** Name of the product in that store; null for mails of a topic, and where it is no longer sold there. */
  product: { name: string; slug: string } | null
}

type ConfirmationRow = ConfirmationSubject &
  Omit<StoredConfirmation, keyof ConfirmationSubject | 'product'> & {
    name: string | null
    slug: string | null
  }

export async function insertConfirmation(
  trx: Kysely<DB>,
  subject: ConfirmationSubject,
  times: { requestedAt: Date; expiresAt: Date },
): Promise<number> {
  const { purpose, store, email, productId, priceMinor } = subject
  const { id } = await trx
    .insertInto('mail_confirmation')
    .values({
      purpose,
      store,
      email,
      product_id: productId,
      price_minor: priceMinor,
      requested_at: times.requestedAt,
      expires_at: times.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locked until the caller's transaction ends, so that a link works once and a mail is sent once. */
export async function lockConfirmation(trx: Kysely<DB>, id: number): Promise<StoredConfirmation | null> {
  const { rows } = await sql<ConfirmationRow>`
    select c.id, c.purpose, c.store, c.email, c.product_id as "productId", c.price_minor as "priceMinor", c.requested_at as "requestedAt",
      c.expires_at as "expiresAt", c.mailed_at as "mailedAt", c.used_at as "usedAt", p.name, p.slug
    from mail_confirmation c
    left join store_product p on p.product_id = c.product_id and p.store = c.store
    where c.id = ${id} for update of c`.execute(trx)
  const row = rows[0]
  if (!row) return null
  const { name, slug, ...confirmation } = row
  return { ...confirmation, product: name === null || slug === null ? null : { name, slug } }
}

export async function noteConfirmationMailed(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await trx.updateTable('mail_confirmation').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** Invalidates this link and every other one for the same subject. */
export async function spendConfirmation(trx: Kysely<DB>, used: StoredConfirmation, at: Date): Promise<void> {
  await sql`update mail_confirmation set used_at = ${at}
    where purpose = ${used.purpose} and store = ${used.store} and email = ${used.email}
      and product_id is not distinct from ${used.productId} and used_at is null`.execute(trx)
}

/** Removes requests that can no longer be confirmed: their address remains unconfirmed. */
export async function tidyConfirmations(db: Kysely<DB>): Promise<void> {
  await sql`delete from mail_confirmation where expires_at < now()`.execute(db)
}
