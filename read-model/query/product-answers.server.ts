/**
 * The product page, read from the index with a fixed number of queries, regardless of the number of products
 * on it.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import { attributeName, attributeText, hierarchy, isHidden } from '../schema/catalogue-structure.server.ts'
import { readPicture } from '../../domain/custom-fields/custom-field.ts'
import { pictureKey } from '../../domain/pictures/picture-key.ts'
import { productTypes } from '../../domain/catalogue/product-type.ts'
import { fitReason, fitsAsRelated } from '../../domain/devices/fits-as-related.ts'
import { readGoods, similarProducts, type KnownGoods } from './related-products.server.ts'
import { atCrossSellingPrice } from './cross-selling-card.server.ts'
import { cardsOf, productsById } from './product-cards.server.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { cardFactText } from '../schema/card-facts.server.ts'
import { readCard } from '../schema/expected-card.server.ts'
import { facetValueOrder } from '../schema/facet-values.server.ts'
import {
  readDetails,
  storedFieldsOf,
  type StoredDetails,
  type StoredHead,
} from '../schema/stored-details.server.ts'
import { entryKey, storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type {
  ProductCard,
  ProductDetails,
  ProductFact,
  ProductParts,
  ProductVariation,
  UnitShipping,
} from '../../contract/catalogue.ts'
import { productParts } from '../../modules/product-parts.server.ts'
import { campaignEnd, composeCard, nextChange, pictureOf } from '../schema/stored-card.server.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

interface PageRow {
  former: number
  product: number
  card: string
  details: string
  description: string | null
}

export function productPage(
  state: IndexState,
  store: StoreCode,
  slug: string,
): ReturnType<Catalogue['product']> {
  const row = state.db.get<PageRow>(
    `select a.former, a.product, c.body as card, p.body as details, d.body as description
     from address a join product p on p.id = a.product join card c on c.key = a.product * ${storeSlots} + a.store
     left join description d on d.key = c.key where a.store = ? and a.slug = ?`,
    storeNumber[store],
    slug,
  )
  if (!row) return null
  const stored = readCard(state, row.product, row.card)
  if (row.former === 1) return { moved: stored.g }
  const now = state.now()
  const card = composeCard(row.product, stored, store, state.structure, now)
  const details = readDetails(row.details)
  const family = familyOf(state, row.product, details)
  const others = [
    ...family.ids,
    ...(details.variantOf === null ? [] : [details.variantOf]),
    ...linkedIds(details, store),
  ]
  const keys = [...new Set(others)].map((id) => entryKey(id, store))
  const { cards, changesAt } = cardsOf(state, store, keys)
  const byId = new Map(cards.map((each) => [each.id, each]))
  const goods = readGoods(state, [row.product, ...others])
  const linked = linkedCards(details, store, byId, row.product, goods)
  const needsOthers = linked.related.length === 0 || !card.orderable || card.stock_status === 'back_order'
  const main = card.categories.find((category) => category.main)?.id ?? null
  const similar =
    needsOthers && card.type !== productTypes.GiftCard && card.type !== productTypes.SET
      ? similarProducts(state, store, goods.get(row.product)!, main)
      : null
  const moments = [nextChange(stored.o, now), changesAt, similar?.changesAt ?? null].filter(
    (moment) => moment !== null,
  )
  const related = similar ? mergedCards(linked.related, similar.cards) : linked.related
  const known = similar ? new Map([...similar.goods, ...goods]) : goods
  const reason = (cards: readonly ProductCard[]) =>
    fitReason(
      known.get(row.product)!.goods,
      cards.map(({ id }) => known.get(id)!.goods),
    )
  const product: ProductDetails = {
    ...card,
    // The page says itself how many models the product fits.
    metadata: {
      ...card.metadata,
      facts: (stored.f ?? [])
        .filter(([code]) => code !== 'fits')
        .map((fact) => cardFactText(state.structure, fact, store)),
    },
    ...ownDetails(state, store, card, details, row.description ?? ''),
    ...linked,
    related,
    fit_reasons: {
      related: reason(related),
      cross_selling: reason(linked.cross_selling),
      accessories: reason(linked.accessories),
    },
    ...(details.setParts.length > 0 && { shipping: shippingOfSet(details, byId, card) }),
    parent: parentOf(details, byId),
    choices: choicesOf(state, store, family, byId, goods),
    variation_attribute_names: Object.fromEntries(
      family.attributes.map((code) => [code, attributeName(state.structure, code, store)]),
    ),
  }
  return {
    product,
    campaignEndsAt: campaignEnd(stored.o, now),
    head: headOf(state, store, details),
    changesAt: moments.length === 0 ? null : Math.min(...moments),
  }
}

/**
 * A file of another shop has one title for a product with all its variants. Their pages keep the names by which they
 * differ: pages with the same title are one to a search engine.
 */
function headOf(state: IndexState, store: StoreCode, { heads, variantOf }: StoredDetails): StoredHead {
  const own = heads[store] ?? {}
  if (own.title === undefined || variantOf === null) return own
  const parent = state.db.get<{ body: string }>('select body from product where id = ?', variantOf)
  if (!parent || readDetails(parent.body).heads[store]?.title !== own.title) return own
  const { title: _, ...rest } = own
  return rest
}

export function boughtTogether(state: IndexState, store: StoreCode, id: ProductId): ProductCard[] {
  const row = state.db.get<{ body: string }>('select body from product where id = ?', id)
  if (!row) return []
  const details = readDetails(row.body)
  const ids = details.relations[`bought_together:${store}`] ?? []
  if (ids.length === 0) return []
  const { cards } = cardsOf(
    state,
    store,
    ids.map((other) => entryKey(other, store)),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return linkedCards(details, store, byId, id, readGoods(state, [id, ...ids])).bought_together
}

interface Family {
  ids: number[]
  attributes: string[]
}

/** The selectable variants of a product page: a parent's own, or a variant's siblings. */
function familyOf(state: IndexState, id: number, details: StoredDetails): Family {
  if (details.variantOf === null) return { ids: details.variants, attributes: details.variationAttributes }
  const parent = state.db.get<{ body: string }>('select body from product where id = ?', details.variantOf)
  if (!parent) return { ids: [id], attributes: [] }
  const own = readDetails(parent.body)
  return { ids: own.variants, attributes: own.variationAttributes }
}

function choicesOf(
  state: IndexState,
  store: StoreCode,
  family: Family,
  byId: ReadonlyMap<number, ProductCard>,
  goods: ReadonlyMap<number, KnownGoods>,
): ProductVariation[] {
  const choices = family.ids.flatMap((id) => {
    const card = byId.get(id)
    const values = goods.get(id)?.own
    if (!card || !values) return []
    const chosen = family.attributes.filter((code) => values[code] !== undefined)
    const order = chosen.map((code) => facetValueOrder(state.structure, [code, String(values[code])]))
    const choice = Object.fromEntries(
      chosen.map((code) => [code, cardFactText(state.structure, [code, values[code]!], store)]),
    )
    return [{ order, variation: { ...card, choice } }]
  })
  choices.sort((a, b) => {
    const index = a.order.findIndex((value, at) => value !== b.order[at])
    return index === -1 ? a.variation.id - b.variation.id : (a.order[index] ?? 0) - (b.order[index] ?? 0)
  })
  return choices.map((choice) => choice.variation)
}

function linkedIds({ relations, setParts }: StoredDetails, store: StoreCode): number[] {
  const shown = Object.entries(relations).filter(
    ([kind]) => !kind.startsWith('bought_together:') || kind === `bought_together:${store}`,
  )
  return [...shown.flatMap(([, ids]) => ids), ...setParts.map(([id]) => id)]
}

function parentOf(details: StoredDetails, byId: ReadonlyMap<number, ProductCard>): ProductDetails['parent'] {
  const parent = details.variantOf === null ? undefined : byId.get(details.variantOf)
  return parent ? { id: parent.id, sku: parent.sku, name: parent.name, slug: parent.slug } : null
}

/** Products shown as bought together. */
const mostBoughtTogether = 8

/** The parts and relations of a product; a relation whose product does not fit beside it is left out. */
function linkedCards(
  details: StoredDetails,
  store: StoreCode,
  byId: ReadonlyMap<number, ProductCard>,
  productId: number,
  goods: ReadonlyMap<number, KnownGoods>,
) {
  const own = goods.get(productId)?.goods
  const fits = (id: number) => {
    const other = goods.get(id)?.goods
    return own !== undefined && other !== undefined && fitsAsRelated(own, other)
  }
  const related = (kind: string) =>
    (details.relations[kind] ?? []).filter(fits).flatMap((id) => byId.get(id) ?? [])
  return {
    set_parts: details.setParts.flatMap(([id, quantity]) => {
      const product = byId.get(id)
      return product ? [{ product, quantity }] : []
    }),
    accessories: related('accessory'),
    related: related('related'),
    cross_selling: related('cross_sell').map(atCrossSellingPrice),
    // Sets that contain the product.
    upselling: (details.relations['upsell'] ?? []).flatMap((id) => byId.get(id) ?? []),
    recommended: related('recommended'),
    bought_together: related(`bought_together:${store}`)
      .filter(({ orderable }) => orderable)
      .slice(0, mostBoughtTogether),
    spare_parts: related('spare_part'),
  }
}

function mergedCards(cards: readonly ProductCard[], more: readonly ProductCard[]): ProductCard[] {
  const ids = new Set(cards.map(({ id }) => id))
  return [...cards, ...more.filter(({ id }) => !ids.has(id))]
}

/** From the parts in it, as far as the store sells them by themselves. */
function shippingOfSet(
  { setParts }: StoredDetails,
  byId: ReadonlyMap<number, ProductCard>,
  card: ProductCard,
): UnitShipping {
  const parts = setParts.flatMap(([id, quantity]) => {
    const part = byId.get(id)
    return part ? [{ ...part.shipping, quantity }] : []
  })
  if (parts.length < setParts.length) return card.shipping
  return {
    weight_grams: parts.reduce((sum, { weight_grams, quantity }) => sum + weight_grams * quantity, 0),
    excluded_methods: [...new Set(parts.flatMap(({ excluded_methods }) => excluded_methods))],
  }
}

/** Attributes for law and logistics, which the table of facts does not show. */
const silentAttributes: ReadonlySet<string> = new Set([
  'content_unit',
  'starter_battery',
  'un_number',
  'battery_marks',
])

function ownDetails(
  state: IndexState,
  store: StoreCode,
  card: ProductCard,
  details: StoredDetails,
  description: string,
) {
  const { structure } = state
  const images: ProductDetails['images'] = {}
  for (const [type, sort, key, alt] of details.images) {
    const picture = { ...pictureOf([key, alt[store]], 800, card.name), sort_order: sort }
    ;(images[type] ??= []).push(picture)
  }
  const brand = details.brandId === null ? undefined : structure.brands.get(details.brandId)
  return {
    ...storedFieldsOf(details),
    description,
    images,
    facts: factsOf(state, store, details),
    sections: sectionsOf(state, store, { details, name: card.name }),
    fits: details.fits.map((name) => fittedName(name, store)),
    tags: details.tags.flatMap((id) => structure.tags.get(id)?.texts[store] ?? []),
    ...partsOf(card, details, store),
    manufacturer: brand?.manufacturer ?? null,
    slugs: details.slugs,
    updated_at: new Date(details.updatedAt).toISOString(),
  }
}

/** A device that the product fits. The key of a car has the car's name and "key": its kind is named. */
function fittedName(name: string, store: StoreCode): string {
  const [car, isKey] = name.split(/ key$/)
  return isKey === undefined ? name : `${car}, ${textsOf(store).strings['device.car_key']}`
}

/** The fields of the shop's modules; their types are those that the modules declare. */
function partsOf(card: ProductCard, { parts }: StoredDetails, store: StoreCode): ProductParts {
  const { score, score_count: scoreCount } = card
  return Object.fromEntries(
    [...productParts].map(([name, part]) => [
      name,
      part.show(parts[name] ?? null, { store, score, scoreCount }),
    ]),
  ) as unknown as ProductParts
}

const positionOf = ({ attributes }: IndexState['structure'], code: string): number =>
  attributes.get(code)?.position ?? Number.MAX_SAFE_INTEGER

function factsOf(state: IndexState, store: StoreCode, details: StoredDetails): ProductFact[] {
  const { structure } = state
  return Object.entries({ ...details.attributes, ...details.fields[store] })
    .filter(
      ([code, value]) =>
        structure.attributes.has(code) &&
        !silentAttributes.has(code) &&
        !isHidden(structure, code) &&
        structure.attributes.get(code)?.kind !== 'picture' &&
        value !== false,
    )
    .sort(([a], [b]) => positionOf(structure, a) - positionOf(structure, b))
    .flatMap(([code, value]): ProductFact[] => {
      if (structure.attributes.get(code)?.kind === 'reference') {
        const product = namedProduct(state, store, String(value))
        return product ? [{ code, name: attributeName(structure, code, store), ...product }] : []
      }
      const unit = code === 'content_amount' ? String(details.attributes['content_unit'] ?? '') : undefined
      return [
        {
          code,
          name: attributeName(structure, code, store),
          value: attributeText(structure, code, value, store, unit),
        },
      ]
    })
}

/** The product that a field refers to; null: the store does not sell it. */
function namedProduct(
  state: IndexState,
  store: StoreCode,
  sku: string,
): Pick<ProductFact, 'value' | 'product'> | null {
  const row = state.db.get<{ id: number }>('select id from product where sku = ?', sku)
  const [card] = row ? cardsOf(state, store, [entryKey(row.id, store)]).cards : []
  return card ? { value: card.name, product: { id: card.id, sku: card.sku, slug: card.slug } } : null
}

/** Rich texts and pictures of fields. A picture without a text of its own is described by its field and the product. */
function sectionsOf(
  { structure }: IndexState,
  store: StoreCode,
  { details, name }: { details: StoredDetails; name: string },
): ProductDetails['sections'] {
  const texts = (details.richTexts[store] ?? []).map((text) => ({ ...text, picture: null }))
  const pictures = Object.entries({ ...details.attributes, ...details.fields[store] }).flatMap(
    ([code, value]) => {
      const picture = structure.attributes.get(code)?.kind === 'picture' ? readPicture(value) : null
      if (picture === null) return []
      const alt = picture.alt || `${attributeName(structure, code, store)}, ${name}`
      return [{ code, html: '', text: alt, picture: pictureOf([pictureKey(picture.source), alt], 800, name) }]
    },
  )
  return [...texts, ...pictures]
    .filter(({ code }) => !isHidden(structure, code))
    .toSorted((a, b) => positionOf(structure, a.code) - positionOf(structure, b.code))
    .map((section) => ({ ...section, name: attributeName(structure, section.code, store) }))
}

/** Category id → those of the products that are in its branch (API-21), keyed by the category's path. */
export function categoryChildren(
  state: IndexState,
  store: StoreCode,
  productIds: readonly ProductId[],
  categoryIds: readonly number[],
): Record<string, number[]> {
  const cards = productsById(state, store, productIds)
  const answer: Record<string, number[]> = {}
  for (const id of categoryIds) {
    const path = state.structure.categories.get(id)?.texts[store]?.path
    if (path === undefined) continue
    answer[path] = cards
      .filter((card) =>
        card.categories.some((own) =>
          hierarchy(state.structure, own.id, store).some((step) => step.id === id),
        ),
      )
      .map((card) => card.id)
  }
  return answer
}
