/**
 * The stored form of a product in one store, and its conversion to a card at a moment: campaign windows and
 * stock dates are stored, never the resulting price or stock. A parent holds the offers of its variants.
 */
import { offeredIntervals } from '../../domain/intervals/offered-intervals.ts'
import { divideRounded } from '../../domain/money/rounding.ts'
import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import { minor, toMajor, type Minor } from '../../domain/money/money.ts'
import { announcedPercent, type Prices, type PriceTier } from '../../domain/pricing/tiers.ts'
import { pictureUrl } from '../../domain/pictures/picture-address.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { cardFactText, type CardFact } from './card-facts.server.ts'
import type { CatalogueStructure } from './catalogue-structure.server.ts'
import { noPrice } from './index-schema.server.ts'
import type { Picture, ProductCard, ProductPrices, UnitShipping } from '../../contract/catalogue.ts'
import { stockStatus, stockStatuses, type StockStatus } from '../../domain/catalogue/stock-status.ts'
import { productTypes } from '../../domain/catalogue/product-type.ts'
import { dangerousGoodsClasses, type DangerousGoodsClass } from '../../domain/products/dangerous-goods.ts'
import { withStarterBattery, type PackedUnit } from '../../domain/products/packed-unit.ts'
import { excludedMethods } from '../../domain/shipping/shipping-methods.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

type Tier = [quantity: number, priceMinor: number]
type CampaignTier = [
  quantity: number,
  priceMinor: number,
  beforeMinor: number | null,
  startsAt: number | null,
  endsAt: number | null,
]

/** Price and stock of a purchasable product. */
export interface Offer {
  n: Tier[]
  c?: CampaignTier[]
  /** Lowest unit price before the campaign. */
  l?: number
  /** Number of pieces in the pack; absent: 1. */
  k?: number
  /** Without trailing default values; null: stock is not tracked. */
  s:
    | [
        available: number,
        incoming?: number,
        incomingAt?: number | null,
        presale?: number,
        releaseAt?: number | null,
        discontinued?: 0 | 1,
      ]
    | null
  /** The store withholds it, as it lacks statutory data. */
  w?: 1
}

/** Without the text if it equals the product's name. */
export type StoredPicture = [key: string, alt?: string]

/** Short property names: millions of these are stored. */
export interface StoredCard {
  sku: Sku
  n: string
  g: string
  x?: string
  b?: number
  t: number
  p?: StoredPicture
  h?: StoredPicture
  d?: string
  c: number[]
  v?: number[]
  va?: string[]
  gr?: number
  dc?: string
  vat: number
  /** Units sold recently. */
  r?: number
  sc?: [hundredths: number, count: number]
  up?: 1
  cs?: number
  si?: string[]
  sb?: 1
  dg?: DangerousGoodsClass
  /** Gross weight in grams. */
  w?: number
  /** Sides of the packaging in mm, longest first; 0: unknown. */
  sz?: PackedUnit['sidesMm']
  f?: CardFact[]
  /** Content in millionths of m, l or kg, so that 3.5 g and 4 g differ. */
  u?: [millionths: number, unit: 'm' | 'l' | 'kg']
  o: Offer[]
}

/** An offer at a moment. */
export interface OfferNow {
  prices: Prices
  /** Unit price of the smallest quantity, minor units; null: no price. */
  unitMinor: number | null
  lowestMinor: number | null
  /** Number of pieces in the pack. */
  pieces: number
  stock: StockStatus
}

const nothing: StockStatus = stockStatus({ available: 0 }, 0)

function runs([, , , startsAt, endsAt]: CampaignTier, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

/**
 * The reference price of a campaign tier: the price before the campaign, and never more than the lowest price
 * of the 30 days before (Dir. 98/6/EC Art. 6a), which is the price of a single unit: larger quantities did
 * not cost more per unit. Null if that is no reduction.
 */
function announcedBefore(priceMinor: number, beforeMinor: number | null, lowestMinor: number | null) {
  if (beforeMinor === null) return null
  const prior = Math.min(beforeMinor, lowestMinor ?? beforeMinor)
  return prior > priceMinor ? prior : null
}

export function offerAt(offer: Offer, now: number): OfferNow {
  const running = (offer.c ?? []).filter((tier) => runs(tier, now))
  const normal = offer.n.map(([quantity, price]): PriceTier => ({
    quantity,
    unitMinor: minor(price),
    beforeMinor: null,
    reductionPercent: 0,
  }))
  const first = running[0]
  const lowestMinor = first ? (offer.l ?? first[2]) : null
  const campaign = running.map(([quantity, price, before]): PriceTier => {
    const prior = announcedBefore(price, before, lowestMinor)
    return {
      quantity,
      unitMinor: minor(price),
      beforeMinor: prior === null ? null : minor(prior),
      reductionPercent: prior === null ? 0 : announcedPercent(prior, price),
    }
  })
  const unitMinor = first?.[1] ?? offer.n[0]?.[1] ?? null
  return {
    prices: { normal, campaign },
    unitMinor,
    lowestMinor,
    pieces: offer.k ?? 1,
    stock: stockAt(offer, now),
  }
}

function stockAt({ s: stock, w: withheld }: Offer, now: number): StockStatus {
  const [available, incoming = 0, incomingAt = null, presale = 0, releaseAt = null, discontinued = 0] =
    stock ?? [0]
  // A column value of 0 without a release date means that the product is not a presale.
  const presaleCap = presale === 0 && releaseAt === null ? null : presale
  return stockStatus(
    {
      available,
      incoming,
      incomingAt,
      presaleCap,
      releaseAt,
      discontinued: discontinued === 1,
      isWithheld: withheld === 1,
    },
    now,
  )
}

/** The values of a card from its offers: the cheapest that can be bought, and the best stock of all. */
export function bestOffer(offers: readonly Offer[], now: number): OfferNow | null {
  const all = offers.map((offer) => offerAt(offer, now))
  const sellable = all.filter((offer) => offer.stock.orderable && offer.unitMinor !== null)
  let cheapest: OfferNow | null = null
  for (const offer of sellable.length > 0 ? sellable : all) {
    if (!cheapest || (offer.unitMinor ?? noPrice) < (cheapest.unitMinor ?? noPrice)) cheapest = offer
  }
  if (!cheapest) return null
  let stock = cheapest.stock
  for (const offer of all) {
    if (stockStatuses.indexOf(offer.stock.status) < stockStatuses.indexOf(stock.status)) stock = offer.stock
  }
  return { ...cheapest, stock }
}

/** The next moment after `now` at which the card changes with time; null: none known. */
export function nextChange(offers: readonly Offer[], now: number): number | null {
  let next: number | null = null
  const consider = (at: number | null) => {
    if (at !== null && at > now && (next === null || at < next)) next = at
  }
  for (const offer of offers) {
    for (const tier of offer.c ?? []) {
      consider(tier[3])
      consider(tier[4])
    }
    consider(offer.s?.[2] ?? null)
    consider(offer.s?.[4] ?? null)
  }
  return next
}

/** When the first of the running campaigns ends; null: none runs, or none has an end. */
export function campaignEnd(offers: readonly Offer[], now: number): number | null {
  const ends = offers.flatMap((offer) =>
    (offer.c ?? []).flatMap((tier) => (runs(tier, now) ? (tier[4] ?? []) : [])),
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** A picture of the given width in pixels; `name`: its text if it has none of its own. */
export function pictureOf(
  [key, alt]: readonly [key: string, alt?: string | undefined],
  width: 320 | 800,
  name: string,
): Picture {
  return { url: pictureUrl(key, width), width, height: width, key, alt: alt ?? name }
}

/** The card at `now`. */
export function composeCard(
  id: number,
  card: StoredCard,
  store: StoreCode,
  structure: CatalogueStructure,
  now: number,
): ProductCard {
  const offer = bestOffer(card.o, now)
  const stock = offer?.stock ?? nothing
  const brand = card.b === undefined ? undefined : structure.brands.get(card.b)
  const crossSelling = crossSellingPrice(card, offer)
  return {
    id,
    sku: card.sku,
    name: card.n,
    slug: card.g,
    prefix: card.x ?? null,
    brand: brand ? { name: brand.name, slug: brand.slug } : null,
    type: card.t,
    thumb: card.p ? pictureOf(card.p, 320, card.n) : null,
    hover_thumb: card.h ? pictureOf(card.h, 320, card.n) : null,
    metadata: {
      decoration: card.d ?? null,
      facts: (card.f ?? []).map((fact) => cardFactText(structure, fact, store)),
    },
    categories: categoriesOf(card, store, structure),
    variations: card.v ?? [],
    variation_attributes: card.va ?? [],
    stock_status: stock.status,
    orderable: stock.orderable && offer?.unitMinor != null,
    notifyable: stock.notifyable,
    estimated_at: isoDate(stock.estimatedAt),
    group_id: card.gr ?? null,
    discount_category: card.dc ?? null,
    prices: offer ? viewPrices(offer.prices) : { n: [], c: [] },
    lowest_30_days: offer?.lowestMinor == null ? null : toMajor(minor(offer.lowestMinor)),
    unit_price: unitPrice(card, offer),
    vat: card.vat / 100,
    score: card.sc ? Math.round(card.sc[0] / 10) / 10 : null,
    score_count: card.sc?.[1] ?? 0,
    has_upselling: card.up === 1,
    cross_selling_price: crossSelling === null ? null : toMajor(crossSelling),
    subscription_intervals: offeredIntervals(card.si),
    starter_battery: card.sb === 1,
    shipping: shippingOf(card, store),
  }
}

/** The product for carts at `now`. */
export function composeCartProduct(
  id: ProductId,
  card: StoredCard,
  store: StoreCode,
  structure: CatalogueStructure,
  now: number,
): CartProduct {
  const offer = bestOffer(card.o, now)
  const stock = offer?.stock ?? nothing
  return {
    id,
    sku: card.sku,
    name: card.n,
    slug: card.g,
    type: card.t,
    thumb: card.p ? pictureOf(card.p, 320, card.n) : null,
    prices: offer?.prices ?? { normal: [], campaign: [] },
    crossSellingMinor: crossSellingPrice(card, offer),
    vatRateBasisPoints: card.vat,
    categoryIds: card.c.filter((category) => structure.categories.get(category)?.texts[store]),
    groupId: card.gr ?? null,
    discountCategory: card.dc ?? null,
    stockStatus: stock.status,
    estimatedAt: isoDate(stock.estimatedAt),
    isWithheld: card.o.length > 0 && card.o.every(({ w }) => w === 1),
    subscriptionIntervals: offeredIntervals(card.si),
    starterBattery: card.sb === 1,
    packed: packedOf(card),
    hasVariants: (card.v?.length ?? 0) > 0,
  }
}

const unknownSides: PackedUnit['sidesMm'] = [0, 0, 0]

function packedOf(card: StoredCard): PackedUnit {
  const unit = {
    classes: card.dg ? [card.dg] : [],
    weightGrams: card.w ?? 0,
    sidesMm: card.sz ?? unknownSides,
  }
  return card.sb === 1 ? withStarterBattery(unit) : unit
}

function shippingOf(card: StoredCard, store: StoreCode): UnitShipping {
  const unit = packedOf(card)
  // The parts of a set are not in its card: until the cart or the product's page reads them, anything may be in it.
  const classes = card.t === productTypes.SET ? dangerousGoodsClasses : unit.classes
  return { weight_grams: unit.weightGrams, excluded_methods: excludedMethods(store, { ...unit, classes }) }
}

const isoDate = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

function viewPrices({ normal, campaign }: Prices): ProductPrices {
  const view = (tier: PriceTier) => ({
    p: toMajor(tier.unitMinor),
    q: tier.quantity,
    o: tier.beforeMinor === null ? null : toMajor(tier.beforeMinor),
    d: tier.reductionPercent ?? 0,
  })
  return { n: normal.map(view), c: campaign.map(view) }
}

function categoriesOf(
  card: StoredCard,
  store: StoreCode,
  structure: CatalogueStructure,
): ProductCard['categories'] {
  const main = card.c.find((id) => structure.categories.get(id)?.texts[store])
  return card.c.flatMap((id) => {
    const text = structure.categories.get(id)?.texts[store]
    return text ? [{ id, name: text.name, path: text.path, main: id === main }] : []
  })
}

/** The price beside another product (UPSELL-05); null where there is none, or where the product alone costs no more. */
function crossSellingPrice({ cs }: StoredCard, offer: OfferNow | null): Minor | null {
  const usual = offer?.unitMinor
  return cs === undefined || (usual != null && cs >= usual) ? null : minor(cs)
}

/** The price per metre, litre or kilogram, else per piece of a pack, of the offer whose price is shown. */
function unitPrice(card: StoredCard, offer: OfferNow | null): ProductCard['unit_price'] {
  if (offer?.unitMinor == null) return null
  const { unitMinor } = offer
  const crossSelling = crossSellingPrice(card, offer)
  const of = (millionths: number, unit: NonNullable<ProductCard['unit_price']>['unit']) => {
    const per = (priceMinor: number) => toMajor(minor(divideRounded(priceMinor * 1_000_000, millionths)))
    return {
      amount: per(unitMinor),
      unit,
      ...(crossSelling !== null && { cross_selling_amount: per(crossSelling) }),
    }
  }
  if (card.u) return of(card.u[0], card.u[1])
  return offer.pieces > 1 ? of(offer.pieces * 1_000_000, 'piece') : null
}
