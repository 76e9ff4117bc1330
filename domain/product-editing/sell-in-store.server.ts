/**
 * Makes many products part of a store's assortment: each gets the texts that another store has of it, the address made
 * of them, the store's VAT, and no price and no stock. A product without a price is not sellable, so shoppers see it
 * only when it gets one. Texts that stay as they were copied are missing translations.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { ProductRecord, StoreProductRecord } from '../catalogue/catalogue-record.ts'
import type { ProductEditor } from '../catalogue/product-editor.ts'
import type { Sku } from '../products/sku.ts'
import { startStaffJob, type StartServices } from '../staff-jobs/start-staff-job.server.ts'
import { fingerprint, productSlugOf } from '../stores/slug.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'

export interface AssortmentTerms {
  /** The store whose texts are copied. */
  source: StoreCode
  /** The store that is to sell the products. */
  target: StoreCode
  skus: readonly Sku[]
}

/** A product that becomes part of the target. */
interface AddedProduct {
  sku: Sku
  /** What the target had of it; null: nothing. */
  before: StoreProductRecord | null
  after: StoreProductRecord
}

export interface AssortmentPlan {
  added: AddedProduct[]
  /** Products that the target sells. */
  present: number
  /** Products that the source has no texts of. */
  notInSource: number
}

/** Products read at once. */
const productsPerRead = 1_000

/** What would become of the products; writes nothing. Unknown skus are counted as `notInSource`. */
export async function planAssortment(
  { db, products }: { db: Kysely<DB>; products: Pick<ProductEditor, 'readAll'> },
  { source, target, skus }: AssortmentTerms,
): Promise<AssortmentPlan> {
  const plan: AssortmentPlan = { added: [], present: 0, notInSource: 0 }
  for (let from = 0; from < skus.length; from += productsPerRead) {
    const part = skus.slice(from, from + productsPerRead)
    const records = new Map((await products.readAll(db, part)).map((record) => [record.sku, record]))
    for (const sku of part) {
      const added = additionOf(sku, records.get(sku), source, target)
      if (typeof added === 'string') plan[added] += 1
      else plan.added.push(added)
    }
  }
  return { ...plan, added: await withOwnSlugs(db, plan.added, target) }
}

/** Two names may make the same address, and another product may have it: the later one gets one of its own. */
async function withOwnSlugs(
  db: Kysely<DB>,
  added: readonly AddedProduct[],
  target: StoreCode,
): Promise<AddedProduct[]> {
  const made = added.filter(({ before }) => before === null)
  const { rows } = await sql<{ slug: string; sku: string }>`
    select s.slug, p.sku from store_product s join product p on p.id = s.product_id
    where s.store = ${target} and s.slug = any(${made.map(({ after }) => after.slug)}::text[])`.execute(db)
  const owners = new Map<string, string>(rows.map(({ slug, sku }) => [slug, sku]))
  return added.map((each) => {
    const { sku, before, after } = each
    if (before !== null) return each
    const isTaken = (owners.get(after.slug) ?? sku) !== sku
    const slug = isTaken ? `${after.slug}-${fingerprint(sku)}` : after.slug
    owners.set(slug, sku)
    return { ...each, after: { ...after, slug } }
  })
}

function additionOf(
  sku: Sku,
  record: ProductRecord | undefined,
  source: StoreCode,
  target: StoreCode,
): AddedProduct | 'present' | 'notInSource' {
  const [from, before] = [record?.stores[source], record?.stores[target]]
  if (before !== undefined) {
    // An undo leaves it discontinued, because orders may name it.
    if (!before.stock.discontinued || before.prices.length > 0) return 'present'
    return { sku, before, after: { ...before, stock: { ...before.stock, discontinued: false } } }
  }
  if (from === undefined) return 'notInSource'
  const { name, description, prefix, decoration } = from
  const after: StoreProductRecord = {
    name,
    slug: productSlugOf(stores[target], name, sku),
    ...(prefix && { prefix }),
    description,
    ...(decoration && { decoration }),
    vatPercent: storePolicies[target].vatRateBasisPoints / 100,
    prices: [],
    stock: { available: 0 },
  }
  return { sku, before: null, after }
}

/** Starts the job that carries a plan out. Null: there is nothing to do. */
export async function startAssortmentChange(
  services: StartServices,
  actor: Actor,
  given: { staffId: number; plan: AssortmentPlan; source: StoreCode; target: StoreCode },
): Promise<number | null> {
  const { staffId, plan, source, target } = given
  if (plan.added.length === 0) return null
  return startStaffJob(services, actor, {
    kind: 'assortment-change',
    staffId,
    terms: { source, target },
    reason: null,
    rows: plan.added.map(({ sku, before, after }) => ({
      objectId: sku,
      store: target,
      before,
      after,
      outcome: null,
      refusal: null,
    })),
  })
}
