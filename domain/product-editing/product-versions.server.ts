/**
 * The versions of a product in its history. A version is what an entry left: the record as it is now, with the fields
 * that later entries changed as they were before the first of these. What an import or the price grid changed has no
 * entry of the product; such a field stays as it is, unless an entry after the version knows its value.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { ProductEditor, ProductSave, ProductSaved } from '../catalogue/product-editor.ts'
import { auditFieldsOf, withAuditFields } from '../catalogue/product-record-fields.ts'
import type { ProductRecord } from '../catalogue/catalogue-record.ts'
import type { Sku } from '../products/sku.ts'
import { storeCodes } from '../stores/stores.ts'

type Fields = Record<string, unknown>

/** The entries that leave a version. */
const versionActions = ['product.create', 'product.change'] as const

export const leavesVersion = (action: string): boolean =>
  (versionActions as readonly string[]).includes(action)

export interface ProductVersion {
  current: ProductRecord
  /** When the entry was recorded. */
  at: Date
  /** The record with the fields of the version. */
  record: Readonly<Record<string, unknown>>
  /** The fields that differ, as they are now and as they were. */
  before: Fields
  after: Fields
}

/** Null: the product has no such entry. */
export async function readVersion(
  db: Kysely<DB>,
  products: Pick<ProductEditor, 'read'>,
  { sku, entry }: { sku: Sku; entry: number },
): Promise<ProductVersion | null> {
  const current = await products.read(db, sku)
  if (current === null) return null
  const rows = await db
    .selectFrom('audit_entry')
    .select(['id', 'before', 'after', 'recorded_at'])
    .where('object_kind', '=', 'product')
    .where('object_id', '=', sku)
    .where('action', 'in', versionActions)
    .where('id', '>=', entry)
    .orderBy('id', 'desc')
    .execute()
  const own = rows.at(-1)
  if (own?.id !== entry) return null
  const fields: Fields = {}
  // Newest first: the value before the first later change is the one that remains.
  for (const row of rows.slice(0, -1)) {
    const [before, after] = [row.before ?? {}, row.after ?? {}] as [Fields, Fields]
    for (const name of Object.keys({ ...before, ...after })) fields[name] = before[name]
  }
  const record = withAuditFields(current, withoutAddedStores(fields))
  const [now, then] = [auditFieldsOf(current), auditFieldsOf(record as unknown as ProductRecord)]
  const differing = Object.keys({ ...now, ...then }).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]),
  )
  const valuesOf = (from: Fields) => Object.fromEntries(differing.map((name) => [name, from[name] ?? null]))
  return { current, at: own.recorded_at, record, before: valuesOf(now), after: valuesOf(then) }
}

/** A store that was added after the version does not sell the product any more: orders may name it. */
function withoutAddedStores(fields: Fields): Fields {
  const added = storeCodes.filter(
    (store) => `${store}.slug` in fields && fields[`${store}.slug`] === undefined,
  )
  const kept = Object.entries(fields).filter(([name]) => !added.some((store) => name.startsWith(`${store}.`)))
  return Object.fromEntries([...kept, ...added.map((store) => [`${store}.discontinued`, true] as const)])
}

/** Saves the fields of an earlier version as an edit: the same gates, one entry, which says when the version was made. */
export async function restoreVersion(
  { db, products }: { db: Kysely<DB>; products: Pick<ProductEditor, 'read' | 'save'> },
  actor: Actor,
  { sku, entry, ...save }: { sku: Sku; entry: number } & Pick<ProductSave, 'expected' | 'may'>,
): Promise<ProductSaved | { ok: false; code: 'unknown_version' }> {
  return audited(db, actor, async (trx) => {
    const version = await readVersion(trx, products, { sku, entry })
    if (version === null) return { ok: false, code: 'unknown_version' }
    return products.save(trx, actor, {
      ...save,
      record: version.record,
      mayRise: true,
      reason: `version ${version.at.toISOString()}`,
    })
  })
}
