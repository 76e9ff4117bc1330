/**
 * Takes an import of products back: each product gets the record that it had before, unless somebody has changed it
 * since. Stock follows by the difference that the import made; one that was counted since, or set by a later import, stays.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { ImportedProduct, ProductEditor, ProductRestored } from '../domain/catalogue/product-editor.ts'
import { editedParts, restoredFieldsOf, restoring } from '../domain/catalogue/product-record-fields.ts'
import type { FieldValue } from '../domain/custom-fields/custom-field.ts'
import { findFieldOwner } from '../domain/custom-fields/field-owners.server.ts'
import {
  holdFieldValues,
  setFieldValues,
  type SetFieldValues,
} from '../domain/custom-fields/field-values.server.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { recordWithFields } from './export-record.server.ts'
import { loadExportedProducts } from './export-state.server.ts'
import { databaseRefusal } from './write-batch.server.ts'
import { takeTurnInside } from './write-catalogue.server.ts'
import type { WriteContext } from './write-context.server.ts'
import { writeProducts } from './write-products.server.ts'

/** The records of the products that exist. */
export async function recordsOf(db: Kysely<DB>, skus: readonly Sku[]): Promise<Map<Sku, ProductRecord>> {
  const products = await loadExportedProducts(db, skus, storeCodes)
  return new Map(products.map((product) => [toSku(product.sku), recordWithFields(product)]))
}

/** The same, locked with their stock until the transaction ends. */
export async function lockedRecords(trx: Kysely<DB>, skus: readonly Sku[]): Promise<Map<Sku, ProductRecord>> {
  await sql`select from product where sku = any(${skus}) order by id for update`.execute(trx)
  await sql`select from stock s join product p on p.id = s.product_id where p.sku = any(${skus})
    order by s.product_id, s.store for update of s`.execute(trx)
  return recordsOf(trx, skus)
}

type Restore = ProductEditor['restore']

interface Restoration {
  sku: Sku
  current: ProductRecord
  target: ProductRecord
  /** Of the shop's own fields; null: the import has changed none. */
  fields: Pick<SetFieldValues, 'owner' | 'values' | 'expected'> | null
}

export async function restoreProducts(
  ...[db, actor, { products, reason, action = 'product.restore' }]: Parameters<Restore>
): ReturnType<Restore> {
  if (!(await takeTurnInside(db))) return { ok: false, code: 'import_running' }
  return audited(db, actor, async (trx, record) => {
    const skus = products.map(({ sku }) => sku)
    const present = await lockedRecords(trx, skus)
    const counted = await countedSince(trx, products)
    const answers = new Map<Sku, ProductRestored>()
    const restorations: Restoration[] = []
    for (const product of products) {
      const current = present.get(product.sku)
      if (!current) {
        answers.set(product.sku, { ok: false, code: 'unknown_product' })
        continue
      }
      const fields = await fieldsToRestore(trx, product)
      const isAsImported =
        isDeepStrictEqual(partsOf(current), partsOf(product.imported)) &&
        (fields === null || (await holdFieldValues(trx, fields.owner, fields.expected ?? {})))
      if (!isAsImported) answers.set(product.sku, { ok: false, code: 'changed_meanwhile' })
      else
        restorations.push({ sku: product.sku, current, target: targetOf(product, current, counted), fields })
    }
    const context: WriteContext = {
      actor,
      stores: storeCodes,
      dryRun: false,
      countedAt: null,
      fileDigest: '',
      wantsChanges: false,
      isRestoration: true,
      inventedIds: new Map(),
    }
    for (const [sku, answer] of await writeOrSplit(trx, restorations, context)) answers.set(sku, answer)
    const stored = await recordsOf(trx, skus)
    for (const { sku, current, fields } of restorations) {
      if (answers.get(sku)?.ok !== true) continue
      if (fields !== null) await restoreFields(trx, actor, { ...fields, reason })
      const [before, after] = [restoredFieldsOf(current), restoredFieldsOf(stored.get(sku)!)]
      const isSame = isDeepStrictEqual(before, after)
      answers.set(sku, { ok: true, outcome: isSame && fields === null ? 'unchanged' : 'changed' })
      if (!isSame) record({ action, object: ['product', sku], before, after, reason })
    }
    return { ok: true, products: skus.map((sku) => answers.get(sku)!) }
  })
}

/** The shop's own fields that the import has changed. */
async function fieldsToRestore(
  trx: Kysely<DB>,
  { sku, before, imported }: ImportedProduct,
): Promise<Restoration['fields']> {
  // A field may be called `constructor`, which every other object has.
  const values = Object.create(null) as Record<string, Record<string, FieldValue | null>>
  const expected = Object.create(null) as typeof values
  // A record that a release before fields were imported has kept says nothing of them.
  for (const key of Object.keys({ ...before?.fields, ...imported.fields })) {
    const [former, given] = [ownOf(before?.fields, key), ownOf(imported.fields, key)]
    for (const scope of Object.keys({ ...former, ...given })) {
      const [wanted, written] = [former[scope] ?? null, given[scope] ?? null]
      if (wanted === written) continue
      ;(values[key] ??= {})[scope] = wanted
      ;(expected[key] ??= {})[scope] = written
    }
  }
  if (Object.keys(values).length === 0) return null
  const found = await findFieldOwner(trx, 'product', sku)
  if (found === null) throw new Error(`The product ${sku} is locked, and there is none.`)
  return { owner: found.owner, values, expected }
}

const ownOf = (
  fields: ProductRecord['fields'],
  key: string,
): Readonly<Record<string, FieldValue | null | undefined>> =>
  fields !== undefined && Object.hasOwn(fields, key) ? (fields[key] ?? {}) : {}

/** After the product itself, which may be refused. Its values are held. */
async function restoreFields(
  trx: Kysely<DB>,
  actor: Parameters<Restore>[1],
  fields: NonNullable<Restoration['fields']> & { reason: string },
): Promise<void> {
  const answer = await setFieldValues(trx, actor, { ...fields, isRestoration: true, now: new Date() })
  if (!answer.ok) throw new Error(`Fields of ${fields.owner.name} are held, and were refused: ${answer.code}`)
}

/** What must be as the import wrote it: everything but stock. As JSON, in which a kept record is stored. */
const partsOf = (record: ProductRecord) => ({
  ...editedParts(record),
  images: JSON.parse(JSON.stringify(record.images ?? [])) as unknown,
})

/** A product that the import created has no store to return to. */
const targetOf = (
  { sku, before, imported }: ImportedProduct,
  current: ProductRecord,
  counted: ReadonlySet<string>,
) =>
  restoring(before ?? { ...imported, stores: {} }, current, imported, (store) =>
    counted.has(`${sku} ${store}`),
  )

/** `sku store` of the stocks that staff have counted, or another import has set, after the import's own change. */
async function countedSince(trx: Kysely<DB>, products: readonly ImportedProduct[]): Promise<Set<string>> {
  const imports = products.flatMap(({ sku, imported }) =>
    Object.entries(imported.stores).map(([store, section]) => ({
      sku,
      store,
      at: section.stock.countedAt ?? null,
    })),
  )
  const { rows } = await sql<{ sku: string; store: string }>`
    select w.sku, w.store from jsonb_to_recordset(${JSON.stringify(imports)}::jsonb)
      as w (sku text, store text, at timestamptz)
    where exists (select from audit_entry e where e.object_kind = 'product' and e.object_id = w.sku
        and e.store = w.store and e.action = 'stock.count' and e.recorded_at > w.at)
      or exists (select from stock_change c join product p on p.id = c.product_id where p.sku = w.sku
        and c.store = w.store and c.reason = 'import' and c.effective_at > w.at)`.execute(trx)
  return new Set(rows.map(({ sku, store }) => `${sku} ${store}`))
}

/** If the database rejects a value, the products are halved until the one is found. */
async function writeOrSplit(
  trx: Transaction<DB>,
  restorations: readonly Restoration[],
  context: WriteContext,
): Promise<[Sku, ProductRestored][]> {
  if (restorations.length === 0) return []
  await sql`savepoint restore_products`.execute(trx)
  try {
    const items = restorations.map(({ target }) => ({ kind: 'record' as const, record: target }))
    const { outcomes } = await writeProducts(trx, items, context)
    await sql`release savepoint restore_products`.execute(trx)
    return restorations.map(({ sku }, index) => {
      const outcome = outcomes[index]
      return [
        sku,
        typeof outcome === 'object'
          ? { ok: false, code: outcome.refused.code }
          : { ok: true, outcome: 'changed' },
      ]
    })
  } catch (error) {
    if (databaseRefusal(error) === null) throw error
    await sql`rollback to savepoint restore_products`.execute(trx)
    const [only] = restorations
    if (restorations.length === 1 && only) return [[only.sku, { ok: false, code: 'database_refused' }]]
    const middle = Math.ceil(restorations.length / 2)
    const first = await writeOrSplit(trx, restorations.slice(0, middle), context)
    return [...first, ...(await writeOrSplit(trx, restorations.slice(middle), context))]
  }
}
