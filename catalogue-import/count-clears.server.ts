/**
 * Counts, before anything is written, the values that a file would clear: a feed with cells that are empty by
 * mistake must not erase a column of the catalogue.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { feedFieldEntries, productFieldEntries } from '../domain/catalogue/product-fields.ts'
import { readProductValues } from '../domain/custom-fields/imported-values.server.ts'
import { batchesOf, type CatalogueRow } from './catalogue-rows.ts'
import type { PriceTierRow } from './catalogue-tables.server.ts'
import type { FeedProduct } from './feed-product.ts'
import { findUpdatedProducts } from './find-updated-products.server.ts'
import { skuOfRow, adoptKnownSpelling } from './known-skus.server.ts'
import { fieldClears, readGivenFields } from './write-fields.server.ts'
import { feedPictureLinks } from './feed-pictures.server.ts'
import { isoOf, loadProductStates, type ProductState } from './product-state.server.ts'

/** A file may clear this share of a column's values, and fewer than this many values in any case. */
const mostCleared = { share: 0.1, fewerThan: 5 }

export interface ColumnClears {
  column: string
  /** Products of the file that have a value in the catalogue. */
  filled: number
  /** Those of them that the file leaves without one. */
  cleared: number
}

/** Columns of which the file clears too much. Reads all rows. */
export async function excessiveClears(
  db: Kysely<DB>,
  rows: AsyncIterable<CatalogueRow>,
  stores: readonly StoreCode[],
  now: number,
): Promise<ColumnClears[]> {
  const counts = new Map<string, ColumnClears>()
  for await (const batch of batchesOf(rows, 1000)) {
    if (stores.length === 1) await findUpdatedProducts(db, batch, stores[0]!)
    await adoptKnownSpelling(db, batch)
    const skus = batch.flatMap((row) => skuOfRow(row) ?? [])
    if (skus.length === 0) continue
    const states = await loadProductStates(db, skus, stores)
    const given = await readGivenFields(db, batch, { stores, dryRun: true })
    const stored = await readProductValues(
      db,
      [...given.keys()].map((row) => Number(states.get(skuOfRow(row)!)?.id ?? 0)),
    )
    for (const row of batch) {
      const state = states.get(skuOfRow(row)!)
      const own = given.get(row)
      const ofFields = own ? fieldClears(own, stored.get(Number(state?.id))) : []
      for (const [column, isFilled, isCleared] of state
        ? [...fieldsOf(row, state, stores, now), ...ofFields]
        : []) {
        if (!isFilled) continue
        const count = counts.get(column) ?? { column, filled: 0, cleared: 0 }
        count.filled += 1
        if (isCleared) count.cleared += 1
        counts.set(column, count)
      }
    }
  }
  return [...counts.values()].filter(
    ({ filled, cleared }) => cleared >= mostCleared.fewerThan && cleared > filled * mostCleared.share,
  )
}

/** Column, whether the catalogue has a value, and whether the row clears it. */
type Field = [string, boolean, boolean]

function fieldsOf(
  row: CatalogueRow,
  state: ProductState,
  stores: readonly StoreCode[],
  now: number,
): Field[] {
  if (row.feed) return feedFields(row.feed, state, now)
  return row.record?.record === 'product' ? recordFields(row.record, state, stores, now) : []
}

function feedFields(feed: FeedProduct, state: ProductState, now: number): Field[] {
  const { product } = state
  const [section] = state.storeProducts
  if (!product || !section) return []
  const { description } = section
  const pictures = feedPictureLinks(state.images)
  return [
    ['description', description !== '' && description !== section.name, feed.description === ''],
    ['seo_title', has(section.seo_title), feed.seoTitle === null],
    ['seo_description', has(section.seo_description), feed.seoDescription === null],
    ['brand', has(product.brand_id), feed.brand === null],
    ...feedFieldEntries.map(({ name, column, feedColumn }): Field => [
      feedColumn,
      has(product[column]),
      feed[name] === null,
    ]),
    ['condition', product.condition !== 'new', feed.condition === 'new'],
    ['product_type', state.categories.some((row) => row.position === 0), feed.categoryNames?.length === 0],
    ['image_link', pictures.length > 0, feed.imageLink === null],
    ['additional_image_link', pictures.length > 1, feed.additionalImageLinks?.length === 0],
    ['sale_price', runs(state.tiers, now), feed.salePriceMinor === null],
    ['tier_prices', hasTiers(state.tiers), feed.tiers?.length === 0],
  ]
}

function recordFields(
  record: ProductRecord,
  state: ProductState,
  stores: readonly StoreCode[],
  now: number,
): Field[] {
  const { product } = state
  if (!product) return []
  const lists = {
    attributes: product.attributes,
    fits: product.fits,
    tags: state.tags,
    images: state.images,
  }
  const fields: Field[] = [
    ['brand', has(product.brand_id), record.brand === null],
    ...productFieldEntries.map(([name, { column }]): Field => [
      name,
      has(product[column]),
      record[name] === null,
    ]),
    ['score', has(product.score_hundredths), record.score === null],
    ['categories', state.categories.length > 0, record.categories.length === 0],
  ]
  for (const [name, former] of Object.entries(lists)) {
    fields.push([name, size(former) > 0, isEmptied(record[name as keyof typeof lists])])
  }
  for (const store of stores) {
    const section = record.stores[store]
    const former = state.storeProducts.find((row) => row.store === store)
    if (!section || !former) continue
    const tiers = state.tiers.filter((row) => row.store === store)
    fields.push(
      ['description', former.description !== '', section.description === ''],
      ['campaign', runs(tiers, now), section.campaign === null],
      ['prefix', has(former.prefix), section.prefix === null],
      ['decoration', has(former.decoration), section.decoration === null],
      ['seoTitle', has(former.seo_title), section.seoTitle === null],
      ['seoDescription', has(former.seo_description), section.seoDescription === null],
      ['crossSellingPrice', has(former.cross_selling_price_minor), section.crossSellingPrice === null],
    )
  }
  return fields
}

function has(value: unknown): boolean {
  return value !== null && value !== undefined
}

function size(value: unknown): number {
  return Object.keys(value ?? {}).length
}

/** Given, but empty. */
function isEmptied(value: unknown): boolean {
  return value === null || (value !== undefined && size(value) === 0)
}

/** Whether a campaign is running or upcoming; an expired one is no loss. */
function runs(tiers: readonly PriceTierRow[], now: number): boolean {
  return tiers.some((row) => {
    const end = isoOf(row.ends_at)
    return row.kind === 'campaign' && (end === null || Date.parse(end) > now)
  })
}

function hasTiers(tiers: readonly PriceTierRow[]): boolean {
  return tiers.some((row) => row.kind === 'normal' && row.min_quantity > 1)
}
