/** The notices about products that an address has asked for, and their removal by its owner. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { noticesOfModules, type Notices } from '../../modules/notices.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { NoticeKind } from '../mail/mail-kind.ts'
import type { MailRecipient } from './mail-preferences.server.ts'
import type { ProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface ListedNotice {
  kind: NoticeKind
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
  const lists = await Promise.all(
    (Object.entries(noticesOfModules) as [NoticeKind, Notices][]).map(async ([kind, { list }]) =>
      (await list(db, { store, email })).map((request) => ({ kind, ...request })),
    ),
  )
  const products = await namesOf(db, store, [...new Set(lists.flat().map(({ productId }) => productId))])
  return lists
    .flat()
    .map((request) => ({ ...request, ...products.get(request.productId)! }))
    .toSorted(
      (a, b) =>
        b.confirmedAt.getTime() - a.confirmedAt.getTime() ||
        compareTexts(a.sku, b.sku) ||
        compareTexts(a.kind, b.kind),
    )
    .map(({ kind, sku, name, closedAt, expiresAt }) => ({
      kind,
      sku,
      name,
      state: closedAt !== null ? 'mailed' : expiresAt <= now ? 'expired' : 'active',
      expiresAt,
    }))
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The names of products in a store; of one that is no longer sold there its sku. */
async function namesOf(
  db: Kysely<DB>,
  store: StoreCode,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, { sku: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product as p')
    .leftJoin('store_product as s', (join) =>
      join.onRef('s.product_id', '=', 'p.id').on('s.store', '=', store),
    )
    .select(['p.id', 'p.sku', 's.name'])
    .where('p.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, sku, name }) => [id, { sku, name: name ?? sku }]))
}

/** Deletes one request; false where the address has none for the product. */
export async function removeNotice(
  { db, keys }: { db: Kysely<DB>; keys: Keyring },
  actor: Actor,
  { store, email }: MailRecipient,
  { kind, sku }: Pick<ListedNotice, 'kind' | 'sku'>,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const product = await trx
      .selectFrom('product')
      .select('id')
      .where('sku', '=', toSku(sku))
      .executeTakeFirst()
    if (!product) return false
    const removed = await noticesOfModules[kind].drop(trx, { store, email, productId: product.id })
    if (removed > 0)
      record({
        action: `${kind}_notice.remove`,
        // The log names the address by a digest: it outlives the address.
        object: ['mail_recipient', keys.digest('mail-name', email).toString('hex').slice(0, 16)],
        store,
        after: { sku },
      })
    return removed > 0
  })
}
