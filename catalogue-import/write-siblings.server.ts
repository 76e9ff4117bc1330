/**
 * Makes the rows of a group choices of one product, after all rows of the import are written:
 *
 * 1. Each row is written as a product of its own, with its choices as attributes and its group in `item_group`; a
 *    temporary table keeps which rows are choices (import-staging.server.ts).
 * 2. At the end the groups are read page by page, with the products that earlier files have put into them. So rows of a
 *    group may be anywhere in the file, and a group may grow with a later file.
 * 3. A group of one product stays as it is. Of more, the product that groups them is created, or found: it has variants
 *    already, or the group's id as its sku. It is not for sale itself.
 * 4. A product that no choice tells apart from another one of its group cannot be chosen, so it stays on its own and is
 *    reported.
 *
 * An import that was interrupted before the end is completed by running it again. A dry run plans the same and writes nothing.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type { ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import { skuKey, toSku, type Sku } from '../domain/products/sku.ts'
import { fingerprint, productSlugOf } from '../domain/stores/slug.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { recordOf } from './export-record.server.ts'
import { loadExportedProducts } from './export-state.server.ts'
import { indexSiblings, stagedGroups, stagedSiblings, type StagedSibling } from './import-staging.server.ts'
import { knownSpellings } from './known-skus.server.ts'
import { titleIn, type RowReport } from './row-report.ts'
import { planSiblings, type Sibling, type SiblingPlan } from './sibling-plan.ts'
import { databaseRefusal, retryingDeadlocks } from './write-batch.server.ts'
import type { WriteContext } from './write-context.server.ts'
import { writeProducts } from './write-products.server.ts'

/** Groups and rows that are read together. */
const page = { size: 300, rows: 1000 }

/** More choices than a product page can show: the rows of larger groups stay products on their own. */
const mostSiblings = 2000

export interface SiblingImport {
  store: StoreCode
  /** The number of the last row of the file. */
  lastRow: number
  report: (entry: RowReport) => void
}

/** Returns how many rows, which had changed nothing by themselves, have changed their product by its group. */
export async function writeSiblings(
  connection: Kysely<DB>,
  context: WriteContext,
  siblings: SiblingImport,
): Promise<number> {
  await indexSiblings(connection)
  let changed = 0
  for (let after = ''; ;) {
    const groups = await stagedGroups(connection, { after, ...page, most: mostSiblings })
    const last = groups.at(-1)
    if (last === undefined) return changed
    changed += await writeOrSplit(connection, groups, context, siblings)
    after = last
  }
}

/** If the database rejects a group, its products stay on their own, and the other groups are written. */
async function writeOrSplit(
  connection: Kysely<DB>,
  groups: readonly string[],
  context: WriteContext,
  siblings: SiblingImport,
): Promise<number> {
  const reports: RowReport[] = []
  try {
    const transaction = () =>
      connection
        .transaction()
        .setAccessMode(context.dryRun ? 'read only' : 'read write')
        .execute((outer) =>
          audited(outer, context.actor, async (trx, record) => {
            reports.length = 0
            const written = await writeGroups(trx, groups, context, {
              ...siblings,
              report: (entry) => void reports.push(entry),
            })
            if (written.changedProducts > 0)
              record({
                action: 'catalogue.import',
                object: ['import', context.fileDigest],
                after: { created: written.created, changed: written.changedProducts },
                ...(context.recorder && { reason: context.recorder.reason }),
              })
            return written.changedRows
          }),
        )
    const changed = await retryingDeadlocks(transaction)
    reports.forEach(siblings.report)
    return changed
  } catch (error) {
    const word = databaseRefusal(error)
    if (word === null) throw error
    const [first] = await stagedSiblings(connection, groups.slice(0, 1))
    if (groups.length === 1 && first) {
      siblings.report({
        outcome: 'repaired',
        ...placeOf(first),
        code: 'database_refused',
        column: 'item_group_id',
        detail: { code: 'text', values: { text: word } },
      })
      return 0
    }
    let changed = 0
    for (const group of groups) changed += await writeOrSplit(connection, [group], context, siblings)
    return changed
  }
}

const placeOf = ({ row, line, sku, title }: StagedSibling) => ({
  row: Number(row),
  line: Number(line),
  id: sku,
  ...titleIn(title),
})

interface StoredProduct {
  id: ProductId
  sku: Sku
  type: number
  variantOf: ProductId | null
  group: string | null
  attributes: NonNullable<ProductRecord['attributes']>
  variationAttributes: string[]
  hasVariants: boolean
}

/** A group with its plan. */
interface Group {
  id: string
  rows: StagedSibling[]
  /** Attributes that the rows name. */
  codes: string[]
  parent: StoredProduct | null
  plan: SiblingPlan
}

interface Written {
  created: number
  changedProducts: number
  changedRows: number
}

async function writeGroups(
  trx: Transaction<DB>,
  ids: readonly string[],
  context: WriteContext,
  { store, lastRow, report }: SiblingImport,
): Promise<Written> {
  const groups = await loadGroups(trx, ids)
  const written: Written = { created: 0, changedProducts: 0, changedRows: 0 }
  for (const { id, plan, rows } of groups) {
    const byRow = new Map(rows.map((row) => [row.sku, row]))
    for (const { sibling, as } of plan.same) {
      const row = byRow.get(sibling.sku)
      if (row)
        report({
          outcome: 'repaired',
          ...placeOf(row),
          code: 'same_choices',
          column: 'item_group_id',
          value: id,
          detail: { code: 'text', values: { text: as.sku } },
        })
    }
  }
  const changes = groups.flatMap((group) => changesOf(group))
  written.changedRows = changes.filter(({ row }) => row?.unchanged === true).length
  if (context.dryRun) return written
  const skus = await parentSkus(trx, groups)
  const touched = [
    ...changes.map(({ sibling, row }) => ({ sku: sibling.sku, row: row ? Number(row.row) : null })),
    ...[...skus.values()].map((sku) => ({ sku, row: null })),
  ]
  const write = async () => {
    const parents = await writeParents(trx, groups, skus, { store, context })
    written.created = parents.created
    written.changedProducts = parents.created + parents.changed + changes.length
    const moves = changes.flatMap(({ group, sibling, isVariant }) => {
      const parent = parents.ids.get(group)
      if (isVariant && parent === undefined) return []
      const type = isVariant ? productTypes.Variant : productTypes.Standard
      return [{ id: sibling.id, parent: isVariant ? parent : null, type }]
    })
    if (moves.length === 0) return
    await sql`update product p set variant_of = r.parent, type = r.type
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as r (id integer, parent integer, type smallint)
      where p.id = r.id`.execute(trx)
  }
  if (context.recorder && touched.length > 0)
    await context.recorder.aroundLater(trx, { products: touched, lastRow }, write)
  else await write()
  return written
}

interface SiblingChange {
  group: Group
  sibling: Sibling
  row: StagedSibling | undefined
  /** Whether it becomes a variant; otherwise it becomes a product on its own. */
  isVariant: boolean
}

function changesOf(group: Group): SiblingChange[] {
  const { parent, plan } = group
  const byRow = new Map(group.rows.map((row) => [row.sku, row]))
  const change = (sibling: Sibling, isVariant: boolean) => ({
    group,
    sibling,
    row: byRow.get(sibling.sku),
    isVariant,
  })
  return [
    ...plan.variants
      .filter(({ variantOf }) => variantOf === null || variantOf !== parent?.id)
      .map((sibling) => change(sibling, true)),
    ...plan.same.flatMap(({ sibling }) => (sibling.variantOf === null ? [] : [change(sibling, false)])),
  ]
}

const productColumns = sql`p.id, p.sku, p.type, p.variant_of as "variantOf", p.item_group as "group", p.attributes,
  p.variation_attributes as "variationAttributes",
  exists (select from product v where v.variant_of = p.id) as "hasVariants"`

const isParent = ({ variationAttributes, hasVariants }: StoredProduct) =>
  hasVariants || variationAttributes.length > 0

async function loadGroups(db: Kysely<DB>, ids: readonly string[]): Promise<Group[]> {
  const staged = Map.groupBy(await stagedSiblings(db, ids), ({ group }) => group)
  const skus = [...staged.values()].flatMap((rows) => rows.map(({ sku }) => sku))
  const { rows: stored } = await sql<StoredProduct>`
    select ${productColumns} from product p
    where p.item_group = any(${[...ids]}::text[]) or p.sku = any(${skus}::text[])`.execute(db)
  const parentIds = [...new Set(stored.flatMap(({ variantOf }) => variantOf ?? []))]
  const spellings = await knownSpellings(db, ids)
  const namedIds = [...spellings.values()].flatMap((found) => found.map(({ id }) => id))
  const { rows: parents } = await sql<StoredProduct>`
    select ${productColumns} from product p where p.id = any(${[...parentIds, ...namedIds]}::integer[])`.execute(
    db,
  )
  const bySku = new Map(stored.map((product) => [product.sku, product]))
  return ids.flatMap((id) => {
    const rows = staged.get(id) ?? []
    const inFile = new Set(rows.map(({ sku }) => sku))
    const others = stored.filter(({ group, sku }) => group === id && !inFile.has(sku))
    const siblings = [
      ...rows.flatMap((row) => siblingOf(row, bySku.get(row.sku))),
      ...others.flatMap((product) => siblingOf(null, product)),
    ]
    const parent = parentOf(id, siblings, [...stored, ...parents])
    const codes = [...new Set(rows.flatMap(({ choices }) => choices.map(([code]) => code)))]
    const plan = planSiblings(siblings, codes, parent && { ...parent, isImported: parent.group === id })
    return [{ id, rows, codes, parent, plan }]
  })
}

/** Products that group others, sets and gift cards are no choices. */
function siblingOf(row: StagedSibling | null, product: StoredProduct | undefined): Sibling[] {
  const isChoice = product?.type === productTypes.Standard || product?.type === productTypes.Variant
  if (product && (isParent(product) || !isChoice)) return []
  const sku = product?.sku ?? row?.sku
  if (sku === undefined) return []
  // A dry run has not written that the row has left another group.
  const leaves = row !== null && product?.group != null && product.group !== row.group
  return [
    {
      sku,
      id: product?.id ?? null,
      variantOf: leaves ? null : (product?.variantOf ?? null),
      attributes: { ...product?.attributes, ...Object.fromEntries(row?.choices ?? []) },
      row: row && Number(row.row),
    },
  ]
}

/** The product that groups the siblings: the parent of one of them, else one of the group, else one with its id as sku. */
function parentOf(
  id: string,
  siblings: readonly Sibling[],
  products: readonly StoredProduct[],
): StoredProduct | null {
  const parentIds = new Set(siblings.map(({ variantOf }) => variantOf))
  const ofThem = products.filter((product) => parentIds.has(product.id)).toSorted((a, b) => a.id - b.id)
  const ofGroup = products.filter((product) => isParent(product) && product.group === id)
  const named = products.find(
    (product) => isParent(product) && product.group === null && skuKey(product.sku) === skuKey(id),
  )
  const own = ofGroup.toSorted((a, b) => a.id - b.id)
  return ofThem.find(({ group }) => group === id) ?? ofThem[0] ?? own[0] ?? named ?? null
}

/** The skus of products that group others; a new one has the group's id, unless another product has it. */
async function parentSkus(db: Kysely<DB>, groups: readonly Group[]): Promise<Map<Group, Sku>> {
  const needed = groups.filter(({ plan }) => plan.variants.length > 0)
  const candidates = new Map(
    needed.filter(({ parent }) => !parent).map((group) => [group, namesOf(group.id)]),
  )
  const taken = new Set((await knownSpellings(db, [...candidates.values()].flat())).keys())
  return new Map(
    needed.map((group) => {
      if (group.parent) return [group, group.parent.sku]
      const sku = candidates.get(group)?.find((name) => !taken.has(skuKey(name)))
      if (sku === undefined) throw new Error(`Every sku for the group ${group.id} is taken.`)
      taken.add(skuKey(sku))
      return [group, toSku(sku)]
    }),
  )
}

function namesOf(group: string): string[] {
  const short = `${group.slice(0, 80)}-group`
  return [group, short, `${short}-${fingerprint(group)}`]
}

interface WrittenParents {
  ids: Map<Group, ProductId>
  created: number
  changed: number
}

async function writeParents(
  trx: Transaction<DB>,
  groups: readonly Group[],
  skus: ReadonlyMap<Group, Sku>,
  { store, context }: { store: StoreCode; context: WriteContext },
): Promise<WrittenParents> {
  const needed = groups.filter((group) => skus.has(group))
  const written: WrittenParents = { ids: new Map(), created: 0, changed: 0 }
  if (needed.length === 0) return written
  const models = await modelsOf(trx, needed, store)
  const formers = await recordsOf(trx, [...skus.values()], store)
  const recordWith = (group: Group, suffix: string) => {
    const sku = skus.get(group) ?? toSku(group.id)
    return parentRecord(group, { sku, store, model: models.get(group), former: formers.get(sku), suffix })
  }
  const write = async (list: readonly Group[], suffixOf: (group: Group) => string) => {
    const items = list.map((group) => ({
      kind: 'record' as const,
      record: recordWith(group, suffixOf(group)),
    }))
    const { outcomes, ids } = await writeProducts(trx, items, { ...context, wantsChanges: false })
    const refused: Group[] = []
    list.forEach((group, index) => {
      const sku = skus.get(group)
      const id = sku && ids.get(sku)
      const outcome = outcomes[index]
      if (typeof outcome === 'object') refused.push(group)
      // Two groups of the file may be variants of one product.
      else if (id) for (const each of needed) if (skus.get(each) === sku) written.ids.set(each, id)
      if (outcome === 'created') written.created += 1
      if (outcome === 'changed') written.changed += 1
    })
    return refused
  }
  const first = new Map(needed.toReversed().map((group) => [skus.get(group), group]))
  const refused = await write([...first.values()], () => '')
  // Another product has the address.
  if (refused.length > 0) await write(refused, ({ id }) => `-${fingerprint(id)}`)
  return written
}

/** For each group the record of its first product that the store sells: the parent is described by it. */
async function modelsOf(
  db: Kysely<DB>,
  groups: readonly Group[],
  store: StoreCode,
): Promise<Map<Group, ProductRecord>> {
  const ids = groups.flatMap(({ plan }) => plan.variants.flatMap(({ id }) => id ?? []))
  const { rows } = await sql<{ id: number }>`
    select product_id as id from store_product where store = ${store} and product_id = any(${ids}::integer[])`.execute(
    db,
  )
  const sold = new Set(rows.map(({ id }) => id))
  const first = new Map(
    groups.flatMap((group) => {
      const variants = group.plan.variants.filter(({ id }) => id !== null && sold.has(id))
      const [variant] = variants.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
      return variant ? [[group, variant.sku] as const] : []
    }),
  )
  const records = await recordsOf(db, [...first.values()], store)
  return new Map(
    [...first].flatMap(([group, sku]) => {
      const record = records.get(sku)
      return record ? [[group, record] as const] : []
    }),
  )
}

async function recordsOf(
  db: Kysely<DB>,
  skus: readonly Sku[],
  store: StoreCode,
): Promise<Map<Sku, ProductRecord>> {
  const products = await loadExportedProducts(db, skus, [store])
  return new Map(products.map((product) => [toSku(product.sku), recordOf(product)]))
}

/** Where the file says nothing, what staff have written for the product stays. */
const seoOf = (section: StoreProductRecord | undefined): Partial<StoreProductRecord> => ({
  ...(section?.seoTitle && { seoTitle: section.seoTitle }),
  ...(section?.seoDescription && { seoDescription: section.seoDescription }),
})

interface ParentParts {
  sku: Sku
  store: StoreCode
  model: ProductRecord | undefined
  former: ProductRecord | undefined
  /** Of the address. */
  suffix: string
}

/**
 * The product that groups the variants. One that an import has made follows the file, one that staff have made gets new
 * attributes and stores only.
 */
function parentRecord(group: Group, { sku, store, model, former, suffix }: ParentParts): ProductRecord {
  const { plan, parent } = group
  const name = group.rows.find(({ title }) => title !== '')?.title ?? model?.stores[store]?.name ?? group.id
  const own = former?.stores[store]
  const section: StoreProductRecord = {
    name,
    slug: own?.name === name ? own.slug : `${productSlugOf(stores[store], name, sku)}${suffix}`,
    description: model?.stores[store]?.description ?? '',
    ...seoOf(model?.stores[store]),
    vatPercent: model?.stores[store]?.vatPercent ?? 0,
    prices: [],
    stock: { available: 0, discontinued: null },
  }
  const base = { record: 'product', sku, variationAttributes: plan.variationAttributes } as const
  if (parent && parent.group !== group.id) {
    return {
      ...base,
      type: former?.type ?? 'variant',
      categories: former?.categories ?? [],
      stores: own ? {} : { [store]: section },
    }
  }
  const hasOwnPictures = former?.images?.some(({ source }) => source.startsWith('picture:')) === true
  return {
    ...base,
    type: 'variant',
    itemGroup: group.id,
    brand: model?.brand ?? null,
    condition: model?.condition ?? 'new',
    categories: model?.categories ?? [],
    attributes: { ...withoutKeys(former?.attributes ?? {}, group), ...commonAttributes(group) },
    ...(!hasOwnPictures && { images: model?.images ?? [] }),
    stores: { [store]: section },
  }
}

function withoutKeys(
  attributes: NonNullable<ProductRecord['attributes']>,
  { codes, plan }: Group,
): NonNullable<ProductRecord['attributes']> {
  const shown = [...codes, ...plan.variationAttributes]
  return Object.fromEntries(Object.entries(attributes).filter(([code]) => !shown.includes(code)))
}

/** Choices that all variants share: facts of the product. */
function commonAttributes({ codes, plan }: Group): NonNullable<ProductRecord['attributes']> {
  const shared = codes.filter((code) => !plan.variationAttributes.includes(code))
  const [first] = plan.variants
  return Object.fromEntries(
    shared.flatMap((code) => {
      const value = first?.attributes[code]
      return typeof value === 'string' ? [[code, value]] : []
    }),
  )
}
