/**
 * Builds the catalogue's records from a family's plans: description, prices, stock, campaign, ratings and
 * pictures. Everything but the dates is derived from the plan and the sku.
 */
import type { ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { storePolicies } from '../domain/stores/stores.ts'
import { demoAttribute, silentAttributes } from './attributes.ts'
import { brandName } from './brands.ts'
import { careLines } from './care-lines.ts'
import { transportFacts, withoutUnNumber } from './transport-facts.ts'
import { hasTiersByChance, reduced, shelfPrice, tieredPrices } from './demo-prices.ts'
import { demoStores, eachDemoStore, type DemoStore } from './demo-stores.ts'
import { campaignKind, campaignOf, isRunning, scoreOf, stockOf, stockState } from './demo-stock.ts'
import { pictureSource } from './product-picture.ts'
import { variantPlan, type Attributes, type ProductPlan } from './product-plan.ts'
import { chance, decimal, slugify, unbroken, words, type Words } from './words.ts'

const yes = words('ja', 'ja', 'ja', 'ja')
const hours = words('timmar', 'timer', 'Std.', 'timer')

/** The records of a plan: one product, or a parent followed by its variants. */
export function buildProducts(plan: ProductPlan, now: Date, crossSold: ReadonlySet<string>): ProductRecord[] {
  if (!plan.variants) return [buildRecord(plan, plan.type ?? 'standard', now, crossSold)]
  const children = plan.variants.map((variant) => variantPlan(plan, variant))
  const variants = children.map((child) => ({
    ...buildRecord(child, 'variant' as const, now, crossSold),
    variantOf: plan.sku,
    itemGroup: plan.sku,
  }))
  const cheapest = Math.min(...children.map((child) => child.sek))
  // The parent is not for sale: it shows the lowest price, has no stock, and carries the data that its
  // variants share.
  const own: ProductPlan = { ...plan, sek: cheapest, campaign: 'none', tiers: false, stock: 'out_of_stock' }
  const tags = [...new Set(variants.flatMap((variant) => variant.tags ?? []))]
  const score = familyScore(variants)
  const parent: ProductRecord = {
    ...buildRecord(own, 'variant', now, crossSold),
    variationAttributes: plan.variationAttributes ?? [],
    itemGroup: plan.sku,
    ...(tags.length > 0 ? { tags } : {}),
    ...(score ? { score } : {}),
  }
  return [parent, ...variants]
}

/** The ratings of all variants taken together. */
function familyScore(variants: ProductRecord[]): ProductRecord['score'] {
  const scores = variants.flatMap((variant) => variant.score ?? [])
  const count = scores.reduce((sum, score) => sum + score.count, 0)
  if (count === 0) return undefined
  const stars = scores.reduce((sum, score) => sum + score.average * score.count, 0)
  return { average: Math.round((stars / count) * 10) / 10, count }
}

function buildRecord(
  plan: ProductPlan,
  type: ProductRecord['type'],
  now: Date,
  crossSold: ReadonlySet<string>,
): ProductRecord {
  const stores: ProductRecord['stores'] = {}
  const tags = tagsOf(plan)
  for (const store of plan.only ?? demoStores) stores[store] = storeRecord(plan, store, tags, now, crossSold)
  const score = plan.variants ? undefined : scoreOf(plan.sku)
  return {
    record: 'product',
    sku: plan.sku,
    type,
    ...(plan.variants || type === 'gift_card' ? {} : { gtin: demoGtin(plan.sku), mpn: plan.sku }),
    brand: plan.brand,
    groupId: plan.group,
    discountCategory: plan.discount,
    condition: 'new',
    categories: plan.categories,
    ...(tags.length > 0 ? { tags } : {}),
    attributes: withoutUnNumber(plan.attributes),
    ...transportFacts(plan, type),
    images: imagesOf(plan),
    ...(score ? { score } : {}),
    ...(plan.subscription ? { subscriptionIntervals: plan.subscription } : {}),
    ...(plan.setParts ? { setParts: plan.setParts } : {}),
    ...(plan.relations ? { relations: plan.relations } : {}),
    ...(plan.fits ? { fits: plan.fits } : {}),
    stores,
  }
}

const decorations: Record<string, Words> = {
  new: words('Nyhet', 'Nyhet', 'Neu', 'Nyhed'),
  bestseller: words('Storsäljare', 'Bestselger', 'Bestseller', 'Bestseller'),
}

function storeRecord(
  plan: ProductPlan,
  store: DemoStore,
  tags: string[],
  now: Date,
  crossSold: ReadonlySet<string>,
): StoreProductRecord {
  const price = plan.prices?.[store] ?? shelfPrice(plan.sek, store)
  const tiered = plan.tiers ?? hasTiersByChance(plan.sku)
  const prices = tiered ? tieredPrices(price, store) : [{ q: 1, p: price }]
  const campaign = campaignOf(plan, prices, store, now)
  const label = ['new', 'bestseller'].find((tag) => tags.includes(tag) && chance(plan.sku, tag) < 0.6)
  return {
    name: plan.name[store],
    slug: slugify(`${brandName(plan.brand)} ${plan.name[store]}`, store),
    ...(plan.prefix ? { prefix: plan.prefix[store] } : {}),
    description: describe(plan, store),
    ...(label ? { decoration: decorations[label]?.[store] ?? '' } : {}),
    vatPercent: plan.vatPercent ?? storePolicies[store].vatRateBasisPoints / 100,
    prices,
    ...(campaign ? { campaign } : {}),
    ...(crossSold.has(plan.sku) ? { crossSellingPrice: reduced(price, 0.2, store) } : {}),
    stock: stockOf(plan, now),
  }
}

function tagsOf(plan: ProductPlan): string[] {
  const tags = new Set(plan.tags ?? [])
  if (plan.type === 'gift_card') return [...tags]
  if (isRunning(campaignKind(plan))) tags.add('sale')
  if (stockState(plan) === 'presale' || chance(plan.sku, 'new') < 0.04) tags.add('new')
  if (chance(plan.sku, 'bestseller') < 0.06 && stockState(plan) === 'in_stock') tags.add('bestseller')
  return [...tags]
}

function describe(plan: ProductPlan, store: DemoStore): string {
  const facts = factLines(withoutUnNumber(plan.attributes), store)
  return [
    unbroken(plan.intro[store]),
    ...(facts.length > 0 ? [unbroken(facts.join('\n'))] : []),
    unbroken(careLines[plan.care][store]),
  ].join('\n\n')
}

/** The attributes as bullets, in their order of position, with units and decimal comma. */
function factLines(attributes: Attributes, store: DemoStore): string[] {
  return Object.entries(attributes)
    .map(([code, value]) => ({ attribute: demoAttribute(code), value }))
    .filter(({ attribute, value }) => !silentAttributes.has(attribute.code) && value !== false)
    .toSorted((a, b) => a.attribute.position - b.attribute.position)
    .map(({ attribute, value }) => {
      const name = attribute.names[store] ?? attribute.code
      if (value === true) return `- ${name}: ${yes[store]}`
      if (typeof value === 'number')
        return `- ${name}: ${decimal(value)}${factUnit(attribute, attributes, store)}`
      const codes = Array.isArray(value) ? value : [value]
      return `- ${name}: ${codes.map((code) => attribute.values?.find((v) => v.code === code)?.names[store] ?? code).join(', ')}`
    })
}

function factUnit(
  attribute: { code: string; unit?: string },
  attributes: Attributes,
  store: DemoStore,
): string {
  if (attribute.unit === 'h') return `\u00A0${hours[store]}`
  const unit = attribute.code === 'content_amount' ? attributes['content_unit'] : attribute.unit
  return typeof unit === 'string' && unit !== '' ? `\u00A0${unit}` : ''
}

const views: Record<'front' | 'angle' | 'pack' | 'detail', Words> = {
  front: words('framifrån', 'sett forfra', 'von vorn', 'set forfra'),
  angle: words('snett från sidan', 'sett på skrå', 'schräg von der Seite', 'set på skrå'),
  pack: words('i förpackning', 'i pakning', 'in der Verpackung', 'i emballage'),
  detail: words('närbild', 'nærbilde', 'Nahaufnahme', 'nærbillede'),
}

function imagesOf(plan: ProductPlan): NonNullable<ProductRecord['images']> {
  const source = pictureSource(plan)
  const image = (type: 'thumb' | 'gallery', view: keyof typeof views, sortOrder: number) => ({
    type,
    source: `${source}&view=${view}`,
    sortOrder,
    alt: eachDemoStore((store) => `${plan.picture[store]}, ${views[view][store]}`),
  })
  const shown = (['angle', 'detail', 'pack'] as const).slice(
    0,
    1 + Math.floor(chance(plan.sku, 'pictures') * 3),
  )
  return [image('thumb', 'front', 1), ...shown.map((view, index) => image('gallery', view, index + 1))]
}

/** An EAN-13 in the range for use inside a shop (prefix 29), which no manufacturer's number can equal. */
function demoGtin(sku: string): string {
  const body = `29${String(Math.floor(chance(sku, 'gtin') * 1e10)).padStart(10, '0')}`
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
