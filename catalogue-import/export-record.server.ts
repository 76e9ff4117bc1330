/** Converts a product of the catalogue to a record of the interchange format. Empty fields are omitted. */
import { toMajor } from '../domain/money/money.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { PerStore, ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { ExportedProduct } from './export-state.server.ts'
import { relationKindEntries } from './import-staging.server.ts'
import { recordImageTypes, recordTypes } from './record-product.server.ts'
import { isoOf } from './product-state.server.ts'
import type { Row } from './table-rows.server.ts'

/** The product's record; only the stores whose parts are loaded appear in it. */
export function recordOf(product: ExportedProduct): ProductRecord {
  const row = product.state.product ?? {}
  const { gtin, mpn, item_group, group_id, discount_category } = row
  const score = row['score_hundredths'] as number | null
  return {
    record: 'product',
    sku: product.sku,
    type: nameOf(recordTypes, row['type']),
    ...given('gtin', gtin),
    ...given('mpn', mpn),
    ...given('brand', product.brand?.slug),
    ...given('variantOf', product.parentSku),
    ...filled('variationAttributes', row['variation_attributes'] as string[]),
    ...given('itemGroup', item_group),
    ...given('groupId', group_id),
    ...given('discountCategory', discount_category),
    condition: row['condition'] as 'new' | 'refurbished' | 'used',
    categories: product.categoryCodes,
    ...filled('tags', product.tagCodes),
    ...filled('attributes', sorted(row['attributes'] as Record<string, unknown>)),
    ...filled('images', imagesOf(product)),
    ...given('score', score === null ? null : { average: score / 100, count: row['score_count'] as number }),
    ...filled('subscriptionIntervals', row['subscription_intervals'] as string[]),
    ...filled('setParts', product.setParts),
    ...filled('relations', relationsOf(product)),
    ...filled('fits', row['fits'] as string[]),
    stores: Object.fromEntries(
      storeCodes.flatMap((store) => {
        const section = product.state.storeProducts.find((part) => part['store'] === store)
        return section ? [[store, storeRecord(product, section, store)]] : []
      }),
    ),
  }
}

/** The name with a value, or nothing. */
export function given<T>(name: string, value: T | null | undefined): Record<string, T> {
  return value === null || value === undefined ? {} : { [name]: value }
}

function filled<T extends object>(name: string, value: T): Record<string, T> {
  return Object.keys(value).length === 0 ? {} : { [name]: value }
}

/** Keys in alphabetical order: jsonb has its own order. */
export function sorted<T>(value: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Texts in the order of the stores; only those of the exported ones. */
export function ordered<T>(texts: PerStore<T>, stores: readonly string[] = storeCodes): PerStore<T> {
  return Object.fromEntries(
    storeCodes
      .filter((store) => stores.includes(store) && texts[store] !== undefined)
      .map((store) => [store, texts[store]]),
  ) as PerStore<T>
}

function nameOf<T extends string>(names: Record<T, number>, value: unknown): T {
  const found = (Object.keys(names) as T[]).find((name) => names[name] === value)
  if (found === undefined) throw new Error(`The database holds ${String(value)}, which has no name.`)
  return found
}

function imagesOf({ state }: ExportedProduct): object[] {
  return state.images
    .toSorted(
      (a, b) => Number(a['type']) - Number(b['type']) || Number(a['sort_order']) - Number(b['sort_order']),
    )
    .map((image) => ({
      type: nameOf(recordImageTypes, image['type']),
      source: image['source'],
      sortOrder: image['sort_order'],
      ...filled('alt', ordered(image['alt'] as PerStore<string>)),
    }))
}

function relationsOf({ relations }: ExportedProduct): object {
  return Object.fromEntries(
    relationKindEntries.flatMap(([name, kind]) => {
      const skus = relations.filter((relation) => relation.kind === kind).map(({ sku }) => sku)
      return skus.length > 0 ? [[name, skus]] : []
    }),
  )
}

function storeRecord(
  { state, countedAt }: ExportedProduct,
  section: Row,
  store: StoreCode,
): StoreProductRecord {
  const tiers = state.tiers
    .filter((tier) => tier['store'] === store)
    .toSorted((a, b) => Number(a['min_quantity']) - Number(b['min_quantity']))
  const crossSelling = section['cross_selling_price_minor'] as number | null
  return {
    name: section['name'],
    slug: section['slug'],
    ...given('prefix', section['prefix']),
    description: section['description'],
    ...given('decoration', section['decoration']),
    vatPercent: Number(section['vat_rate_basis_points']) / 100,
    prices: tiers.filter((tier) => tier['kind'] === 'normal').map(tierOf),
    ...campaignOf(tiers.filter((tier) => tier['kind'] === 'campaign')),
    ...given('crossSellingPrice', crossSelling === null ? null : toMajor(crossSelling)),
    stock: {
      ...stockOf(state.stock.find((row) => row['store'] === store)),
      ...given('countedAt', countedAt.get(store)),
    },
  } as StoreProductRecord
}

function tierOf(tier: Row): { q: number; p: number } {
  return { q: tier['min_quantity'] as number, p: toMajor(tier['price_minor'] as number) }
}

function campaignOf(tiers: readonly Row[]): Pick<StoreProductRecord, 'campaign'> {
  const [first] = tiers
  if (!first) return {}
  return {
    campaign: {
      ...given('startsAt', isoOf(first['starts_at'])),
      ...given('endsAt', isoOf(first['ends_at'])),
      tiers: tiers.map((tier) => ({
        ...tierOf(tier),
        o: toMajor((tier['before_minor'] ?? tier['price_minor']) as number),
      })),
    },
  }
}

function stockOf(row: Row | undefined): StoreProductRecord['stock'] {
  const positive = (value: unknown) => (Number(value ?? 0) > 0 ? Number(value) : null)
  return {
    available: Number(row?.['available'] ?? 0),
    ...given('incoming', positive(row?.['incoming'])),
    ...given('incomingAt', isoOf(row?.['incoming_at'])),
    ...given('presaleCap', positive(row?.['presale'])),
    ...given('releaseAt', isoOf(row?.['release_at'])),
    ...given('discontinued', row?.['discontinued'] === true ? true : null),
  }
}
