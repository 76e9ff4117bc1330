import { describe, expect, it } from 'vitest'
import type { CatalogueRecord, ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { storePolicies, stores } from '../domain/stores/stores.ts'
import { demoStores } from './demo-stores.ts'
import { demoRecords } from './demo-records.test-support.ts'

const now = new Date('2026-11-20T10:20:00Z')
const records = await demoRecords(now)
const of = <K extends CatalogueRecord['record']>(kind: K) =>
  records.filter((record): record is Extract<CatalogueRecord, { record: K }> => record.record === kind)

const products = of('product')
const forSale = products.filter((product) => !product.variationAttributes)
const parents = products.filter((product) => product.variationAttributes)
const categories = of('category')
const attributes = new Map(of('attribute').map((attribute) => [attribute.code, attribute]))
const skus = new Set(products.map((product) => product.sku))

const offers = products.flatMap((product) =>
  demoStores.flatMap((store) => {
    const offer = product.stores[store]
    return offer ? [{ product, store, offer }] : []
  }),
)

const stateOf = ({ stores: inStores }: ProductRecord) => {
  const stock = Object.values(inStores)[0]?.stock
  if (stock?.discontinued) return 'discontinued'
  if (stock?.presaleCap) return 'presale'
  if (stock?.incoming) return 'back_order'
  if (!stock?.available) return 'out_of_stock'
  return stock.available <= 5 ? 'few_left' : 'in_stock'
}

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('size and shape of the demo', () => {
  it('sells at least 650 products in at least 64 categories on three levels', () => {
    const depth = (code: string): number => {
      const parent = categories.find((category) => category.code === code)?.parent
      return parent ? 1 + depth(parent) : 1
    }
    expect(forSale.length).toBeGreaterThanOrEqual(650)
    expect(categories.length).toBeGreaterThanOrEqual(64)
    expect(Math.max(...categories.map((category) => depth(category.code)))).toBe(3)
  })

  it('gathers 2 to 6 variants, at times more, under at least 40 parents that differ in their attributes', () => {
    expect(parents.length).toBeGreaterThanOrEqual(40)
    for (const parent of parents) {
      const children = products.filter((product) => product.variantOf === parent.sku)
      expect(children.length, parent.sku).toBeGreaterThanOrEqual(2)
      const choices = children.map((child) =>
        JSON.stringify(parent.variationAttributes?.map((code) => child.attributes?.[code])),
      )
      expect(duplicates(choices), parent.sku).toEqual([])
      expect(choices.join(), parent.sku).not.toContain('null')
    }
  })

  it('has products in every category that has no children', () => {
    const used = new Set(products.flatMap((product) => product.categories))
    const inner = new Set(categories.map((category) => category.parent))
    expect(
      categories.filter(({ code }) => !inner.has(code) && !used.has(code)).map(({ code }) => code),
    ).toEqual([])
  })

  it('[ENTITY-12] holds standard products, variants, sets and gift cards', () => {
    const count = (type: ProductRecord['type']) => forSale.filter((product) => product.type === type).length
    expect(count('standard')).toBeGreaterThan(200)
    expect(count('variant')).toBeGreaterThan(200)
    expect(count('set')).toBeGreaterThanOrEqual(8)
    const giftCards = forSale.filter((product) => product.type === 'gift_card')
    for (const store of demoStores)
      expect(giftCards.filter((product) => product.stores[store])).toHaveLength(4)
  })
})

describe('references', () => {
  it('names every sku once and every address once per store', () => {
    expect(duplicates(products.map((product) => product.sku))).toEqual([])
    for (const store of demoStores) {
      expect(duplicates(products.flatMap((product) => product.stores[store]?.slug ?? []))).toEqual([])
      expect(duplicates(categories.map((c) => `${c.parent ?? ''}/${c.texts[store]?.slug}`))).toEqual([])
    }
  })

  it('writes addresses in plain ASCII', () => {
    for (const { offer } of offers) expect(offer.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    for (const category of categories) {
      for (const store of demoStores) expect(category.texts[store]?.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  it('[ROUTE-32] has car batteries under batterier/bil', () => {
    expect(categories.find((category) => category.code === 'car-batteries')?.texts.sv?.slug).toBe('bil')
    expect(categories.find((category) => category.code === 'batteries')?.texts.sv?.slug).toBe('batterier')
  })

  it('resolves every brand, category, tag, attribute, value, part and relation', () => {
    const known = {
      brands: new Set(of('brand').map((brand) => brand.slug)),
      tags: new Set(of('tag').map((tag) => tag.code)),
      categories: new Set(categories.map((category) => category.code)),
    }
    for (const product of products) {
      expect(known.brands.has(product.brand ?? ''), product.sku).toBe(true)
      for (const code of product.categories) expect(known.categories.has(code), code).toBe(true)
      for (const tag of product.tags ?? []) expect(known.tags.has(tag), tag).toBe(true)
      for (const { sku } of product.setParts ?? []) expect(skus.has(sku), sku).toBe(true)
      for (const sku of Object.values(product.relations ?? {}).flat()) expect(skus.has(sku), sku).toBe(true)
      for (const [code, value] of Object.entries(product.attributes ?? {})) {
        const attribute = attributes.get(code)
        expect(attribute, `${product.sku} ${code}`).toBeDefined()
        if (attribute?.kind !== 'choice') continue
        const codes = attribute.values?.map((choice) => choice.code) ?? []
        for (const choice of [value].flat()) expect(codes, `${product.sku} ${code}`).toContain(choice)
      }
    }
    for (const deal of of('deal')) {
      expect(products.find((product) => product.sku === deal.sku)?.stores[deal.store]).toBeDefined()
    }
  })

  it('puts parents before children', () => {
    const seen = new Set<string>()
    for (const product of products) {
      if (product.variantOf) expect(seen.has(product.variantOf), product.sku).toBe(true)
      seen.add(product.sku)
    }
    const categoriesSeen = new Set<string>()
    for (const category of categories) {
      if (category.parent) expect(categoriesSeen.has(category.parent)).toBe(true)
      categoriesSeen.add(category.code)
    }
  })
})

describe('words', () => {
  it('describes every product in each store language, never with the same text twice', () => {
    for (const product of products) {
      const descriptions = demoStores.flatMap((store) => product.stores[store]?.description ?? [])
      expect(duplicates(descriptions), product.sku).toEqual([])
      for (const store of demoStores) {
        const offer = product.stores[store]
        if (!offer) continue
        expect(offer.name.length, product.sku).toBeGreaterThan(5)
        expect(offer.description.length, product.sku).toBeGreaterThan(120)
        expect(`${offer.name} ${offer.description}`, product.sku).not.toMatch(/undefined|NaN|\[object/)
      }
    }
  })

  it('names categories, attributes, values and tags in four languages', () => {
    for (const store of demoStores) {
      for (const category of categories) {
        expect(category.texts[store]?.name).toBeTruthy()
        expect(category.texts[store]?.description.length, category.code).toBeGreaterThan(20)
      }
      for (const attribute of of('attribute')) {
        expect(attribute.names[store]).toBeTruthy()
        for (const value of attribute.values ?? []) expect(value.names[store]).toBeTruthy()
      }
    }
    expect(of('tag').find((tag) => tag.code === 'new')?.texts).toMatchObject({
      sv: { slug: 'ny' },
      no: { slug: 'ny' },
      de: { slug: 'neu' },
      da: { slug: 'ny' },
    })
  })

  it('keeps other languages out: no Swedish in German, no German in Danish', () => {
    for (const { store, offer, product } of offers) {
      const text = `${offer.name} ${offer.description}`
      if (store === 'de') expect(text, product.sku).not.toMatch(/\b(och|med|till|eller|inte|ikke)\b/)
      if (store === 'da') expect(text, product.sku).not.toMatch(/\b(und|oder|nicht|och|inte|för)\b/)
      if (store === 'no') expect(text, product.sku).not.toMatch(/\b(und|oder|nicht|och|inte|för)\b/)
      if (store === 'sv') expect(text, product.sku).not.toMatch(/\b(und|oder|nicht|ikke|eller ikke|af)\b/)
      expect(text, product.sku).not.toMatch(/\b(the|with|for all|battery)\b/)
    }
  })
})

describe('prices and stock', () => {
  it('falls with every tier and is below the earlier price in every campaign', () => {
    for (const { product, store, offer } of offers) {
      for (const tiers of [offer.prices, offer.campaign?.tiers ?? []]) {
        for (const [index, tier] of tiers.entries()) {
          const digits = stores[store].currencyDigits
          expect(Number(tier.p.toFixed(digits)), product.sku).toBe(tier.p)
          const before = tiers[index - 1]
          if (before) {
            expect(tier.q).toBeGreaterThan(before.q)
            expect(tier.p, `${product.sku} ${store}`).toBeLessThan(before.p)
          } else expect(tier.q).toBe(1)
        }
      }
      for (const tier of offer.campaign?.tiers ?? []) expect(tier.o).toBeGreaterThan(tier.p)
    }
  })

  it('never asks more per piece for a larger pack of the same cell, nor more per metre for a longer cable', () => {
    const factOf = (product: ProductRecord, code: string) => product.attributes?.[code]
    const isCell = (product: ProductRecord) =>
      factOf(product, 'battery_size') !== undefined && factOf(product, 'voltage_v') !== undefined
    const cellFacts = ['battery_size', 'chemistry', 'voltage_v', 'capacity_mah', 'version']
    const goodsOf = (product: ProductRecord) =>
      isCell(product)
        ? [product.brand, ...cellFacts.map((code) => factOf(product, code))].join(' ')
        : `cable ${product.variantOf}`
    const sizeOf = (product: ProductRecord) =>
      Number(factOf(product, isCell(product) ? 'cells_per_pack' : 'content_amount'))
    const packs = forSale.filter(
      (product) => isCell(product) || product.categories.includes('cable-by-metre'),
    )
    const families = [...Map.groupBy(packs, goodsOf).values()].filter((family) => family.length > 1)
    expect(families.length).toBeGreaterThan(50)
    const dearer = families.flatMap((family) =>
      demoStores.flatMap((store) => {
        const sizes = family
          .flatMap((product) => {
            const price = product.stores[store]?.prices[0]?.p
            return price === undefined
              ? []
              : [{ sku: product.sku, size: sizeOf(product), each: price / sizeOf(product) }]
          })
          .toSorted((one, other) => one.size - other.size)
        return sizes.flatMap(({ sku, each }, index) => {
          const before = sizes[index - 1]
          return before && each > before.each + 1e-9
            ? [`${store} ${sku} ${each} > ${before.sku} ${before.each}`]
            : []
        })
      }),
    )
    expect(dearer).toEqual([])
  })

  it('has quantity prices, campaigns and ratings on a realistic share of the products', () => {
    const share = (test: (product: ProductRecord) => boolean) => forSale.filter(test).length / forSale.length
    expect(share((p) => Object.values(p.stores).some((s) => s.prices.length > 1))).toBeGreaterThan(0.3)
    expect(share((p) => Object.values(p.stores).some((s) => s.campaign))).toBeGreaterThan(0.09)
    expect(share((p) => p.score !== undefined)).toBeGreaterThan(0.6)
    const campaigns = offers.flatMap(({ offer }) => (offer.campaign ? [offer.campaign] : []))
    expect(campaigns.some((campaign) => !campaign.endsAt)).toBe(true)
    expect(campaigns.some((campaign) => Date.parse(campaign.startsAt ?? '') > now.getTime())).toBe(true)
    expect(campaigns.some(({ endsAt }) => endsAt && Date.parse(endsAt) - now.getTime() < 86_400_000)).toBe(
      true,
    )
    expect(campaigns.every(({ endsAt }) => !endsAt || Date.parse(endsAt) > now.getTime())).toBe(true)
  })

  it('[STOCK-04] shows every stock status', () => {
    const states = new Set(forSale.map(stateOf))
    expect([...states].toSorted()).toEqual([
      'back_order',
      'discontinued',
      'few_left',
      'in_stock',
      'out_of_stock',
      'presale',
    ])
  })

  it('sells gift cards without VAT and everything else at the rate of the country', () => {
    for (const { product, store, offer } of offers) {
      const rate = product.type === 'gift_card' ? 0 : storePolicies[store].vatRateBasisPoints / 100
      expect(offer.vatPercent, product.sku).toBe(rate)
    }
  })

  it('names the brand of a set if all its parts are of that brand, and the shop otherwise', () => {
    const bySku = new Map(products.map((product) => [product.sku, product]))
    for (const set of forSale.filter((product) => product.type === 'set')) {
      const brands = [...new Set((set.setParts ?? []).map(({ sku }) => bySku.get(sku)?.brand))]
      expect(set.brand, set.sku).toBe(brands.length === 1 ? brands[0] : 'anode')
    }
  })

  it('gives cable ends to cables alone, and a port to what is charged', () => {
    for (const { sku, attributes = {} } of products) {
      expect('connector_a' in attributes, sku).toBe('connector_b' in attributes)
      if (attributes['connector_a'] === 'bare') expect(attributes['connector_b'], sku).not.toBe('bare')
    }
    const torch = products.find(({ sku }) => sku === 'LU-T4')
    expect(torch?.attributes?.['charging_port']).toBe('usb_c')
  })

  it('sells sets for less than their parts', () => {
    for (const set of forSale.filter((product) => product.type === 'set')) {
      for (const store of demoStores) {
        const parts = (set.setParts ?? []).map(({ sku, quantity }) => {
          const part = products.find((product) => product.sku === sku)?.stores[store]
          return (part?.prices[0]?.p ?? Number.NaN) * quantity
        })
        const sum = parts.reduce((total, part) => total + part, 0)
        expect(set.stores[store]?.prices[0]?.p, `${set.sku} ${store}`).toBeLessThan(sum)
      }
    }
  })

  it('lists beside goods that must fit only what fits them', () => {
    const bySku = new Map(products.map((product) => [product.sku, product]))
    const wrong: string[] = []
    for (const product of forSale) {
      const size = product.attributes?.['battery_size']
      for (const [kind, list] of Object.entries(product.relations ?? {})) {
        if (kind === 'upselling') continue
        for (const other of list.map((sku) => bySku.get(sku)!)) {
          const otherSize = other.attributes?.['battery_size']
          const isCell = [product, other].some(
            (each) => each.attributes?.['cells_per_pack'] && each.attributes['voltage_v'],
          )
          const otherDevice =
            product.fits && other.fits && !other.fits.some((device) => product.fits?.includes(device))
          const otherCell = isCell && size !== undefined && otherSize !== undefined && size !== otherSize
          const otherMaker =
            other.attributes?.['device_brand'] !== undefined &&
            other.attributes['device_brand'] !== product.attributes?.['device_brand']
          if ((otherDevice && size === undefined) || otherCell || (otherMaker && !other.fits))
            wrong.push(`${product.sku} ${kind} ${other.sku}`)
        }
      }
    }
    expect(wrong).toEqual([])
    // Not by listing nothing.
    const listing = forSale.filter(
      (product) => product.attributes?.['battery_size'] && product.relations?.related,
    )
    expect(listing.length).toBeGreaterThan(100)
  })

  it('offers beside a product nothing that is of no use with it', () => {
    const beside = (sku: string) =>
      Object.entries(products.find((product) => product.sku === sku)?.relations ?? {})
        .filter(([kind]) => kind !== 'related' && kind !== 'upselling')
        .flatMap(([, skus]) => skus)
    // A charger for NiMH beside an alkaline cell, or beside a lithium-ion cell with a socket of its own.
    expect(beside('VO-AA-4').filter((sku) => sku.startsWith('AM-'))).toEqual([])
    expect(beside('AM-USB-AA-4').filter((sku) => sku.startsWith('AM-'))).toEqual([])
    expect(beside('AM-H4').filter((sku) => !sku.startsWith('EL-AA'))).toEqual([])
    expect(beside('AM-I2')).toContain('EL-18650-3500')
    // A box and a tester of cells beside a lorry's battery; a tray for 100 Ah beside a larger battery.
    expect(beside('SV-TRK-180').filter((sku) => sku === 'DE-R-CASE' || sku === 'DE-TEST-A')).toEqual([])
    expect(beside('SV-LEI-90')).toContain('DE-TRAY')
    expect(beside('SV-LEI-140')).not.toContain('DE-TRAY')
    // Thick cable beside tab terminals; a USB-C charger beside a cable with USB-A.
    expect(beside('SG-VR12-7P2')).toEqual([])
    expect(beside('SG-VR12-40')).toContain('TF-M16R-5')
    for (const sku of ['TF-AC-1BL', 'TF-AL-1', 'TF-C13-3', 'TF-HDMI-2', 'SG-UPS850'])
      expect(beside(sku), sku).toEqual([])
    // Tools beside a phone that is opened without them; a maker's other system.
    for (const sku of ['CB-N3310', 'CB-J5', 'EL-GIG-A4', 'MX-BOSPBA-4']) expect(beside(sku), sku).toEqual([])
    expect(beside('MX-MAK12-2')).not.toContain('DE-K-TOOL')
    expect(beside('MX-MAK18-5')).toContain('MX-C-MAK')
  })

  it('offers subscriptions, cross-sells, upselling, spare parts and devices it fits', () => {
    const some = (test: (product: ProductRecord) => unknown) => forSale.filter(test).length
    expect(some((p) => p.subscriptionIntervals)).toBeGreaterThanOrEqual(10)
    expect(some((p) => p.fits)).toBeGreaterThan(150)
    expect(some((p) => p.relations?.upselling)).toBeGreaterThanOrEqual(10)
    expect(some((p) => p.relations?.spareParts)).toBeGreaterThan(50)
    expect(some((p) => p.relations?.accessories)).toBeGreaterThan(50)
    expect(some((p) => demoStores.some((store) => !p.stores[store]))).toBeGreaterThanOrEqual(10)
    for (const sku of forSale.flatMap((p) => p.relations?.crossSelling ?? [])) {
      const target = products.find((product) => product.sku === sku)
      expect(target?.stores.sv?.crossSellingPrice, sku).toBeLessThan(target?.stores.sv?.prices[0]?.p ?? 0)
    }
  })
})
