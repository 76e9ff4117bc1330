/**
 * One product, read and written as a record of the interchange format: what the back office edits is what an import
 * writes and an export reads. The stock of a product that exists is not written; it has its own use cases.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type {
  ProductEditor,
  ProductProblem,
  ProductSave,
  ProductSaved,
} from '../domain/catalogue/product-editor.ts'
import type { Sku } from '../domain/products/sku.ts'
import { toSku } from '../domain/products/sku.ts'
import { risesWithQuantity } from '../domain/catalogue/product-prices.ts'
import { auditFieldsOf, editedParts, replacing } from '../domain/catalogue/product-record-fields.ts'
import { isStoreCode, storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { recordOf } from './export-record.server.ts'
import { loadExportedProducts } from './export-state.server.ts'
import { freeAddress } from './free-address.server.ts'
import { closeStaging, openStaging, claimSkus, stageRelations } from './import-staging.server.ts'
import type { RecordRule } from './problem-details.ts'
import { detailOfIssue } from './record-issue.ts'
import { catalogueRecord } from './record-schema.server.ts'
import { restoreProducts } from './restore-products.server.ts'
import { waitForTurnInside } from './write-catalogue.server.ts'
import type { WriteContext } from './write-context.server.ts'
import { writeProducts } from './write-products.server.ts'
import { writeRelations, type RelationProblem } from './write-relations.server.ts'

export const productEditor: ProductEditor = {
  read: readProduct,
  readAll: readProducts,
  save: saveProduct,
  restore: restoreProducts,
}

async function readProduct(db: Kysely<DB>, sku: Sku): Promise<ProductRecord | null> {
  const [record] = await readProducts(db, [sku])
  return record ?? null
}

async function readProducts(db: Kysely<DB>, skus: readonly Sku[]): Promise<ProductRecord[]> {
  return (await loadExportedProducts(db, skus, storeCodes)).map(recordOf)
}

/** Undoes what was written before a refusal. */
class Refused extends Error {
  readonly answer: ProductSaved
  constructor(answer: ProductSaved) {
    super('refused')
    this.answer = answer
  }
}

async function saveProduct(...[db, actor, save]: Parameters<ProductEditor['save']>): Promise<ProductSaved> {
  const savepoint = db.isTransaction
  if (savepoint) await sql`savepoint save_product`.execute(db)
  try {
    return await audited(db, actor, async (trx, record) => {
      const saved = await saveInside(trx, actor, save)
      if (!saved.answer.ok) throw new Refused(saved.answer)
      const { answer, before, after } = saved
      if (answer.ok && answer.outcome !== 'unchanged')
        record({
          action: answer.outcome === 'created' ? 'product.create' : 'product.change',
          object: ['product', answer.sku],
          ...(before && { before }),
          ...(after && { after }),
          ...(save.reason !== undefined && { reason: save.reason }),
        })
      return answer
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (savepoint) await sql`rollback to savepoint save_product`.execute(db)
    return error.answer
  }
}

interface Saved {
  answer: ProductSaved
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An address that was left empty is made from the name and the sku, as in an import. */
async function withAddresses(db: Kysely<DB>, given: ProductSave['record']): Promise<ProductSave['record']> {
  const { sku, stores } = given
  if (typeof sku !== 'string' || !isRecord(stores)) return given
  const filled: Record<string, unknown> = { ...stores }
  for (const [store, section] of Object.entries(stores)) {
    if (!isStoreCode(store) || !isRecord(section) || section['slug'] !== '') continue
    const name = section['name']
    if (typeof name !== 'string' || name === '') continue
    filled[store] = { ...section, slug: await freeAddress(db, store, { name, sku }) }
  }
  return { ...given, stores: filled }
}

async function saveInside(
  trx: Transaction<DB>,
  actor: Parameters<ProductEditor['save']>[1],
  { record: given, expected, may, mayRise = false }: ProductSave,
): Promise<Saved> {
  const refuse = (answer: ProductSaved): Saved => ({ answer })
  const parsed = catalogueRecord.safeParse({ ...(await withAddresses(trx, given)), record: 'product' })
  if (!parsed.success)
    return refuse({
      ok: false,
      code: 'bad_record',
      problems: parsed.error.issues.map((issue) => {
        const isEmpty = issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
        return {
          field: issue.path.join('.'),
          code: isEmpty ? 'required' : 'bad_record',
          detail: isEmpty ? null : detailOfIssue(issue),
        }
      }),
    })
  const wanted = parsed.data as ProductRecord
  // They have a use case of their own.
  if (wanted.fields !== undefined)
    return refuse({
      ok: false,
      code: 'bad_record',
      problems: [{ field: 'fields', code: 'bad_record', detail: null }],
    })
  if (!(await waitForTurnInside(trx))) return refuse({ ok: false, code: 'import_running' })
  const sku = toSku(wanted.sku)
  await sql`select from product where sku = ${sku} for update`.execute(trx)
  const current = await readProduct(trx, sku)
  if (expected === null && current !== null)
    return refuse({
      ok: false,
      code: 'bad_record',
      problems: [{ field: 'sku', code: 'duplicate_id', detail: null }],
    })
  if (expected !== null && current === null) return refuse({ ok: false, code: 'unknown_product' })
  if (
    expected !== null &&
    current !== null &&
    !isDeepStrictEqual(editedParts(current), editedParts(expected))
  )
    return refuse({ ok: false, code: 'changed_meanwhile', current })
  const record = replacing(wanted, current)
  const missing = missingPermission(current, record, may)
  if (missing) return refuse({ ok: false, code: 'store_not_permitted', ...missing })
  const rising = mayRise ? [] : storesThatRise(current, record)
  if (rising.length > 0)
    return refuse({
      ok: false,
      code: 'bad_record',
      problems: rising.map((store) => ({
        field: `stores.${store}.prices`,
        code: 'bad_record',
        detail: { code: 'rising_prices' satisfies RecordRule },
      })),
    })
  const context: WriteContext = {
    actor,
    stores: storeCodes,
    dryRun: false,
    countedAt: null,
    fileDigest: '',
    wantsChanges: false,
    inventedIds: new Map(),
  }
  const written = await writeProducts(trx, [{ kind: 'record', record }], context)
  const [outcome = 'unchanged'] = written.outcomes
  if (typeof outcome === 'object') {
    const { column = '', code, detail = null } = outcome.refused
    return refuse({ ok: false, code: 'bad_record', problems: [{ field: column, code, detail }] })
  }
  const problems = await writeOwnRelations(trx, record, written.ids.get(sku)!, context)
  if (problems.length > 0) return refuse({ ok: false, code: 'bad_record', problems })
  const stored = await readProduct(trx, sku)
  const [before, after] = [current && auditFieldsOf(current), auditFieldsOf(stored!)]
  const isSame = before !== null && isDeepStrictEqual(before, after)
  return {
    answer: {
      ok: true,
      sku,
      outcome: current === null ? 'created' : isSame ? 'unchanged' : 'changed',
      rounded: (written.details[0]?.repaired ?? []).flatMap(({ code, column = '', detail = null }) =>
        code === 'rounded_price' ? [{ field: column, code, detail }] : [],
      ),
    },
    ...(before && { before }),
    after,
  }
}

/** Where a larger quantity would cost more per unit, and does not yet. */
function storesThatRise(current: ProductRecord | null, next: ProductRecord): StoreCode[] {
  const doesRise = (record: ProductRecord | null, store: StoreCode) =>
    risesWithQuantity((record?.stores[store]?.prices ?? []).map(({ q, p }) => [q, p] as const))
  return storeCodes.filter((store) => doesRise(next, store) && !doesRise(current, store))
}

async function writeOwnRelations(
  trx: Transaction<DB>,
  record: ProductRecord,
  id: Parameters<typeof stageRelations>[1][number]['id'],
  context: WriteContext,
): Promise<ProductProblem[]> {
  const problems: ProductProblem[] = []
  await openStaging(trx)
  await claimSkus(trx, [{ claim: record.sku, row: 1 }])
  await stageRelations(trx, [{ record, claim: record.sku, id, unchanged: true }])
  await writeRelations(trx, context, ({ column = '', code, value }: RelationProblem) =>
    problems.push({
      field: column,
      code,
      detail: value === undefined ? null : { code: 'text', values: { text: value } },
    }),
  )
  await closeStaging(trx)
  return problems
}

/** What all stores share needs the permission in every store that sells the product. */
function missingPermission(
  current: ProductRecord | null,
  record: ProductRecord,
  may: ProductSave['may'],
): { permission: string; store: StoreCode } | null {
  const [former, next] = [current && editedParts(current), editedParts(record)]
  const shared = (parts: Record<string, unknown>) => filledOnly({ ...parts, stores: null })
  const isShared = former === null || !isDeepStrictEqual(shared(former), shared(next))
  const priceOf = (section: Record<string, unknown> | undefined) =>
    section && [section['prices'], section['campaign'] ?? null, section['crossSellingPrice'] ?? null]
  for (const store of storeCodes) {
    const [before, after] = [former?.stores[store], next.stores[store]]
    const isChanged =
      after !== undefined && !isDeepStrictEqual(before && filledOnly(before), filledOnly(after))
    if ((isChanged || (isShared && (before ?? after) !== undefined)) && !may('product:edit', store))
      return { permission: 'product:edit', store }
    if (after && !isDeepStrictEqual(priceOf(before), priceOf(after)) && !may('price:edit', store))
      return { permission: 'price:edit', store }
  }
  return null
}

/** Without null and empty values, which an export leaves out. */
function filledOnly(fields: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name === 'relations' ? filledOnly(value as Record<string, unknown>) : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)))
}
