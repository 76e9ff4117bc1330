import { describe, expect, it, vi } from 'vitest'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { choiceValues } from './attribute-values.ts'
import { brandTone } from './brands.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { demoStores } from './demo-stores.ts'
import { brandLook } from './drawings/brand-look.ts'
import { drawPicture } from './drawings/draw-picture.ts'
import type * as Lettering from './drawings/lettering.ts'

// Text in a drawing is outlines; what is printed is what the drawing asked to be lettered.
const printed = vi.hoisted(() => new Set<string>())
vi.mock('./drawings/lettering.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Lettering>()
  return {
    ...original,
    lettering: (...parameters: Parameters<typeof original.lettering>) => {
      printed.add(parameters[0])
      return original.lettering(...parameters)
    },
  }
})

const products = [...demoCatalogue(new Date('2026-11-20T10:20:00Z'))].filter(
  (record): record is ProductRecord => record.record === 'product',
)
const thumbOf = (product: ProductRecord) =>
  product.images?.find((image) => image.type === 'thumb')?.source ?? ''

const drawn = new Map<string, string[]>()

/** What is printed on a picture and on its package. The other views turn the same art or enlarge a part of it. */
function printedOn(source: string): string[] {
  const known = drawn.get(source)
  if (known) return known
  printed.clear()
  drawPicture(source)
  const texts = [...printed].filter(Boolean)
  drawn.set(source, texts)
  return texts
}

/** The attributes that a number with this unit may come from. */
const measured: Record<string, string[]> = {
  V: ['voltage_v'],
  Ah: ['capacity_ah'],
  mAh: ['capacity_mah'],
  Wh: ['watt_hours'],
  W: ['power_w'],
  A: ['cca_a', 'output_a'],
  m: ['length_m'],
  lm: ['lumen_lm'],
  K: ['colour_temperature_k'],
}

/** Printed words of a chemistry and the values of `chemistry` they are true of. */
const chemistryWords: Record<string, string[]> = {
  ALKALINE: ['alkaline'],
  LITHIUM: ['lithium'],
  RECHARGEABLE: ['nimh'],
  'Ni-MH': ['nimh'],
  'ZINC CARBON': ['zinc_carbon'],
  'LI-ION': ['li_ion'],
  'Li-ion': ['li_ion'],
  'Li-Polymer': ['li_polymer'],
  'LEAD ACID': ['lead_acid'],
  EFB: ['efb'],
  AGM: ['agm'],
  GEL: ['gel'],
  LiFePO4: ['lifepo4'],
  Pb: ['lead_acid', 'efb', 'agm', 'gel'],
}

/** Words that say what kind of thing it is, and the categories they are true in. */
const kindWords: Record<string, RegExp> = {
  CAR: /^car-batteries/,
  MOTO: /^motorcycle-batteries/,
  LEISURE: /^leisure-batteries/,
  TRUCK: /^truck-batteries|^leisure-batteries/,
  SOLAR: /^solar-power/,
  CO: /^co-alarms/,
  ppm: /^co-alarms/,
  '0': /^co-alarms/,
  V: /^battery-testers/,
}

const positiveSide: Record<string, string> = {
  '+   –': 'left_positive diagonal',
  '–   +': 'right_positive',
}

const bySku = new Map(products.map((product) => [product.sku, product]))

/** Whether one printed text is true of the product; what a set's picture says must be true of one of its parts. */
function isTrue(text: string, product: ProductRecord): boolean {
  if (text === '') return true
  if (!product.setParts) return isTrueOfOne(text, product)
  if (isTrueOfOne(text, product)) return true
  return product.setParts.some(
    ({ sku, quantity }) => text === `×${quantity}` || isTrueOfOne(text, bySku.get(sku)!),
  )
}

function isTrueOfOne(text: string, product: ProductRecord): boolean {
  // A gift card carries the shop's own mark and its amount, which every store that sells it names alike.
  if (product.type === 'gift_card')
    return text === 'anode' || Object.values(product.stores).every(({ name }) => name.endsWith(` ${text}`))
  const attributes = product.attributes ?? {}
  const label = (code: string) => choiceValues[code]?.[String(attributes[code])]?.sv
  if (text === brandLook(brandTone(product.brand ?? '')).wordmark) return true
  if (['+', '–', '+  –'].includes(text)) return true
  const side = positiveSide[text]
  if (side) return side.split(' ').includes(String(attributes['terminal_layout']))
  const chemistry = chemistryWords[text]
  if (chemistry) return chemistry.includes(String(attributes['chemistry']))
  const kind = kindWords[text]
  if (kind) return kind.test(product.categories[0] ?? '')
  const count = /^×(\d+)$/.exec(text)
  if (count) return Number(count[1]) === attributes['cells_per_pack']
  const content = /^(\d+) ml$/.exec(text)
  if (content) return Number(content[1]) === Number(attributes['content_amount']) * 1000
  const measure = /^([\d.,]+) (\p{L}+)$/u.exec(text)
  if (measure)
    return (measured[measure[2]!] ?? []).some(
      (code) => attributes[code] === Number(measure[1]!.replace(',', '.')),
    )
  const charged = [attributes['charges_sizes'] ?? []].flat()
  if (charged.some((size) => choiceValues['charges_sizes']?.[String(size)]?.sv === text)) return true
  return [label('battery_size'), label('lamp_base')].includes(text)
}

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

function visibleFacts({ attributes = {} }: ProductRecord, source: string): string {
  const codes = /^drawing:(?:lamp|alarm)/.test(source) ? visible : [...visible, ...visibleOnCells]
  return codes
    .filter((code) => attributes[code] !== undefined && attributes[code] !== 'standard')
    .map((code) => `${code}=${String(attributes[code])}`)
    .join(' ')
}

describe('pictures of products', () => {
  it('prints only what the attributes of the product say, on the product and on its package', () => {
    const lies = new Set<string>()
    for (const product of products)
      for (const view of ['front', 'pack'])
        for (const text of printedOn(thumbOf(product).replace('view=front', `view=${view}`)))
          for (const part of isTrue(text, product) ? [] : text.split(/ {2}| · /))
            if (!isTrue(part, product)) lies.add(`${product.sku} ${view}: ${part}`)
    expect([...lies]).toEqual([])
  }, 60_000)

  it('draws tool batteries of the 12 V class, and the rectangular plug of a laptop adapter, in forms of their own', () => {
    const query = (product: ProductRecord) => new URLSearchParams(thumbOf(product).split('?')[1])
    const ofCategory = (code: string) => products.filter(({ categories }) => categories.includes(code))
    for (const product of ofCategory('tool-12v'))
      expect(query(product).get('kind'), product.sku).toMatch(/^tool-(?:slim|stick)$/)
    for (const product of ofCategory('tool-18v')) expect(query(product).get('kind'), product.sku).toBe('tool')
    const slim = products.filter(({ stores }) => JSON.stringify(stores).includes('Slim Tip'))
    expect(slim.map((product) => query(product).get('plug'))).toEqual(['slim', 'slim'])
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

describe('forms of products', () => {
  /** The source without what is printed, the view and the maker's look: what remains is the form. */
  const formOf = (sku: string) =>
    thumbOf(bySku.get(sku)!).replaceAll(/(?:lm|watts|amps|volts|ah|mah|cca|ml|tone|view)=[^&]*&?/g, '')

  it.each([
    ['a torch on a key ring, a pen light, an ultraviolet torch and a barrel', 'LU-T1 LU-T8 LU-T10 LU-T2'],
    ['chargers with a display and without', 'AM-H4 AM-H4-LCD'],
    ['chargers for AA and AAA, for AAA to D and 9V, and for 18650', 'AM-H4 AM-HU AM-I4'],
    ['testers with a needle, with a display, and for the battery of a car', 'DE-TEST-A DE-TEST-D DE-TEST-12'],
    ['a single conductor, two side by side, and two in a sheath', 'TF-M16R-5 TF-MHT-5 TF-M2X25-5'],
    ['conductors of 16 and of 35 mm²', 'TF-M16R-5 TF-M35R-5'],
    ['lithium batteries of 7, of 20 and of 100 Ah', 'SG-LFP13-7 SG-LFP13-20 SG-LFP13-100'],
    ['car batteries of 40 and of 105 Ah', 'SV-54059 SV-AGM105'],
    ['batteries inside a computer, and such as click into it', 'CB-LN-L17 CB-LN-T480I'],
    [
      'a power bank with a magnet, one with solar cells, and one with neither',
      'AM-PB5M-BLA SG-PBSUN-BLA AM-PB10-BLA',
    ],
    ['carbon monoxide alarms with a display and without', 'LA-CO1 LA-CO10'],
    ['cans of different contents', 'DE-S-CONT DE-S-ISO DE-S-OIL'],
  ])('draws %s differently', (_, skus) => {
    const forms = skus.split(' ').map(formOf)
    expect(new Set(forms).size).toBe(forms.length)
  })
})

describe('the text of a picture', () => {
  const texts = products.flatMap((product) =>
    (product.images ?? []).flatMap(({ alt }) =>
      demoStores.flatMap((store) =>
        product.stores[store] ? [{ product, store, text: alt?.[store] ?? '' }] : [],
      ),
    ),
  )
  const placed = ({ sku }: ProductRecord, store: string, text: string) => `${sku} ${store}: ${text}`

  it('is a short text in the language of each store', () => {
    const wrong = texts.filter(({ text }) => text.trim() === '' || text.length > 125)
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })

  it('names the size of a cell and the units of a pack', () => {
    const wrong = texts.filter(({ product: { attributes = {}, variationAttributes }, text }) => {
      if (attributes['voltage_v'] === undefined || variationAttributes) return false
      const size = choiceValues['battery_size']?.[String(attributes['battery_size'])]?.sv
      const count = attributes['cells_per_pack']
      const plain = text.replaceAll('\u00A0', ' ')
      const missesSize = size !== undefined && !plain.toLowerCase().includes(size.toLowerCase())
      return missesSize || (size !== undefined && Number(count) > 1 && !plain.includes(String(count)))
    })
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })

  it('gives a measure that the product has as the product has it', () => {
    // Not `12/24 V`, which names what a product is for.
    const figures = /(?<![\d.,/])(\d+(?:[.,]\d+)?)[\s\u00A0](V|Ah|mAh|Wh|lm|K)(?!\p{L})/gu
    const wrong = texts.filter(({ product, text }) => {
      const goods = [product, ...(product.setParts ?? []).map(({ sku }) => bySku.get(sku)!)]
      const found = Map.groupBy(text.matchAll(figures), ([, , unit = '']) => unit)
      return [...found].some(([unit, matches]) => {
        const values = goods.flatMap(({ attributes = {} }) =>
          measured[unit]!.flatMap((code) => attributes[code] ?? []),
        )
        const named = matches.map(([, figure = '']) => Number(figure.replace(',', '.')))
        return values.length > 0 && !named.some((figure) => values.includes(figure))
      })
    })
    expect(wrong.map(({ product, store, text }) => placed(product, store, text))).toEqual([])
  })
})
