/**
 * Converts a product's rows into its index entries: one card per store with its sort keys, listings, facets
 * and search words, and the details all stores share. Decides what is listed: parents and single products
 * are, variants are found through their parent. Does not access a database.
 */
import { hash } from 'node:crypto'
import { readPicture } from '../../domain/custom-fields/custom-field.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { articleNumbers } from '../search/article-numbers.ts'
import { textSeparator } from '../../domain/search/search-words.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { chooseCardFacts, piecesOf } from '../schema/card-facts.server.ts'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { ProductRows, StoreProductRow } from '../schema/catalogue-rows.server.ts'
import {
  type AttributeValues,
  storedFieldsOf,
  type StoredDetails,
  type StoredHead,
} from '../schema/stored-details.server.ts'
import { branchesOf, type CatalogueStructure } from '../schema/catalogue-structure.server.ts'
import { lastingFacets, passingFacets, type FacetValue } from '../schema/facet-values.server.ts'
import { richTextsOf, withoutRichTexts } from './rich-texts.server.ts'
import { entryTexts, entryWords, wordColumns, type EntryWords } from './index-words.server.ts'
import { entryKey, noPrice, scopeKey } from '../schema/index-schema.server.ts'
import { lowestBeforeCampaign } from '../../domain/catalogue/lowest-price.server.ts'
import { nameSortKey } from '../schema/name-order.server.ts'
import {
  bestOffer,
  nextChange,
  type Offer,
  type StoredCard,
  type StoredPicture,
} from '../schema/stored-card.server.ts'
import { dangerousGoodsClass } from '../../domain/products/dangerous-goods.ts'
import { sortedSides } from '../../domain/products/packed-unit.ts'
import type { Sku } from '../../domain/products/sku.ts'

/** A product in one store, ready to be written. */
export interface IndexedEntry {
  key: number
  store: StoreCode
  listed: boolean
  card: StoredCard
  description: string
  slug: string
  formerSlugs: string[]
  nameKey: string
  scopes: number[]
  facets: FacetValue[]
  words: EntryWords
  /** The text behind the words, unfolded. */
  text: string
  textHash: string
  sort: EntrySort
}

export interface IndexedProduct {
  id: number
  sku: Sku
  variantOf: number | null
  details: StoredDetails
  pictures: [key: string, source: string][]
  /** Numbers that find the product exactly. */
  identifiers: string[]
  entries: IndexedEntry[]
}

/** The parts of an entry that depend on the time. */
export interface EntrySort {
  /** Smaller is better: available products first, then by sales, then by rating. */
  relevance: number
  priceMinor: number
  changesAt: number | null
  passing: FacetValue[]
}

/** Columns whose words are excluded from the vocabulary, or are contained in other columns. */
const unspoken: ReadonlySet<string> = new Set(['heads', 'kinds', 'codes', 'description'])

const stockRank = { in_stock: 0, few_left: 0, presale: 1, back_order: 1, out_of_stock: 2, discontinued: 3 }
const mostSold = 2 ** 31 - 1

const bestRating = 500
/** The prior rating of an unrated product, and the number of votes it weighs. */
const presumed = { hundredths: 350, votes: 5 }

/** The Bayesian mean rating in hundredths: with few votes it stays close to the prior. */
function weighedRating([hundredths, count]: [hundredths: number, count: number] = [0, 0]): number {
  const { hundredths: usual, votes } = presumed
  return Math.min(bestRating, Math.round((hundredths * count + usual * votes) / (count + votes)))
}

export function sortAt(card: StoredCard, store: StoreCode, now: number): EntrySort {
  const offer = bestOffer(card.o, now)
  const unitMinor = offer?.unitMinor ?? null
  const rank = offer && unitMinor !== null ? stockRank[offer.stock.status] : 3
  const sold = mostSold - Math.min(card.r ?? 0, mostSold)
  return {
    relevance: (rank * 2 ** 31 + sold) * 2 ** 9 + (bestRating - weighedRating(card.sc)),
    priceMinor: unitMinor ?? noPrice,
    changesAt: nextChange(card.o, now),
    passing: passingFacets(store, { unitMinor, status: offer?.stock.status ?? 'out_of_stock' }),
  }
}

/** Texts for search engines in the stores that have any. */
function headsOf(row: ProductRows): PerStore<StoredHead> {
  return Object.fromEntries(
    Object.entries(row.stores).flatMap(([store, { seoTitle, seoDescription }]) =>
      seoTitle || seoDescription
        ? [
            [
              store,
              {
                ...(seoTitle && { title: seoTitle }),
                ...(seoDescription && { description: seoDescription }),
              },
            ],
          ]
        : [],
    ),
  )
}

/** Former addresses in the stores that have any. */
function formerSlugs(row: ProductRows): PerStore<string[]> {
  const entries = Object.entries(row.stores).map(([store, own]) => [store, own.formerSlugs] as const)
  return Object.fromEntries(entries.filter(([, slugs]) => slugs.length > 0))
}

/** Sources of the pictures that fields have, those for staff too. */
function fieldPictures(row: ProductRows, { attributes }: CatalogueStructure): string[] {
  const values = [row.attributes, ...Object.values(row.stores).map(({ fields }) => fields)]
  return values.flatMap((own) =>
    Object.entries(own).flatMap(([code, value]) =>
      attributes.get(code)?.kind === 'picture' ? (readPicture(value)?.source ?? []) : [],
    ),
  )
}

/** Values of fields in the stores that have any of their own. */
function storeFields(row: ProductRows, structure: CatalogueStructure): PerStore<AttributeValues> {
  const entries = Object.entries(row.stores).map(
    ([store, own]) => [store, withoutRichTexts(own.fields, structure)] as const,
  )
  return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0))
}

/** All products of whole families, at `now`; each is created on demand. */
export function* indexProducts(
  rows: readonly ProductRows[],
  structure: CatalogueStructure,
  now: number,
): Generator<IndexedProduct> {
  const variants = Map.groupBy(
    rows.filter((row) => row.variantOf !== null),
    (row) => row.variantOf,
  )
  for (const row of rows) {
    const own = variants.get(row.id) ?? []
    yield indexProduct({ ...row, images: picturesOf(row, own) }, own, structure, now)
  }
}

/**
 * A parent without pictures shows those of its first variant that has any: pictures that come by item number are those
 * of the variants, whose number buyers and files know.
 */
const picturesOf = (row: ProductRows, variants: readonly ProductRows[]): ProductRows['images'] =>
  row.images.length > 0 ? row.images : (variants.find(({ images }) => images.length > 0)?.images ?? [])

function indexProduct(
  row: ProductRows,
  variants: ProductRows[],
  structure: CatalogueStructure,
  now: number,
): IndexedProduct {
  const richTexts = richTextsOf(row, structure)
  const sources = [...row.images.map(({ source }) => source), ...fieldPictures(row, structure)]
  const pictures = new Map(sources.map((source) => [pictureKey(source), source]))
  const entries = storeCodes.flatMap((store) => {
    const own = row.stores[store]
    return own ? [indexEntry(row, own, store, variants, structure, now)] : []
  })
  const perStore = <T>(pick: (own: StoreProductRow) => T) =>
    Object.fromEntries(Object.entries(row.stores).map(([store, own]) => [store, pick(own)])) as PerStore<T>
  return {
    id: row.id,
    sku: row.sku,
    variantOf: row.variantOf,
    pictures: [...pictures],
    identifiers: articleNumbers(row),
    entries,
    details: {
      ...storedFieldsOf(row),
      brandId: row.brandId,
      variantOf: row.variantOf,
      variants: variants.map((variant) => variant.id),
      variationAttributes: row.variationAttributes,
      attributes: withoutRichTexts(row.attributes, structure),
      fields: storeFields(row, structure),
      richTexts,
      fits: row.fits,
      images: row.images.map(({ type, sort, source, alt }) => [type, sort, pictureKey(source), alt]),
      relations: row.relations,
      setParts: row.setParts,
      tags: row.tags,
      parts: row.parts,
      heads: headsOf(row),
      slugs: perStore((own) => own.slug),
      formerSlugs: formerSlugs(row),
      updatedAt: Math.round(row.updatedAt),
    },
  }
}

function indexEntry(
  row: ProductRows,
  own: StoreProductRow,
  store: StoreCode,
  variants: ProductRows[],
  structure: CatalogueStructure,
  now: number,
): IndexedEntry {
  const sold = variants.filter((variant) => variant.stores[store])
  const isParent = row.variationAttributes.length > 0 || variants.length > 0
  const card = storedCard(row, own, store, isParent ? sold : null)
  const sort = sortAt(card, store, now)
  const scopes = [
    ...branchesOf(structure, row.categories).map((id) => scopeKey('category', id, store)),
    ...(row.brandId === null ? [] : [scopeKey('brand', row.brandId, store)]),
    ...row.tags.map((id) => scopeKey('tag', id, store)),
  ]
  const texts = entryTexts(row, own, store, sold, structure)
  const words = entryWords(texts, store)
  return {
    key: entryKey(row.id, store),
    store,
    listed: row.variantOf === null && (!isParent || sold.length > 0),
    card,
    description: own.description,
    slug: own.slug,
    formerSlugs: own.formerSlugs,
    nameKey: nameSortKey(own.name, store),
    scopes,
    facets: [
      ...lastingFacets(
        structure,
        row,
        [row, ...sold].flatMap(({ attributes, stores }) => [attributes, stores[store]?.fields ?? {}]),
      ),
      ...sort.passing,
    ],
    words,
    text: wordColumns
      .filter((column) => !unspoken.has(column))
      .map((column) => texts[column])
      .join(textSeparator),
    textHash: hash('sha1', Object.values(words).join('\n'), 'base64').slice(0, 12),
    sort,
  }
}

/** `variants`: null for a product that is sold itself, otherwise the variants in this store. */
function storedCard(
  row: ProductRows,
  own: StoreProductRow,
  store: StoreCode,
  variants: ProductRows[] | null,
): StoredCard {
  const pictures = (type: number): StoredPicture[] =>
    row.images
      .filter((each) => each.type === type)
      .map((image) => {
        const alt = image.alt[store] ?? own.name
        return alt === own.name ? [pictureKey(image.source)] : [pictureKey(image.source), alt]
      })
  const gallery = [...pictures(4), ...pictures(12)]
  const thumb = pictures(3)[0] ?? pictures(9)[0] ?? gallery[0]
  const second = gallery.find(([key]) => key !== thumb?.[0])
  const offers = (variants ?? [row]).flatMap(({ attributes, stores: byStore }) => {
    const source = byStore[store]
    return source ? [offerOf(source, piecesOf(attributes))] : []
  })
  const content = contentOf(row.attributes)
  const facts = chooseCardFacts(row.attributes, row.fits)
  const card: StoredCard = {
    sku: row.sku,
    n: own.name,
    g: own.slug,
    t: row.type,
    c: row.categories,
    vat: own.vatBasisPoints,
    o: offers,
  }
  if (own.prefix) card.x = own.prefix
  if (row.brandId !== null) card.b = row.brandId
  if (thumb) card.p = thumb
  if (second) card.h = second
  if (own.decoration) card.d = own.decoration
  if (variants) card.v = variants.map((variant) => variant.id)
  if (row.variationAttributes.length > 0) card.va = row.variationAttributes
  if (row.groupId !== null) card.gr = row.groupId
  if (row.discountCategory !== null) card.dc = row.discountCategory
  if (row.scoreHundredths !== null) card.sc = [row.scoreHundredths, row.scoreCount]
  if (row.relations['upsell']?.length) card.up = 1
  if (own.crossSellingMinor !== null) card.cs = own.crossSellingMinor
  if (row.subscriptionIntervals.length > 0) card.si = row.subscriptionIntervals
  if (row.attributes['starter_battery'] === true) card.sb = 1
  if (facts.length > 0) card.f = facts
  const dangerous = dangerousGoodsClass(row.transport)
  if (dangerous) card.dg = dangerous
  if (row.grossWeightGrams !== null) card.w = row.grossWeightGrams
  if (row.packageSidesMm.some((side) => side !== null)) card.sz = sortedSides(row.packageSidesMm)
  if (content) card.u = content
  const sales = row.salesRank + (variants ?? []).reduce((sum, variant) => sum + variant.salesRank, 0)
  if (sales > 0) card.r = sales
  return card
}

/** `pieces`: how many the pack has. */
function offerOf(own: StoreProductRow, pieces: number): Offer {
  const offer: Offer = { n: [], s: null }
  if (pieces > 1) offer.k = pieces
  if (own.isWithheld) offer.w = 1
  for (const tier of own.tiers) {
    if (tier.kind === 'normal') offer.n.push([tier.q, tier.priceMinor])
    else (offer.c ??= []).push([tier.q, tier.priceMinor, tier.beforeMinor, tier.startsAt, tier.endsAt])
  }
  const lowest = offer.c ? lowestBeforeCampaign(own.history) : null
  if (lowest !== null) offer.l = lowest
  const stock = own.stock
  if (stock) {
    // Above "few left" the quantity is not shown and its changes are not logged.
    const available = Math.min(stock.available, 6)
    const all: Required<NonNullable<Offer['s']>> = [
      available,
      Math.min(stock.incoming, 1),
      stock.incomingAt,
      Math.min(stock.presale, 1),
      stock.releaseAt,
      stock.discontinued ? 1 : 0,
    ]
    const last = all.findLastIndex((value) => value !== 0 && value !== null)
    offer.s = all.slice(0, Math.max(1, last + 1)) as Offer['s']
  }
  return offer
}

const contentUnits: Record<string, ['m' | 'l' | 'kg', millionthsPerUnit: number]> = {
  m: ['m', 1_000_000],
  cm: ['m', 10_000],
  mm: ['m', 1000],
  l: ['l', 1_000_000],
  dl: ['l', 100_000],
  cl: ['l', 10_000],
  ml: ['l', 1000],
  kg: ['kg', 1_000_000],
  g: ['kg', 1000],
}

function contentOf(attributes: AttributeValues): StoredCard['u'] | null {
  const amount = attributes['content_amount']
  const unit = contentUnits[String(attributes['content_unit'] ?? '').toLowerCase()]
  if (typeof amount !== 'number' || !unit) return null
  const millionths = Math.round(amount * unit[1])
  return millionths > 0 ? [millionths, unit[0]] : null
}
