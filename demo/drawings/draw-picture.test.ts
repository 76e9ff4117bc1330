import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPicture, formNames } from './draw-picture.ts'
import { categoryIcons } from './category-icons.ts'

const placeholder = drawPicture('drawing:placeholder')

/** Throws unless the text is well-formed XML; answers the names of its elements. */
function elementsOf(svg: string): Set<string> {
  const names = new Set<string>()
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => names.add(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(svg).close()
  return names
}

/** Every kind of every form. */
const samples = [
  ...[
    'AAAA',
    'AAA',
    'AA',
    'C',
    'D',
    'CR123A',
    'CR2',
    '16340',
    '14500',
    '18650',
    '21700',
    'A23',
    'A27',
    '4LR44',
    'N',
  ].map((size) => `cell?size=${size}`),
  ...[2, 4, 8, 20, 40].map((count) => `cell?size=AA&chemistry=nimh&count=${count}`),
  ...['9V', '4R25', '3R12', '2CR5', 'CR-P2', 'CR-V3'].map((size) => `block?size=${size}&count=2`),
  ...[
    'CR2032&count=1',
    'CR2450&count=4',
    'LR44&chemistry=alkaline&count=10',
    '312&chemistry=zincair&tab=brown&count=6',
  ].map((coin) => `coin?size=${coin}`),
  ...[
    'phone',
    'laptop',
    'tablet',
    'tool',
    'tool-slim',
    'tool-stick',
    'camera',
    'cordless',
    'vacuum',
    'toothbrush',
    'ebike',
    'laptop-flat',
    'phone-removable',
  ].map((kind) => `pack?kind=${kind}&volts=14.4`),
  ...['car', 'motorcycle', 'leisure', 'truck'].map((kind) => `starter?kind=${kind}&chem=efb`),
  ...['left', 'diagonal'].map((terminals) => `starter?kind=car&terminals=${terminals}`),
  ...[
    'household',
    'usb',
    'car',
    'laptop',
    'bank',
    'wireless',
    'stand',
    'vent',
    'starter',
    'solar',
    'tool',
  ].map((kind) => `charger?kind=${kind}&ports=3`),
  ...[
    'usb-c',
    'usb-a',
    'lightning',
    'micro-usb',
    'hdmi',
    'rj45',
    'dc',
    'schuko',
    'displayport',
    'bare',
    'c13',
    'mc4',
    'clamp',
  ].map((plug) => `cable?a=${plug}&b=usb-c&length=2`),
  ...['torch', 'headlamp', 'bulb', 'lantern', 'worklight', 'strip'].map((kind) => `lamp?kind=${kind}`),
  ...['body=key', 'body=pen', 'light=uv'].map((form) => `lamp?kind=torch&${form}`),
  'charger?kind=household&display=yes',
  'charger?kind=starter&mains=yes',
  'charger?kind=laptop&plug=slim',
  'charger?kind=household&sizes=AAA,AA,C,D,9V',
  ...['magnet', 'screen', 'sun'].map((extra) => `charger?kind=bank&extra=${extra}`),
  ...['single', 'single&strands=tinned', 'twin', 'twin&pair=poles', 'sheathed'].map(
    (make) => `cable?a=bare&b=bare&make=${make}`,
  ),
  'alarm?kind=co&display=no',
  ...['plus', 'minus', 'quick'].map((pole) => `part?kind=terminal&pole=${pole}`),
  'cell?size=AA&chemistry=liion&socket=usb-c',
  ...['analog', 'vehicle'].map((make) => `part?kind=tester&make=${make}`),
  ...['blue', 'green', 'white'].map((can) => `part?kind=spray&can=${can}`),
  'ups?kind=sealed&poles=bolt',
  'ups?kind=panel&make=flex',
  ...['smoke', 'co', 'gas', 'heat', 'sensor', 'door', 'water', 'siren', 'personal'].map(
    (kind) => `alarm?kind=${kind}`,
  ),
  ...[
    'contact',
    'spring',
    'holder',
    'cap',
    'cover',
    'spray',
    'tape',
    'screwdriver',
    'tester',
    'switch',
    'case',
    'clip',
    'bottle',
    'box',
    'organiser',
  ].map((kind) => `part?kind=${kind}`),
  ...['ups', 'sealed', 'panel', 'controller', 'inverter', 'station'].map((kind) => `ups?kind=${kind}`),
  `set?parts=${encodeURIComponent('2*cell?size=AA&count=4|1*charger?kind=tool')}`,
  ...categoryIcons.map((icon) => `plate?icon=${icon}`),
  ...['E27', 'E14', 'GU10', 'G9', 'G4'].map((base) => `lamp?kind=bulb&base=${base}&shape=ball`),
  ...[1, 2, 3, 4].map((charge) => `giftcard?charge=${charge}&amount=${charge}00%20kr`),
  ...categoryIcons.map((icon) => `category?icon=${icon}`),
]

describe('drawn pictures', () => {
  it('draws every kind of product differently, deterministically, as well-formed SVG', () => {
    const drawn = new Set(samples.map((sample) => drawPicture(`drawing:${sample}`)))
    expect(drawn.size).toBe(samples.length)
    expect(drawn.has(placeholder)).toBe(false)
    for (const sample of samples) {
      const svg = drawPicture(`drawing:${sample}`)
      expect(svg).toBe(drawPicture(`drawing:${sample}`))
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(elementsOf(svg).has('text')).toBe(false)
    }
  })

  it('shows the product from the front, at an angle, packed and in detail', () => {
    for (const form of formNames.filter((name) => name !== 'placeholder' && name !== 'set')) {
      const pictures = ['front', 'angle', 'pack', 'detail'].map((view) =>
        drawPicture(`drawing:${form}?view=${view}`),
      )
      expect(new Set(pictures).size, form).toBeGreaterThanOrEqual(form === 'category' ? 3 : 4)
    }
  })

  it('leaves the ground transparent and fills a good part of the picture', async () => {
    for (const sample of samples) {
      const image = sharp(Buffer.from(drawPicture(`drawing:${sample}`)))
        .resize(80, 80)
        .ensureAlpha()
      const { data } = await image.raw().toBuffer({ resolveWithObject: true })
      const solid = data.filter((value, index) => index % 4 === 3 && value > 200).length / 6400
      expect(solid, sample).toBeGreaterThan(0.03)
      expect(data[3], `${sample} paints its corner`).toBeLessThan(60)
    }
  })

  it('shows the placeholder for anything that is no drawing', () => {
    for (const source of [
      '',
      'https://pictures.example/a.jpg',
      'drawing:',
      'drawing:unknown?x=1',
      'drawing:constructor',
      'cell?size=AA',
    ])
      expect(drawPicture(source)).toBe(placeholder)
  })

  it('never throws and lets no markup through, whatever the parameters say', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('<script>alert(1)</script>', '"/><x>', '-5', '1e9', 'NaN', '%', '&amp;'),
    )
    const names = fc.constantFrom(
      'size',
      'chemistry',
      'count',
      'tone',
      'kind',
      'volts',
      'label',
      'amount',
      'currency',
      'ports',
      'a',
      'b',
      'length',
      'view',
      'icon',
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...formNames),
        fc.array(fc.tuple(names, value), { maxLength: 6 }),
        (form, pairs) => {
          const names = elementsOf(drawPicture(`drawing:${form}?${new URLSearchParams(pairs)}`))
          expect(names.has('script') || names.has('x')).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })
})
