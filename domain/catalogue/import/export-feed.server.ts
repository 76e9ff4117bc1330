/** A product of the catalogue as a row of a Merchant Center feed, so that importing it changes nothing. */
import { productTypes } from '../product-type.ts'
import type { Store } from '../../stores/stores.ts'
import type { ExportedProduct } from './export-state.server.ts'
import { isoOf } from './export-record.server.ts'
import type { Availability } from './feed-product.ts'
import { saleTiersOf } from './feed-state.server.ts'
import { feedColumns, type FeedColumn } from './feed-row.ts'
import { openEnd, openStart } from './feed-values.ts'
import type { Row } from './table-rows.server.ts'

export interface FeedContext {
  store: Store
  /** Category code → names from the root down, joined by ` > `. */
  categoryNames: ReadonlyMap<string, string>
  /** Full address of a product page. */
  productLink: (slug: string) => string
  /** Full address of a picture that the shop draws itself; without it such pictures are left out. */
  pictureLink?: ((source: string) => string) | undefined
}

/** The first line. */
export const feedHeader = `${feedColumns.join('\t')}\n`

/** The row with its line end, or null for what a feed cannot say: parents of variants, gift cards, no price. */
export function feedLineOf(product: ExportedProduct, context: FeedContext): string | null {
  const { state } = product
  const section = state.storeProducts[0]
  const row = state.product
  const tiers = state.tiers.toSorted((a, b) => Number(a['min_quantity']) - Number(b['min_quantity']))
  const normal = tiers.filter((tier) => tier['kind'] === 'normal')
  const [price] = normal
  if (!section || !row || price?.['min_quantity'] !== 1 || Number(price['price_minor']) === 0) return null
  if (product.isParent || row['type'] === productTypes.GiftCard) return null
  const campaign = tiers.filter((tier) => tier['kind'] === 'campaign')
  const sale = campaign.find((tier) => tier['min_quantity'] === 1)
  const values: Record<FeedColumn, string> = {
    id: product.sku,
    title: section['name'] as string,
    description: onOneLine(section['description'] as string),
    link: context.productLink(section['slug'] as string),
    image_link: imageLinkOf(state.images, context.pictureLink),
    ...availabilityOf(state.stock[0]),
    price: `${money(price)} ${context.store.currency}`,
    sale_price: sale ? `${money(sale)} ${context.store.currency}` : '',
    sale_price_effective_date: sale ? periodOf(sale) : '',
    brand: product.brand?.name ?? '',
    gtin: (row['gtin'] as string | null) ?? '',
    mpn: (row['mpn'] as string | null) ?? '',
    condition: row['condition'] as string,
    product_type: context.categoryNames.get(product.categoryCodes[0] ?? '') ?? '',
    google_product_category: '',
    item_group_id: (row['item_group'] as string | null) ?? '',
    tier_prices: tierList(normal.slice(1)),
    sale_tier_prices: sale ? saleTierList(normal, sale, campaign) : '',
  }
  return `${feedColumns.map((column) => values[column]).join('\t')}\n`
} // prettier-ignore

function money(tier: Row): string {
  return (Number(tier['price_minor']) / 100).toFixed(2)
}

function tierList(tiers: readonly Row[]): string {
  return tiers.map((tier) => `${String(tier['min_quantity'])}:${money(tier)}`).join(';')
}

/** Empty where an import would find the same prices by itself. */
function saleTierList(normal: readonly Row[], sale: Row, campaign: readonly Row[]): string {
  const feedTiers = (rows: readonly Row[]) =>
    rows
      .filter((tier) => tier['min_quantity'] !== 1)
      .map((tier) => ({ minQuantity: Number(tier['min_quantity']), priceMinor: Number(tier['price_minor']) }))
  const expected = saleTiersOf(feedTiers(normal), Number(sale['price_minor']))
  const actual = feedTiers(campaign)
  if (JSON.stringify(expected) === JSON.stringify(actual)) return ''
  return actual.length === 0 ? 'none' : tierList(campaign.filter((tier) => tier['min_quantity'] !== 1))
}

/** A row cannot hold a line end: paragraphs are parted by U+2029, lines by U+2028. */
function onOneLine(description: string): string {
  return description.replaceAll('\n\n', '\u2029').replaceAll('\n', '\u2028').replaceAll('\t', ' ')
}

/** Pictures that the shop draws itself have no address outside it but the one the shop gives them. */
function imageLinkOf(images: readonly Row[], pictureLink: FeedContext['pictureLink']): string {
  const sources = images
    .toSorted(
      (a, b) => Number(a['type']) - Number(b['type']) || Number(a['sort_order']) - Number(b['sort_order']),
    )
    .map((image) => image['source'] as string)
  const foreign = sources.find((address) => /^https?:/.test(address))
  return foreign ?? (sources[0] !== undefined && pictureLink ? pictureLink(sources[0]) : '')
}

function availabilityOf(
  stock: Row | undefined,
): Record<'availability' | 'availability_date' | 'quantity', string> {
  const figure = (pool: string) => Number(stock?.[pool] ?? 0)
  const answer = (availability: Availability, quantity: number, date: unknown) => ({
    availability,
    availability_date: isoOf(date) ?? '',
    quantity: String(quantity),
  })
  if (stock?.['discontinued'] !== true) {
    if (figure('presale') > 0) return answer('preorder', figure('presale'), stock?.['release_at'])
    if (figure('available') > 0) return answer('in_stock', figure('available'), null)
    if (figure('incoming') > 0) return answer('backorder', figure('incoming'), stock?.['incoming_at'])
  }
  return answer('out_of_stock', 0, null)
}

function periodOf(sale: Row): string {
  const from = isoOf(sale['starts_at'])
  const to = isoOf(sale['ends_at'])
  return from === null && to === null ? '' : `${from ?? openStart}/${to ?? openEnd}`
}
