/**
 * Writes one batch in one transaction. If the database rejects something in it, the batch is halved until the
 * row is found, so that an unexpected value affects only its own row.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type {
  AttributeRecord,
  BrandRecord,
  CatalogueRecord,
  CategoryRecord,
  RemovalRecord,
  TagRecord,
} from '../domain/catalogue/catalogue-record.ts'
import { kindOf, type CatalogueRow } from './catalogue-rows.ts'
import {
  choosableOf,
  ensureReferences,
  furtherCodes,
  tagCodes,
  type FeedReferences,
} from './feed-references.server.ts'
import { findUpdatedProducts } from './find-updated-products.server.ts'
import { skuOfRow, adoptKnownSpelling } from './known-skus.server.ts'
import { claimSkus, releaseSkus, stageRelations, stageSiblings } from './import-staging.server.ts'
import { titleIn, type ChangeReport, type RowProblem, type RowReport } from './row-report.ts'
import { choicesOf, ensureChoices } from './feed-choices.server.ts'
import type { FeedProduct } from './feed-product.ts'
import { writeCategories } from './write-categories.server.ts'
import { readGivenFields, writeGivenFields, type GivenFields } from './write-fields.server.ts'
import { writeFormerAddresses } from './write-former-addresses.server.ts'
import { writeContent, type ContentRecord } from './write-content.server.ts'
import type { Outcome, WriteContext } from './write-context.server.ts'
import type { ProductItem } from './product-work.server.ts'
import { writeProducts, type ProductDetails } from './write-products.server.ts'
import { writeRemovals } from './write-removals.server.ts'
import { writeAttributes, writeBrands, writeTags } from './write-references.server.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import type { ProductId } from '../domain/products/product-id.ts'

export interface WrittenBatch {
  /** One for each row, in order. */
  outcomes: Outcome[]
  /** Rejections, repairs and notes in the order of the rows. */
  reports: RowReport[]
  /** Changes of existing products, in the order of the rows. */
  changes: ChangeReport[]
  /** Redirects from former addresses of products that it made. */
  redirects: number
}

interface BatchWriter {
  connection: Kysely<DB>
  context: WriteContext
  feed: { references: FeedReferences }
}

/** Writes rows of one kind, including rejected ones. */
export async function writeBatch(
  connection: Kysely<DB>,
  batch: readonly CatalogueRow[],
  context: WriteContext,
  feed: { references: FeedReferences },
): Promise<WrittenBatch> {
  const outcomes = new Map<CatalogueRow, Outcome>()
  await findUpdatedProducts(connection, batch, feed.references.store)
  for (const row of batch) if (row.refused) outcomes.set(row, { refused: row.refused })
  const isProduct = batch.some((row) => kindOf(row) === 'product')
  const claims = isProduct
    ? await claimProducts(connection, batch, outcomes)
    : new Map<CatalogueRow, string>()
  // After the claims: another row of the same product is refused, as in the run that wrote it.
  for (const row of batch) {
    const done = context.recorder?.doneBefore(row.row) ?? null
    if (!outcomes.has(row) && done !== null) outcomes.set(row, done)
  }
  const writable = batch.filter((row) => !outcomes.has(row))
  const written = await writeOrSplit({ connection, context, feed }, writable)
  for (const [row, outcome] of written.outcomes) outcomes.set(row, outcome)
  if (isProduct) {
    const unused = writable.filter((row) => typeof outcomes.get(row) === 'object')
    await releaseSkus(
      connection,
      unused.flatMap((row) => claims.get(row) ?? []),
    )
    await stageRelations(connection, stagedRecords(writable, written, claims))
  }
  const all = batch.map((row) => outcomes.get(row) ?? 'unchanged')
  await stageChoices(connection, batch, outcomes, { context, feed })
  return {
    outcomes: all,
    reports: batch.flatMap((row, index) =>
      reportsOf(row, all[index] ?? 'unchanged', written.details.get(row)),
    ),
    changes: batch.flatMap((row) =>
      (written.details.get(row)?.changes ?? []).map((change) => ({
        outcome: 'changed',
        ...placeOf(row),
        ...change,
      })),
    ),
    redirects: written.redirects,
  }
}

/** Keeps the rows that are choices of a product for the end of the import. */
async function stageChoices(
  connection: Kysely<DB>,
  batch: readonly CatalogueRow[],
  outcomes: ReadonlyMap<CatalogueRow, Outcome>,
  { context, feed }: Omit<BatchWriter, 'connection'>,
): Promise<void> {
  const rows = batch.flatMap((row) => {
    const outcome = outcomes.get(row) ?? 'unchanged'
    const variant = row.feed?.variant
    if (!row.feed || !variant || typeof outcome === 'object') return []
    return [{ row, feed: row.feed, variant, unchanged: outcome === 'unchanged' }]
  })
  const { store, choices: known } = feed.references
  const named = rows.flatMap((row) => choosableOf(row.feed))
  // Those of rows that an earlier run has written exist, and are only looked up.
  const choices = await ensureChoices(connection, named, store, known, context)
  const facts = rows.flatMap((row) =>
    Object.keys(choicesOf({ choices: [...(row.feed.facts ?? [])] }, choices)),
  )
  feed.references = {
    ...feed.references,
    choices,
    facts: new Set([...feed.references.facts, ...facts]),
    hasTags: feed.references.hasTags || rows.some((row) => row.feed.tags !== undefined),
  }
  await stageSiblings(
    connection,
    rows.map(({ row, feed: { sku }, variant, unchanged }) => ({
      group: variant.group,
      sku,
      row: row.row,
      line: row.line,
      title: variant.title,
      choices: Object.entries(choicesOf(variant, choices)),
      unchanged,
    })),
  )
}

function placeOf(row: CatalogueRow): Pick<RowReport, 'row' | 'line' | 'id' | 'title'> {
  const id = idOf(row)
  return { row: row.row, line: row.line, ...(id !== undefined && { id }), ...titleOf(row) }
}

/** The name of the product, of a record that of its first store. */
function titleOf({ title, feed, record }: CatalogueRow): { title?: string } {
  if (title !== undefined) return { title }
  if (feed) return titleIn(feed.name)
  if (record?.record !== 'product') return {}
  return titleIn(Object.values(record.stores).find((section) => section !== undefined)?.name)
}

function reportsOf(row: CatalogueRow, outcome: Outcome, details = noDetails): RowReport[] {
  if (typeof outcome === 'object') return [{ outcome: 'refused', ...placeOf(row), ...outcome.refused }]
  const repaired = [...(row.repaired ?? []), ...details.repaired]
  const reports = (as: 'repaired' | 'noted', problems: readonly RowProblem[]) =>
    problems.map((problem): RowReport => ({ outcome: as, ...placeOf(row), ...problem }))
  return [...reports('repaired', repaired), ...reports('noted', details.noted)]
}

function idOf(row: CatalogueRow): string | undefined {
  if (row.id !== undefined) return row.id
  if (row.feed) return row.feed.sku
  const record = row.record as Partial<Record<'sku' | 'code' | 'slug' | 'path' | 'hint', string>> | undefined
  return record?.sku ?? record?.code ?? record?.slug ?? record?.path ?? record?.hint
}

/**
 * A product belongs to the first valid row that names it. Returns the key under which each row claimed its
 * product.
 */
async function claimProducts(
  connection: Kysely<DB>,
  batch: readonly CatalogueRow[],
  outcomes: Map<CatalogueRow, Outcome>,
): Promise<Map<CatalogueRow, string>> {
  const valid = batch.filter((row) => !outcomes.has(row))
  const claims = new Map<CatalogueRow, string>()
  const first = new Map<string, CatalogueRow>()
  const refuse = (row: CatalogueRow, earlier: number) =>
    outcomes.set(row, {
      refused: {
        code: 'duplicate_id',
        column: row.feed ? 'id' : 'sku',
        detail: { code: 'earlier_row', values: { row: earlier } },
      },
    })
  for (const [row, claim] of await adoptKnownSpelling(connection, valid)) {
    if (claim === null) {
      const column = row.feed ? 'id' : 'sku'
      outcomes.set(row, { refused: { code: 'ambiguous_sku', column, value: skuOfRow(row) ?? '' } })
      continue
    }
    claims.set(row, claim)
    const earlier = first.get(claim)
    if (earlier) refuse(row, earlier.row)
    else first.set(claim, row)
  }
  const wanted = [...first].map(([claim, { row }]) => ({ claim, row }))
  const taken = wanted.length === 0 ? new Map<string, number>() : await claimSkus(connection, wanted)
  for (const [claim, row] of first) {
    const earlier = taken.get(claim)
    if (earlier !== undefined) refuse(row, earlier)
  }
  return claims
}

interface Written {
  outcomes: Map<CatalogueRow, Outcome>
  details: Map<CatalogueRow, ProductDetails>
  productIds: Map<Sku, ProductId>
  redirects: number
}

const nothing = (): Written => ({
  outcomes: new Map(),
  details: new Map(),
  productIds: new Map(),
  redirects: 0,
})

async function writeOrSplit(writer: BatchWriter, rows: readonly CatalogueRow[]): Promise<Written> {
  if (rows.length === 0) return nothing()
  try {
    return await writeTransaction(writer, rows)
  } catch (error) {
    const word = databaseRefusal(error)
    if (word === null) throw error
    const [only] = rows
    if (rows.length === 1 && only) {
      const refused: RowProblem = {
        code: 'database_refused',
        detail: { code: 'text', values: { text: word } },
      }
      return { ...nothing(), outcomes: new Map([[only, { refused }]]) }
    }
    const middle = Math.ceil(rows.length / 2)
    const first = await writeOrSplit(writer, rows.slice(0, middle))
    const second = await writeOrSplit(writer, rows.slice(middle))
    return {
      outcomes: new Map([...first.outcomes, ...second.outcomes]),
      details: new Map([...first.details, ...second.details]),
      productIds: new Map([...first.productIds, ...second.productIds]),
      redirects: first.redirects + second.redirects,
    }
  }
}

/**
 * The database's message about an invalid value (SQLSTATE classes 22, 23 and 54), null for every other fault.
 */
export function databaseRefusal(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: string }
  return typeof code === 'string' && /^(22|23|54)/.test(code) ? (message ?? code) : null
}

/**
 * Orders allocate stock during the import; in a deadlock PostgreSQL aborts one transaction, which is retried.
 */
export async function retryingDeadlocks<Answer>(transaction: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if ((code !== '40P01' && code !== '40001') || attempt === 5) throw error
      await sleep(50 * attempt)
    }
  }
}

async function writeTransaction(writer: BatchWriter, rows: readonly CatalogueRow[]): Promise<Written> {
  const { connection, context, feed } = writer
  const transaction = connection.transaction().setAccessMode(context.dryRun ? 'read only' : 'read write')
  const { references, ...written } = await retryingDeadlocks(() =>
    transaction.execute((outer) =>
      audited(outer, context.actor, async (trx, record) => {
        const write = () => writeRows(trx, rows, writer)
        const answer = await (context.recorder?.around(trx, rows, write) ?? write())
        const counts = countOutcomes(answer.outcomes.values())
        const { redirects } = answer
        if (!context.dryRun && counts.created + counts.changed + redirects > 0)
          record({
            action: 'catalogue.import',
            object: ['import', context.fileDigest],
            after: { ...counts, ...(redirects > 0 && { redirects }) },
            ...(context.recorder && { reason: context.recorder.reason }),
          })
        return answer
      }),
    ),
  )
  feed.references = references
  return written
}

/** The entry of a batch in the audit; its transaction joins it to the history of stock and prices. */
function countOutcomes(outcomes: Iterable<Outcome>): { created: number; changed: number } {
  const counts = { created: 0, changed: 0 }
  for (const outcome of outcomes) if (outcome === 'created' || outcome === 'changed') counts[outcome] += 1
  return counts
}

async function writeRows(
  db: Kysely<DB>,
  rows: readonly CatalogueRow[],
  { context, feed }: BatchWriter,
): Promise<Written & { references: FeedReferences }> {
  if (rows[0] && kindOf(rows[0]) !== 'product') {
    const outcomes = await writeOthers(
      db,
      rows.flatMap((row) => row.record ?? []),
      context,
    )
    const byRow = new Map(rows.map((row, index) => [row, outcomes[index] ?? 'unchanged'] as const))
    return { ...nothing(), outcomes: byRow, references: feed.references }
  }
  const feeds = rows.flatMap((row) => row.feed ?? [])
  const references =
    feeds.length > 0 ? await ensureReferences(db, feeds, feed.references, context) : feed.references
  const given = await readGivenFields(db, rows, context)
  const accepted = rows.filter((row) => !given.get(row)?.refused)
  const items = accepted.map((row) => itemOf(row, references))
  const { outcomes, details, ids } = await writeProducts(db, items, context)
  const detailsByRow = new Map(accepted.map((row, index) => [row, details[index] ?? noDetails] as const))
  const byRow = new Map<CatalogueRow, Outcome>(
    accepted.map((row, index) => [row, outcomes[index] ?? 'unchanged'] as const),
  )
  await writeFieldsOf(db, given, { outcomes: byRow, details: detailsByRow, ids, context })
  const written = rows.flatMap((row) => (typeof byRow.get(row) === 'object' ? [] : (row.feed ?? [])))
  const redirects = await writeFormerAddresses(db, written, { store: references.store, ids, context })
  return { outcomes: byRow, details: detailsByRow, productIds: ids, redirects, references }
}

/** Writes the shop's own fields of the products that are written, and adds what it did to their outcomes and details. */
async function writeFieldsOf(
  db: Kysely<DB>,
  given: ReadonlyMap<CatalogueRow, GivenFields>,
  {
    outcomes,
    details,
    ids,
    context,
  }: {
    outcomes: Map<CatalogueRow, Outcome>
    details: Map<CatalogueRow, ProductDetails>
    ids: ReadonlyMap<Sku, ProductId>
    context: WriteContext
  },
): Promise<void> {
  for (const [row, { refused }] of given) if (refused) outcomes.set(row, { refused })
  const isWritten = (row: CatalogueRow) => {
    const outcome = outcomes.get(row)
    return typeof outcome === 'string' && outcome !== 'skipped'
  }
  const written = new Map([...given].filter(([row]) => isWritten(row)))
  const changes = await writeGivenFields(db, written, ids, context)
  for (const [row, { leftOut }] of written) {
    const own = details.get(row) ?? noDetails
    const changed = changes.get(row) ?? []
    const isNew = outcomes.get(row) === 'created'
    details.set(row, {
      ...own,
      changes: isNew || !context.wantsChanges ? own.changes : [...own.changes, ...changed],
      repaired: [...own.repaired, ...leftOut],
    })
    if (changed.length > 0 && outcomes.get(row) === 'unchanged') outcomes.set(row, 'changed')
  }
}

const noDetails: ProductDetails = { changes: [], repaired: [], noted: [] }

function itemOf(row: CatalogueRow, references: FeedReferences): ProductItem {
  const { feed } = row
  if (feed) {
    return {
      kind: 'feed',
      store: references.store,
      feed,
      brand: typeof feed.brand === 'string' ? references.brands.get(feed.brand) : feed.brand,
      category: categoryOf(feed, references),
      furtherCategories: furtherCodes(feed, references),
      tags: tagCodes(feed, references),
      // What a product is chosen by is never a fact of it.
      choices: {
        ...choicesOf({ choices: [...(feed.facts ?? [])] }, references.choices),
        ...choicesOf(feed.variant, references.choices),
      },
    }
  }
  if (row.record?.record !== 'product') throw new Error(`Row ${row.row} is no product.`)
  return { kind: 'record', record: row.record }
}

/** Null where the cell is empty. */
function categoryOf(
  { categoryNames }: FeedProduct,
  { categories }: FeedReferences,
): string | null | undefined {
  if (categoryNames === undefined) return undefined
  return categoryNames.length === 0 ? null : categories.get(categoryNames.join(' > '))
}

function writeOthers(
  db: Kysely<DB>,
  records: readonly CatalogueRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  switch (records[0]?.record) {
    case 'attribute':
      return writeAttributes(db, records as AttributeRecord[], context)
    case 'brand':
      return writeBrands(db, records as BrandRecord[], context)
    case 'tag':
      return writeTags(db, records as TagRecord[], context)
    case 'category':
      return writeCategories(db, records as CategoryRecord[], context)
    case 'removal':
      return writeRemovals(db, records as RemovalRecord[], context)
    default:
      return writeContent(db, records as ContentRecord[], context)
  }
}

function stagedRecords(
  rows: readonly CatalogueRow[],
  { outcomes, productIds }: Written,
  claims: ReadonlyMap<CatalogueRow, string>,
) {
  return rows.flatMap((row) => {
    const outcome = outcomes.get(row)
    if (row.record?.record !== 'product' || typeof outcome === 'object') return []
    const id = productIds.get(toSku(row.record.sku))
    const claim = claims.get(row) ?? row.record.sku
    return id === undefined ? [] : [{ record: row.record, claim, id, unchanged: outcome === 'unchanged' }]
  })
}
