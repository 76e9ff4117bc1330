/** Converts a product of the catalogue to a record of the interchange format. Empty fields are omitted. */
import { toMajor } from '../domain/money/money.ts'
import { languageOfStore } from '../domain/custom-fields/custom-field.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { PerStore, ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { PriceTierRow, StockRow, StoreProductRow } from './catalogue-tables.server.ts'
import type { ExportedProduct } from './export-state.server.ts'
import { relationKindEntries } from './import-staging.server.ts'
import { recordImageTypes, recordTypes } from './record-product.server.ts'
import { fieldsOf } from './product-field-values.ts'
import { isoOf } from './product-state.server.ts'

/** The product's record with its values of the shop's own fields, those of the given stores. */
export function recordWithFields(
  product: ExportedProduct,
  stores: readonly StoreCode[] = storeCodes,
): ProductRecord {
  const scopes = new Set(['', ...stores, ...stores.map(languageOfStore)])
  const fields = Object.entries(product.fieldValues).flatMap(([key, scoped]) => {
    const own = Object.entries(scoped).filter(([scope]) => scopes.has(scope))
    return own.length === 0 ? [] : [[key, Object.fromEntries(own)] as const]
  })
  return { ...recordOf(product), ...filled('fields', Object.fromEntries(fields)) }
}

/** The product's record without the shop's own fields; only the stores whose parts are loaded appear in it. */
export function recordOf(product: ExportedProduct): ProductRecord {
  const row = product.state.product
  if (!row) throw new Error(`${product.sku} is not in the catalogue.`)
  const score = row.score_hundredths
  return {
    record: 'product',
    sku: product.sku,
    type: nameOf(recordTypes, row.type),
    ...fieldsOf(row),
    ...given('brand', product.brand?.slug),
    ...given('variantOf', product.parentSku),
    ...filled('variationAttributes', row.variation_attributes),
    condition: row.condition,
    categories: product.categoryCodes,
    ...filled('tags', product.tagCodes),
    ...filled('attributes', sorted(row.attributes)),
    ...filled('images', imagesOf(product)),
    ...given('score', score === null ? null : { average: score / 100, count: row.score_count }),
    ...filled('subscriptionIntervals', row.subscription_intervals),
    ...filled('setParts', product.setParts),
    ...filled('relations', relationsOf(product)),
    ...filled('fits', row.fits),
    stores: Object.fromEntries(
      storeCodes.flatMap((store) => {
        const section = product.state.storeProducts.find((part) => part.store === store)
        return section ? [[store, storeRecord(product, section, store)]] : []
      }),
    ),
  }
}

/** The name with a value, or nothing. */
export function given<Name extends string, T>(
  name: Name,
  value: T | null | undefined,
): { [Of in Name]?: NonNullable<T> } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [Of in Name]: NonNullable<T> })
}

function filled<Name extends string, T extends object>(name: Name, value: T): { [Of in Name]?: T } {
  return Object.keys(value).length === 0 ? {} : ({ [name]: value } as { [Of in Name]: T })
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

function nameOf<T extends string>(names: Record<T, number>, value: number): T {
  const found = (Object.keys(names) as T[]).find((name) => names[name] === value)
  if (found === undefined) throw new Error(`The database holds ${value}, which has no name.`)
  return found
}

function imagesOf({ state }: ExportedProduct): NonNullable<ProductRecord['images']> {
  return state.images
    .toSorted((a, b) => a.type - b.type || a.sort_order - b.sort_order)
    .map((image) => ({
      type: nameOf(recordImageTypes, image.type),
      source: image.source,
      sortOrder: image.sort_order,
      ...filled('alt', ordered(image.alt)),
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
  section: StoreProductRow,
  store: StoreCode,
): StoreProductRecord {
  const tiers = state.tiers
    .filter((tier) => tier.store === store)
    .toSorted((a, b) => a.min_quantity - b.min_quantity)
  const crossSelling = section.cross_selling_price_minor
  return {
    name: section.name,
    slug: section.slug,
    ...given('prefix', section.prefix),
    description: section.description,
    ...given('decoration', section.decoration),
    ...given('seoTitle', section.seo_title),
    ...given('seoDescription', section.seo_description),
    vatPercent: section.vat_rate_basis_points / 100,
    prices: tiers.filter((tier) => tier.kind === 'normal').map(tierOf),
    ...campaignOf(tiers.filter((tier) => tier.kind === 'campaign')),
    ...given('crossSellingPrice', crossSelling === null ? null : toMajor(crossSelling)),
    stock: {
      ...stockOf(state.stock.find((row) => row.store === store)),
      ...given('countedAt', countedAt.get(store)),
    },
  }
}

function tierOf(tier: PriceTierRow): { q: number; p: number } {
  return { q: tier.min_quantity, p: toMajor(tier.price_minor) }
}

function campaignOf(tiers: readonly PriceTierRow[]): Pick<StoreProductRecord, 'campaign'> {
  const [first] = tiers
  if (!first) return {}
  return {
    campaign: {
      ...given('startsAt', isoOf(first.starts_at)),
      ...given('endsAt', isoOf(first.ends_at)),
      tiers: tiers.map((tier) => ({
        ...tierOf(tier),
        o: toMajor(tier.before_minor ?? tier.price_minor),
      })),
    },
  }
}

function stockOf(row: StockRow | undefined): StoreProductRecord['stock'] {
  const positive = (value = 0) => (value > 0 ? value : null)
  return {
    available: row?.available ?? 0,
    ...given('incoming', positive(row?.incoming)),
    ...given('incomingAt', isoOf(row?.incoming_at)),
    ...given('presaleCap', positive(row?.presale)),
    ...given('releaseAt', isoOf(row?.release_at)),
    ...given('discontinued', row?.discontinued === true ? true : null),
  }
}
