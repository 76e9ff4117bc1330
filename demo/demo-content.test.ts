import { describe, expect, it } from 'vitest'
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { dangerousGoodsClass, lacksLithiumFacts } from '../domain/products/dangerous-goods.ts'
import { undeliverableGoods } from '../domain/shipping/shipping-methods.ts'
import { storePolicies, stores } from '../domain/stores/stores.ts'
import { demoStores } from './demo-stores.ts'
import { demoRecords } from './demo-records.test-support.ts'

const now = new Date('2026-11-20T10:20:00Z')
const records = await demoRecords(now)
const of = <K extends CatalogueRecord['record']>(kind: K) =>
  records.filter((record): record is Extract<CatalogueRecord, { record: K }> => record.record === kind)

const products = of('product')
const forSale = products.filter((product) => !product.variationAttributes)
const categories = of('category')

describe('law', () => {
  it.each(demoStores)('names in %s the same company, address and register as the mails do', (store) => {
    const imprint = of('content_page').find((page) => page.store === store && page.path === 'imprint')
    const { name, street, postalCode, city, email, register } = storePolicies[store].company
    const registered = /\d[\d -]*( B)?$/.exec(register)?.[0]
    for (const words of [name, street, `${postalCode} ${city}`, email, registered])
      expect(imprint?.body).toContain(words)
  })

  it('marks starter batteries for the German deposit and lithium for dangerous goods', () => {
    const starters = forSale.filter((product) => product.attributes?.['starter_battery'] === true)
    expect(starters.length).toBeGreaterThan(30)
    const lithium = ['lithium', 'li_ion', 'li_polymer', 'lifepo4']
    for (const product of forSale.filter((p) => lithium.includes(String(p.attributes?.['chemistry'])))) {
      if (product.type === 'set' || product.categories[0] === 'rechargeable-coins') continue
      expect(product.unNumber ?? '', product.sku).toMatch(/^UN(3090|3091|3480|3481)$/)
    }
  })

  it.each(demoStores)('has goods that %s can ship, and says how dangerous each is', (store) => {
    for (const product of forSale.filter(({ type }) => type !== 'set' && type !== 'gift_card')) {
      const { unNumber = null, batteryEnergyMilliwattHours = null, lithiumContentMilligrams = null } = product
      const facts = { unNumber, batteryEnergyMilliwattHours, lithiumContentMilligrams }
      expect([product.sku, unNumber, lacksLithiumFacts(facts)]).toEqual([
        product.sku,
        expect.any(String),
        false,
      ])
      const entry = dangerousGoodsClass(facts)
      const sides = [product.packageLengthMm, product.packageWidthMm, product.packageHeightMm].map(
        (side) => side ?? 0,
      )
      const [a = 0, b = 0, c = 0] = sides.toSorted((x, y) => y - x)
      const goods = {
        name: product.sku,
        classes: entry ? [entry] : [],
        weightGrams: product.grossWeightGrams ?? 0,
        sidesMm: [a, b, c] as const,
      }
      expect(undeliverableGoods(store, { units: 1, goods: [goods] }, 'private')).toEqual([])
    }
  })

  it('gives products by length and volume the content that their unit price is computed from', () => {
    const measured = forSale.filter((product) => product.attributes?.['content_amount'])
    expect(measured.length).toBeGreaterThan(20)
    for (const product of measured)
      expect(product.attributes?.['content_unit'], product.sku).toMatch(/^(m|l|kg)$/)
  })

  it('names the responsible operator of every brand', () => {
    for (const brand of of('brand')) expect(brand.manufacturer?.email).toMatch(/@.+\.example$/)
  })
})

describe('content', () => {
  const paths = [
    'about',
    'contact',
    'privacy',
    'customer-service',
    'terms',
    'withdrawal',
    'imprint',
    'shipping',
    'recycling',
    'returns-info',
    'guarantee',
  ]

  it('[ENTITY-04] has the same pages in every store, each in its own words', () => {
    for (const store of demoStores) {
      const pages = of('content_page').filter((page) => page.store === store)
      expect(
        pages
          .filter((page) => page.published)
          .map((page) => page.path)
          .toSorted(),
      ).toEqual(paths.toSorted())
      expect(pages.filter((page) => !page.published).map((page) => page.path)).toEqual(['winter-campaign'])
      for (const page of pages) expect(page.body.length, `${store} ${page.path}`).toBeGreaterThan(200)
    }
    const bodies = of('content_page').map((page) => page.body)
    expect(new Set(bodies).size).toBe(bodies.length)
  })

  it('[CHROME-18] shows a store message in the Swedish and German store only', () => {
    for (const store of demoStores) {
      const widgets = of('widget').filter((widget) => widget.store === store)
      expect(widgets.map((widget) => widget.slug)).toHaveLength(6)
      const message = widgets.find((widget) => widget.slug === 'store-message')
      expect(message?.content.length).toBeGreaterThan(20)
      expect(message?.hidden).toBe(store === 'no' || store === 'da')
    }
  })

  it('links only to pages and categories that exist in that store', () => {
    const byCode = new Map(categories.map((category) => [category.code, category]))
    const pathOf = (code: string, store: (typeof demoStores)[number]): string => {
      const category = byCode.get(code)
      const own = category?.texts[store]?.slug ?? ''
      return category?.parent ? `${pathOf(category.parent, store)}/${own}` : own
    }
    for (const store of demoStores) {
      const known = new Set([
        // Of the shop itself, not of its content.
        `/${store}/my-order`,
        `/${store}/track-order`,
        ...paths.map((path) => `/${store}/${path}`),
        ...categories.map((category) => `/${store}/artiklar/${pathOf(category.code, store)}/index.html`),
        ...of('tag').map((tag) => `/${store}/${stores[store].paths.tag}/${tag.texts[store]?.slug}`),
      ])
      const html = records.flatMap((record) => {
        if (record.record === 'content_page' && record.store === store) return record.body
        return record.record === 'widget' && record.store === store ? record.content : []
      })
      const links = html.flatMap((text) =>
        [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href ?? ''),
      )
      const hints = of('search_hint').filter((hint) => hint.store === store)
      expect(hints.length).toBeGreaterThanOrEqual(12)
      for (const link of [...links, ...hints.map((hint) => hint.url)])
        expect(known.has(link), link).toBe(true)
    }
  })

  it('announces no deal that its product’s campaign does not give for as long as the deal runs', () => {
    for (const deal of of('deal')) {
      const product = of('product').find(({ sku }) => sku === deal.sku)
      const campaign = product?.stores[deal.store]?.campaign
      const tier = campaign?.tiers[0]
      expect(tier && Math.floor(((tier.o - tier.p) * 100) / tier.o + 1e-9), deal.sku).toBe(deal.discount)
      expect(Date.parse(campaign?.startsAt ?? '')).toBeLessThanOrEqual(Date.parse(deal.startsAt))
      expect(Date.parse(campaign?.endsAt ?? '9999-01-01')).toBeGreaterThanOrEqual(Date.parse(deal.expiresAt))
    }
  })

  it('[DEAL-01] runs one deal per store now and has one to come', () => {
    for (const store of demoStores) {
      const deals = of('deal').filter((deal) => deal.store === store)
      const started = deals.filter((deal) => Date.parse(deal.startsAt) <= now.getTime())
      expect(started.filter((deal) => Date.parse(deal.expiresAt) > now.getTime())).toHaveLength(1)
      expect(deals.length - started.length).toBe(1)
    }
  })
})
