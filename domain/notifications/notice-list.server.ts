/** The notices of stock and of a lower price that an address has asked for, and their removal by its owner. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { MailRecipient } from './mail-preferences.server.ts'

export interface ListedNotice {
  kind: 'stock' | 'price'
  sku: string
  name: string
  /** `mailed`: a notice of stock was sent, and the request is closed. `expired`: it ended without a mail. */
  state: 'active' | 'mailed' | 'expired'
  /** When the request ends or ended. */
  expiresAt: Date
}

/** The confirmed requests of an address in a store, the newest first. */
export async function noticesOf(
  db: Kysely<DB>,
  { store, email }: MailRecipient,
  now: Date,
): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select n.kind, p.sku, coalesce(s.name, p.sku) as name, n.expires_at as "expiresAt",
      case when n.closed_at is not null then 'mailed' when n.expires_at <= ${now} then 'expired' else 'active' end as state
    from (
      select 'stock' as kind, product_id, confirmed_at, sent_at as closed_at, expires_at from stock_notification
      where store = ${store} and email = ${email} and confirmed_at is not null
      union all
      select 'price', product_id, confirmed_at, null, expires_at from price_notice
      where store = ${store} and email = ${email}
    ) n
    join product p on p.id = n.product_id
    left join store_product s on s.product_id = n.product_id and s.store = ${store}
    order by n.confirmed_at desc, p.sku, n.kind`.execute(db)
  return rows
}

const tables = { stock: 'stock_notification', price: 'price_notice' } as const

/** Deletes one request; false where the address has none for the product. */
export async function removeNotice(
  { db, keys }: { db: Kysely<DB>; keys: Keyring },
  actor: Actor,
  { store, email }: MailRecipient,
  { kind, sku }: Pick<ListedNotice, 'kind' | 'sku'>,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql`
      delete from ${sql.table(tables[kind])} n using product p
      where p.id = n.product_id and p.sku = ${sku} and n.store = ${store} and n.email = ${email}
      returning 1`.execute(trx)
    if (rows.length > 0)
      record({
        action: `${kind}_notice.remove`,
        // The log names the address by a digest: it outlives the address.
        object: ['mail_recipient', keys.digest('mail-name', email).toString('hex').slice(0, 16)],
        store,
        after: { sku },
      })
    return rows.length > 0
  })
}
