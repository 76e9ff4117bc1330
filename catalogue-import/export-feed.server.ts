/** A product of the catalogue as a row of a Merchant Center feed, so that importing it changes nothing. */
import { originalSource } from '../domain/pictures/picture-source.ts'
import { toMajor } from '../domain/money/money.ts'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import { shownPictures } from '../domain/catalogue/shown-pictures.ts'
import type { Store, StoreCode } from '../domain/stores/stores.ts'
import type { PriceTierRow, ProductImageRow, StockRow } from './catalogue-tables.server.ts'
import type { ExportedProduct } from './export-state.server.ts'
import { feedFieldTexts } from './product-field-values.ts'
import { isoOf, type ProductState } from './product-state.server.ts'
import { saleTiersOf } from './feed-prices.ts'
import { statedStock } from './feed-stock.ts'
import { feedPictureLinks, feedPictureTexts } from './feed-pictures.server.ts'
import { joinTexts } from './listed-texts.ts'
import { productStockOf } from './feed-state.server.ts'
import { enclosed } from './tsv-fields.ts'
import { choiceColumns } from './feed-variant.ts'
import { feedColumns, type FeedColumn } from './feed-row.ts'
import { harmlessCell } from './formula-cell.ts'
import { openEnd, openStart } from './feed-values.ts'

export interface FeedContext {
  store: Store
  /** Category code → names from the root down, joined by ` > `. */
  categoryNames: ReadonlyMap<string, string>
  /** Full address of a product page. */
  productLink: (slug: string) => string
  /**
   * Full address of a picture of the shop, a drawing or a stored photo: for readers other than the import,
   * which get the pictures as the shop shows them. Without it the links are those that an import named, so
   * that importing them changes nothing.
   */
  pictureLink?: ((source: string) => string) | undefined
}

/** A line of the columns' names. */
export const headerOf = (columns: readonly FeedColumn[]): string => `${columns.join('\t')}\n`

/** The row with its line end, or null for a product that a feed cannot represent. */
export function feedLineOf(product: ExportedProduct, context: FeedContext): string | null {
  const values = feedCellsOf(product, context)
  if (values === null) return null
  // Staff open an export in a spreadsheet.
  return `${feedColumns.map((column) => enclosed(harmlessCell(values[column]))).join('\t')}\n`
}

/** The cells of a row, or null for a product that a feed cannot represent: parents of variants, gift cards, no price. */
export function feedCellsOf(
  product: ExportedProduct,
  context: FeedContext,
): Record<FeedColumn, string> | null {
  const { state } = product
  const [section] = state.storeProducts
  const price = state.tiers.find((tier) => tier.kind === 'normal' && tier.min_quantity === 1)
  if (!section || !price || price.price_minor === 0) return null
  if (product.isParent || state.product?.type === productTypes.GiftCard) return null
  const [main = '', ...more] = pictureLinksOf(product, context.pictureLink)
  return {
    ...feedValuesOf(state, context.store),
    id: product.sku,
    link: context.productLink(section.slug),
    image_link: main,
    additional_image_link: more.join(','),
    ...pictureTextCells(state.images, context.store.code),
    brand: product.brand?.name ?? '',
    product_type: firstNamed(product.categoryCodes, context.categoryNames),
    further_categories: furtherNamed(product.categoryCodes, context.categoryNames),
    google_product_category: '',
    ...noChoices,
    quantity_at: product.countedAt.get(context.store.code) ?? '',
  }
}

/** The alternative texts of the pictures that feeds name. */
export function pictureTextCells(
  images: readonly ProductImageRow[],
  store: StoreCode,
): Record<'image_alt_text' | 'additional_image_alt_text', string> {
  const [main = '', ...additional] = feedPictureTexts(images, store)
  return { image_alt_text: main, additional_image_alt_text: joinTexts(additional) }
}

/** Choices of variants are exported as NDJSON only; an empty cell leaves them as they are. */
const noChoices = Object.fromEntries(choiceColumns.map((column) => [column, ''])) as Record<
  (typeof choiceColumns)[number],
  string
>

/** The names of a product's main category in a store: the first that has a name there; empty where none has. */
export function firstNamed(codes: readonly string[], names: ReadonlyMap<string, string>): string {
  const code = codes.find((each) => names.has(each))
  return code === undefined ? '' : (names.get(code) ?? '')
}

/** The names of its other categories that have one in the store. */
export function furtherNamed(codes: readonly string[], names: ReadonlyMap<string, string>): string {
  const named = codes.filter((each) => names.has(each))
  return joinTexts(named.slice(1).map((code) => names.get(code) ?? ''))
}

type ReferenceColumn =
  | 'id'
  | 'link'
  | 'image_link'
  | 'additional_image_link'
  | 'image_alt_text'
  | 'additional_image_alt_text'
  | 'brand'
  | 'product_type'
  | 'further_categories'
  | 'google_product_category'
  | 'quantity_at'
  | (typeof choiceColumns)[number]

/** The columns that a product's own rows in one store fill. */
export function feedValuesOf(
  state: ProductState,
  store: Store,
): Record<Exclude<FeedColumn, ReferenceColumn>, string> {
  const section = state.storeProducts[0]
  const tiers = state.tiers.toSorted((a, b) => a.min_quantity - b.min_quantity)
  const normal = tiers.filter((tier) => tier.kind === 'normal')
  const campaign = tiers.filter((tier) => tier.kind === 'campaign')
  const single = (tier: PriceTierRow) => tier.min_quantity === 1
  const price = normal.find(single)
  const sale = campaign.find(single)
  return {
    title: section?.name ?? '',
    description: onOneLine(section?.description ?? ''),
    seo_title: section?.seo_title ?? '',
    seo_description: section?.seo_description ?? '',
    ...availabilityOf(state.stock[0]),
    price: price ? `${money(price)} ${store.currency}` : '',
    sale_price: sale ? `${money(sale)} ${store.currency}` : '',
    sale_price_effective_date: sale ? periodOf(sale) : '',
    ...feedFieldTexts(state.product),
    condition: state.product?.condition ?? '',
    tier_prices: tierList(normal.filter((tier) => !single(tier))),
    sale_tier_prices: sale ? saleTierList(normal, sale, campaign) : '',
  }
}

function money(tier: PriceTierRow): string {
  return toMajor(tier.price_minor).toFixed(2)
}

function tierList(tiers: readonly PriceTierRow[]): string {
  return tiers.map((tier) => `${tier.min_quantity}:${money(tier)}`).join(';')
}

/** Empty if an import would derive the same prices by itself. */
function saleTierList(
  normal: readonly PriceTierRow[],
  sale: PriceTierRow,
  campaign: readonly PriceTierRow[],
): string {
  const feedTiers = (rows: readonly PriceTierRow[]) =>
    rows
      .filter((tier) => tier.min_quantity !== 1)
      .map((tier) => ({ minQuantity: tier.min_quantity, priceMinor: tier.price_minor }))
  const expected = saleTiersOf(feedTiers(normal), sale.price_minor)
  const actual = feedTiers(campaign)
  if (JSON.stringify(expected) === JSON.stringify(actual)) return ''
  return actual.length === 0 ? 'none' : tierList(campaign.filter((tier) => tier.min_quantity !== 1))
}

/** A row cannot contain a line end: paragraphs are separated by U+2029, lines by U+2028. */
function onOneLine(description: string): string {
  return description.replaceAll('\n\n', '\u2029').replaceAll('\n', '\u2028').replaceAll('\t', ' ')
}

/** At most as many additional pictures as Merchant Center reads. */
const mostPublicPictures = 11

function pictureLinksOf(
  { state, originals }: ExportedProduct,
  pictureLink: FeedContext['pictureLink'],
): string[] {
  const named = feedPictureLinks(state.images)
  if (!pictureLink) return named
  const pictures = state.images.map((row) => {
    const { source } = row
    const original = originals.get(source)
    return {
      type: row.type,
      sort: row.sort_order,
      source: original === undefined ? source : originalSource(original),
    }
  })
  const shown = shownPictures(pictures).toSorted((a, b) => a.type - b.type || a.sort - b.sort)
  const thumb = shown.filter(({ type }) => type === imageTypes.Thumb)
  const sources = new Set([...thumb, ...shown].map(({ source }) => source))
  if (sources.size > 0) return [...sources].slice(0, mostPublicPictures).map(pictureLink)
  // A photo that is not fetched yet still has the merchant's address.
  return named.filter((link) => /^https?:/i.test(link))
}

function availabilityOf(
  row: StockRow | undefined,
): Record<'availability' | 'availability_date' | 'quantity', string> {
  const { availability, units, date } = statedStock(productStockOf(row))
  return { availability, availability_date: date ?? '', quantity: String(units) }
}

function periodOf(sale: PriceTierRow): string {
  const from = isoOf(sale.starts_at)
  const to = isoOf(sale.ends_at)
  return from === null && to === null ? '' : `${from ?? openStart}/${to ?? openEnd}`
}
