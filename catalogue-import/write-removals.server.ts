/**
 * Deletes the objects that NDJSON records of the kind `removal` name. A missing object counts as unchanged.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { removePage, removeWidget } from '../domain/content/remove-content.server.ts'
import { readMerchantDate } from '../domain/stores/merchant-date.ts'
import { storeCodes, stores } from '../domain/stores/stores.ts'
import type { RemovalRecord } from '../domain/catalogue/catalogue-record.ts'
import { removeCategory, type CategoryRemoval } from './remove-category.server.ts'
import { resolveProductIds, type Outcome, type WriteContext } from './write-context.server.ts'

/** A category is shared by all stores: an import limited to some stores skips its removal. */
export async function writeRemovals(
  db: Kysely<DB>,
  records: readonly RemovalRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const record of records) outcomes.push(await writeRemoval(db, record, context))
  return outcomes
}

async function writeRemoval(db: Kysely<DB>, record: RemovalRecord, context: WriteContext): Promise<Outcome> {
  const concerned = record.of === 'category' ? storeCodes : [record.store]
  if (!concerned.every((store) => context.stores.includes(store))) return 'skipped'
  if (record.of === 'category') {
    const { code, moveTo } = record
    return outcomeOfCategory(
      await removeCategory(db, context.actor, code, { moveTo, dryRun: context.dryRun }),
      record,
    )
  }
  const isThere = context.dryRun ? await exists(db, record, context) : await remove(db, record, context)
  return isThere ? 'changed' : 'unchanged'
}

type InStore = Exclude<RemovalRecord, { of: 'category' }>

async function remove(db: Kysely<DB>, record: InStore, context: WriteContext): Promise<boolean> {
  if (record.of === 'content_page') return removePage(db, context.actor, record.store, record.path)
  if (record.of === 'widget') return removeWidget(db, context.actor, record.store, record.slug)
  const table = record.of
  const rows = await matching(db, record, context)
  for (const { id } of rows) await db.deleteFrom(table).where('id', '=', id).execute()
  return rows.length > 0
}

async function exists(db: Kysely<DB>, record: InStore, context: WriteContext): Promise<boolean> {
  const { store } = record
  if (record.of === 'content_page') {
    const pages = db.selectFrom('content_page').select('path').where('store', '=', store)
    return (await pages.where('path', '=', record.path).execute()).length > 0
  }
  if (record.of === 'widget') {
    const widgets = db.selectFrom('widget').select('slug').where('store', '=', store)
    return (await widgets.where('slug', '=', record.slug).execute()).length > 0
  }
  return (await matching(db, record, context)).length > 0
}

/** Deals are identified by product and start, hints by their text. */
async function matching(
  db: Kysely<DB>,
  record: Extract<RemovalRecord, { of: 'deal' | 'search_hint' }>,
  context: WriteContext,
): Promise<{ id: number }[]> {
  const { store } = record
  if (record.of === 'search_hint') {
    const hints = db.selectFrom('search_hint').select('id').where('store', '=', store)
    return hints.where('hint', '=', record.hint).execute()
  }
  const productId = (await resolveProductIds(db, [record.sku], context)).get(record.sku)
  const startsAt = readMerchantDate(record.startsAt, stores[store].timeZone, 'start')
  if (productId === undefined || startsAt === null) return []
  const deals = db.selectFrom('deal').select('id').where('store', '=', store)
  return deals.where('product_id', '=', productId).where('starts_at', '=', new Date(startsAt)).execute()
}

function outcomeOfCategory(
  removal: CategoryRemoval,
  record: Extract<RemovalRecord, { of: 'category' }>,
): Outcome {
  if (removal.ok) return 'changed'
  switch (removal.code) {
    case 'unknown_category':
      return 'unchanged'
    case 'unknown_target':
    case 'target_inside':
      return { refused: { code: 'unknown_category', column: 'moveTo', value: record.moveTo ?? '' } }
    case 'not_empty': {
      const { products, children } = removal
      const detail = { code: 'still_holds', values: { products, children } } as const
      return { refused: { code: 'not_empty', column: 'code', value: record.code, detail } }
    }
    case 'address_taken':
      return { refused: { code: 'database_refused', column: 'moveTo', value: record.moveTo ?? '' } }
  }
}
