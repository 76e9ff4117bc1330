import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { AttributeRecord, ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { demoDrawings } from './demo-data.server.ts'
import { demoRecords } from './demo-records.test-support.ts'
import { demoStores } from './demo-stores.ts'

const records = await demoRecords(new Date('2026-11-20T10:20:00Z'))
const products = records.filter((record): record is ProductRecord => record.record === 'product')
const bySku = new Map(products.map((product) => [product.sku, product]))
const attributes = new Map(
  records
    .filter((record): record is AttributeRecord => record.record === 'attribute')
    .map((attribute) => [attribute.code, attribute]),
)

/** The sources of all drawings in the demo's sheets. */
const held = new Set<string>()
for (const file of await readdir(demoDrawings())) {
  const sheet = gunzipSync(await readFile(join(demoDrawings(), file))).toString('utf8')
  for (const [, id] of sheet.matchAll(/<symbol id="([^"]+)"/g)) held.add(`drawing:${file}#${id}`)
}

const thumbOf = (product: ProductRecord) =>
  product.images?.find((image) => image.type === 'thumb')?.source ?? ''

describe('pictures of products', () => {
  it('[ENTITY-17] every product has a thumbnail and a gallery of drawings that exist, with words in four languages', () => {
    const missing: string[] = []
    for (const { sku, images } of products) {
      expect(images?.filter((image) => image.type === 'thumb').length, sku).toBe(1)
      expect(images?.filter((image) => image.type === 'gallery').length, sku).toBeGreaterThanOrEqual(1)
      for (const { source, alt } of images ?? []) {
        if (!held.has(source)) missing.push(`${sku} ${source}`)
        for (const store of demoStores) expect(alt?.[store], `${sku} ${store}`).toBeTruthy()
      }
    }
    expect(missing).toEqual([])
  })

  it('no sheet holds a drawing that no product shows', () => {
    const shown = new Set(products.flatMap(({ images }) => images ?? []).map(({ source }) => source))
    expect(held.size).toBeGreaterThan(2000)
    expect([...held].filter((source) => !shown.has(source))).toEqual([])
  })

  it('shows two products in one picture only if they look alike', () => {
    const seen = new Map<string, string>()
    const alike: string[] = []
    for (const product of products) {
      const source = thumbOf(product)
      // A parent shows its first variant; the plate shows nothing of the product.
      if (product.variationAttributes || source.startsWith('drawing:plate')) continue
      const facts = visibleFacts(product, source)
      const first = seen.get(source)
      if (first !== undefined && first !== facts) alike.push(`${product.sku}: ${facts} | ${first}`)
      seen.set(source, first ?? facts)
    }
    expect(alike).toEqual([])
  })
})

/** Attributes that a shopper expects to see in a picture, where the product has them. */
const visible = [
  'voltage_v',
  'capacity_ah',
  'cca_a',
  'terminal_layout',
  'version',
  'ports',
  'cell_slots',
  'lamp_base',
  'connector_a',
  'connector_b',
  'connector',
  'colour',
]
/** The same of a cell: on a lamp or an alarm they name what is inside. */
const visibleOnCells = ['battery_size', 'cells_per_pack', 'chemistry']

function visibleFacts({ attributes: own = {} }: ProductRecord, source: string): string {
  const codes = /^drawing:(?:lamp|alarm)/.test(source) ? visible : [...visible, ...visibleOnCells]
  return codes
    .filter((code) => own[code] !== undefined && own[code] !== 'standard')
    .map((code) => `${code}=${String(own[code])}`)
    .join(' ')
}

describe('the text of a picture', () => {
  const texts = products.flatMap((product) =>
    (product.images ?? []).flatMap(({ alt }) =>
      demoStores.flatMap((store) =>
        product.stores[store] ? [{ product, store, text: alt?.[store] ?? '' }] : [],
      ),
    ),
  )
  const placed = ({ sku }: ProductRecord, store: string, text: string) => `${sku} ${store}: ${text}`
  const sizeOf = ({ attributes: own = {} }: ProductRecord) =>
    attributes.get('battery_size')?.values?.find(({ code }) => code === own['battery_size'])?.names.sv

  it('is a short text in the language of each store', () => {
    const wrong = texts.filter(({ text }) => text.trim() === '' || text.length > 125)
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })

  it('names the size of a cell and the units of a pack', () => {
    const wrong = texts.filter(({ product, text }) => {
      const { attributes: own = {}, variationAttributes } = product
      const size = sizeOf(product)
      if (own['voltage_v'] === undefined || variationAttributes || size === undefined) return false
      const plain = text.replaceAll('\u00A0', ' ')
      const count = own['cells_per_pack']
      const missesCount = Number(count) > 1 && !plain.includes(String(count))
      return missesCount || !plain.toLowerCase().includes(size.toLowerCase())
    })
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })

  it('gives a measure that the product has as the product has it', () => {
    /** The attributes that a number with this unit may come from. */
    const measured: Record<string, string[]> = {
      V: ['voltage_v'],
      Ah: ['capacity_ah'],
      mAh: ['capacity_mah'],
      Wh: ['watt_hours'],
      lm: ['lumen_lm'],
      K: ['colour_temperature_k'],
    }
    // Not `12/24 V`, which names what a product is for.
    const figures = /(?<![\d.,/])(\d+(?:[.,]\d+)?)[\s\u00A0](V|Ah|mAh|Wh|lm|K)(?!\p{L})/gu
    const wrong = texts.filter(({ product, text }) => {
      const goods = [product, ...(product.setParts ?? []).map(({ sku }) => bySku.get(sku)!)]
      const found = Map.groupBy(text.matchAll(figures), ([, , unit = '']) => unit)
      return [...found].some(([unit, matches]) => {
        const values = goods.flatMap(({ attributes: own = {} }) =>
          measured[unit]!.flatMap((code) => own[code] ?? []),
        )
        const named = matches.map(([, figure = '']) => Number(figure.replace(',', '.')))
        return values.length > 0 && !named.some((figure) => values.includes(figure))
      })
    })
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })
})
