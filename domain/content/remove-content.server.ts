/**
 * Removes pages, layout blocks and deals. Running nodes pick up the change within a second. True: it existed.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { pageKey } from './page-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Sku } from '../products/sku.ts'

/** The page's address then answers 404. */
export async function removePage(
  db: Kysely<DB>,
  actor: Actor,
  store: StoreCode,
  path: string,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const page = await trx
      .deleteFrom('content_page')
      .where('store', '=', store)
      .where('path', '=', path)
      .returningAll()
      .executeTakeFirst()
    if (page) record({ action: 'page.remove', object: ['page', pageKey(store, path)], store, before: page })
    return page !== undefined
  })
}

export async function removeWidget(
  db: Kysely<DB>,
  actor: Actor,
  store: StoreCode,
  slug: string,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const widget = await trx
      .deleteFrom('widget')
      .where('store', '=', store)
      .where('slug', '=', slug)
      .returningAll()
      .executeTakeFirst()
    if (widget) record({ action: 'widget.remove', object: ['widget', slug], store, before: widget })
    return widget !== undefined
  })
}

export async function removeDeal(db: Kysely<DB>, actor: Actor, id: number): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const deal = await trx.deleteFrom('deal').where('id', '=', id).returningAll().executeTakeFirst()
    if (!deal) return false
    const { store, ...before } = deal
    record({ action: 'deal.remove', object: ['deal', id], store, before })
    return true
  })
}

export interface StoredDeal {
  id: number
  store: string
  title: string
  sku: Sku
  discount: number
  startsAt: Date
  expiresAt: Date
}

/** All deals, or those of a store, latest first. */
export async function listDeals(db: Kysely<DB>, store: StoreCode | null): Promise<StoredDeal[]> {
  let query = db
    .selectFrom('deal')
    .innerJoin('product', 'product.id', 'deal.product_id')
    .select([
      'deal.id',
      'deal.store',
      'deal.title',
      'product.sku',
      'deal.discount_percent as discount',
      'deal.starts_at as startsAt',
      'deal.expires_at as expiresAt',
    ])
  if (store !== null) query = query.where('deal.store', '=', store)
  return query.orderBy('deal.starts_at', 'desc').orderBy('deal.id', 'desc').execute()
}

export interface StoredContent {
  kind: 'page' | 'widget'
  store: string
  /** Path of a page, slug of a block. */
  name: string
  title: string | null
  /** Whether visitors see it. */
  shown: boolean
}

/** All pages and blocks, or those of a store. */
export async function listContent(db: Kysely<DB>, store: StoreCode | null): Promise<StoredContent[]> {
  let pages = db.selectFrom('content_page').select(['store', 'path', 'title', 'published'])
  let widgets = db.selectFrom('widget').select(['store', 'slug', 'hidden'])
  if (store !== null) {
    pages = pages.where('store', '=', store)
    widgets = widgets.where('store', '=', store)
  }
  return [
    ...(await pages.orderBy('store').orderBy('path').execute()).map((page) => ({
      kind: 'page' as const,
      store: page.store,
      name: page.path,
      title: page.title,
      shown: page.published,
    })),
    ...(await widgets.orderBy('store').orderBy('slug').execute()).map((widget) => ({
      kind: 'widget' as const,
      store: widget.store,
      name: widget.slug,
      title: null,
      shown: !widget.hidden,
    })),
  ]
}
