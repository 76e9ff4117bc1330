/** Products in JSON, and in XML that is no Merchant Center feed. */
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { isJsonLines, readJsonLines, readJsonRecords } from './json-records.server.ts'
import { readRecordFeed, type FlatRecord } from './record-table.server.ts'
import { isMerchantXml } from './xml-feed.server.ts'
import { readXmlRecords } from './xml-records.server.ts'
import { tablePresets } from './table-presets.ts'

async function* inParts(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(records: AsyncIterable<FlatRecord>, format: 'json' | 'xml' = 'json') {
  const { table, rows } = await readRecordFeed(records, { format, store: stores.sv, presets: tablePresets })
  const found: CatalogueRow[] = []
  for await (const row of rows) found.push(row)
  return { table, rows: found }
}

const json = (text: string, size = text.length) => read(readJsonRecords(inParts(text, size)))
const xml = (text: string, size = text.length) => read(readXmlRecords(inParts(text, size)), 'xml')

const products = [
  { sku: 'A-1', name: 'Säkring\n2 A', price: 12.5, stock: 3, gtin: 4_006_381_333_931, note: 'x' },
  { sku: 'A-2', name: 'Kabel', price: '129,00 kr', stock: null, brand: { id: 7, name: 'Demo' } },
]

describe('products in JSON', () => {
  it.each([
    ['an array', JSON.stringify(products)],
    ['an object with an array', JSON.stringify({ page: 1, products })],
    ['the list that is known', JSON.stringify({ shops: [{ id: 1, url: 'x' }], products, tags: [{ id: 1 }] })],
    ['a document in lines', JSON.stringify({ meta: { page: 1 }, products }, null, 2)],
  ])('are read from %s', async (_name, text) => {
    for (const size of [text.length, 100]) {
      expect(await json(text, size)).toMatchObject({
        table: { preset: 'price-list', unusedColumns: ['note'] },
        rows: [
          { row: 1, feed: { sku: 'A-1', name: 'Säkring 2 A', priceMinor: 1300, gtin: '4006381333931' } },
          { row: 2, feed: { sku: 'A-2', priceMinor: 12_900, availability: 'out_of_stock', brand: 'Demo' } },
        ],
      })
    }
  })

  it('are read with the names of Merchant Center in any spelling, amounts with currency, and lists', async () => {
    const offer = {
      id: 'A-1',
      title: 'Kabel',
      price: { value: '129.00', currency: 'SEK' },
      availability: 'in stock',
      imageLink: 'https://x.example/a.jpg',
      additionalImageLink: [{ url: 'https://x.example/b.jpg' }, 'https://x.example/c.jpg'],
      shipping: { price: '49', country: 'SE' },
    }
    expect(await json(JSON.stringify([offer]))).toMatchObject({
      table: { preset: 'merchant', unusedColumns: ['shipping.price', 'shipping.country'] },
      rows: [
        {
          feed: {
            priceMinor: 12_900,
            imageLink: 'https://x.example/a.jpg',
            additionalImageLinks: ['https://x.example/b.jpg', 'https://x.example/c.jpg'],
          },
        },
      ],
    })
  })

  it('are read one a line, of which a damaged one is refused by itself', async () => {
    const text = `${JSON.stringify(products[0])}\n\n{"sku":\n[1]\n${JSON.stringify(products[1])}\n`
    const { rows } = await read(readJsonLines(inParts(text, 50)))
    expect(rows.map(({ line, feed, refused }) => [line, feed?.sku ?? refused?.code])).toEqual([
      [1, 'A-1'],
      [3, 'bad_json'],
      [4, 'bad_json'],
      [5, 'A-2'],
    ])
  })

  it.each([
    ['{"a":1}\n{"a":2}\n', true],
    ['{"a":1}', true],
    ['{"a":1,"photos":["x"]}\n', true],
    ['{"a":[{"b":1}]}', false],
    ['{\n"a": 1}', false],
    ['[{"a":1}]', false],
  ])('%j is an object a line: %s', (text, expected) => {
    expect(isJsonLines(text)).toBe(expected)
  })

  it.each([
    ['is cut off', '[{"sku":"A-1","name":"x"', 'bad_json_file'],
    ['is no JSON', '[{sku: 1}]', 'bad_json_file'],
    ['has no list', '{"a":{"b":1}}', 'no_records'],
    ['has a list of words', '["a","b"]', 'no_records'],
    ['has unknown fields', '[{"a":1}]', 'no_columns'],
    ['nests ten million arrays', '['.repeat(10_000_000), 'endless_text'],
    ['has a text of ten megabytes', `[{"sku":"${'x'.repeat(10_000_000)}`, 'endless_text'],
    [
      'has two thousand fields',
      JSON.stringify([
        { ...products[0], ...Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`f${n}`, n])) },
      ]),
      'too_many_columns',
    ],
  ])('a document that %s is refused', async (_name, text, code) => {
    await expect(json(text)).rejects.toMatchObject({ name: 'FeedFault', code })
  })
})

const catalogue = (content: string) =>
  `<?xml version="1.0"?><!-- <rss> --><!DOCTYPE catalogue>
<catalogue xmlns:xsi="x" xsi:schemaLocation="y"><shop><name>Demo</name><price>1</price></shop><products>
${content}</products></catalogue>`

describe('products in XML', () => {
  it('are the elements of a list, with those in them and their attributes as columns', async () => {
    const text = catalogue(`<p:product id="A-1"><name><![CDATA[Säkring & "kabel"]]></name>
      <price currency="SEK">129.00</price><lagerstatus>I lager</lagerstatus>
      <images><image url="https://x.example/a b.jpg"/><image url="https://x.example/b.jpg"/></images>
      <delivery><std>49</std><express>99</express></delivery></p:product>
      <p:product id="A-2"><name>Kabel</name><price>12,50</price><lagerstatus>Slut i lager</lagerstatus></p:product>`)
    for (const size of [text.length, 7]) {
      expect(await xml(text, size)).toMatchObject({
        table: { preset: 'price-list', unusedColumns: ['delivery.std', 'delivery.express'] },
        rows: [
          {
            row: 1,
            line: 3,
            feed: {
              sku: 'A-1',
              name: 'Säkring & "kabel"',
              availability: 'in_stock',
              imageLink: 'https://x.example/a%20b.jpg',
              additionalImageLinks: ['https://x.example/b.jpg'],
            },
          },
          { row: 2, feed: { sku: 'A-2', priceMinor: 1300, availability: 'out_of_stock' } },
        ],
      })
    }
  })

  it('of idealo and of PriceRunner are read, of which one says only when it delivers', async () => {
    const idealo = `<offers><offer><sku>A-1</sku><brand>Demo</brand><title>Kabel</title>
      <categoryPath>El/Kabel</categoryPath><url>https://x.example/</url><eans>4006381333931</eans>
      <price>129.00</price><deliveryTime>1-3 Werktage</deliveryTime></offer></offers>`
    const priceRunner = `<products><product><ProductName>Kabel</ProductName><SKU>A-1</SKU><Price>129.00</Price>
      <ShippingCost>0</ShippingCost><StockStatus>In Stock</StockStatus><Manufacturer>Demo</Manufacturer>
      <Category>El > Kabel</Category><ImageURL>https://x.example/a.jpg</ImageURL><EAN>4006381333931</EAN>
      <MPN>K-1</MPN></product></products>`
    for (const text of [idealo, priceRunner])
      expect((await xml(text)).rows).toMatchObject([
        {
          feed: {
            sku: 'A-1',
            name: 'Kabel',
            brand: 'Demo',
            gtin: '4006381333931',
            categoryNames: ['El', 'Kabel'],
            availability: 'in_stock',
            quantity: null,
          },
        },
      ])
  })

  it.each([
    ['<rss version="2.0"><channel>', true],
    ['<?xml version="1.0"?>\n<!-- a > b -->\n<rdf:RDF xmlns="http://purl.org/rss/1.0/">', true],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', true],
    ['<items xmlns:g="http://base.google.com/ns/1.0"><item>', true],
    ['<feed><product>', false],
    ['<products><!-- <rss> --><item>', false],
  ])('%j is a Merchant Center feed: %s', (begin, expected) => {
    expect(isMerchantXml(begin)).toBe(expected)
  })

  it.each([
    ['is cut off', '<a><b><sku>1</sku>', 'bad_xml'],
    ['has no list', '<a>text</a>', 'no_records'],
    ['has unknown elements', '<a><b><c>1</c></b></a>', 'no_columns'],
    ['uses an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a><b>&x;</b></a>', 'bad_xml'],
    ['nests elements', '<a>'.repeat(100_000), 'too_deep'],
    ['has a text of ten megabytes', `<a><b><c>${'x'.repeat(10_000_000)}`, 'endless_text'],
  ])('a document that %s is refused', async (_name, text, code) => {
    await expect(xml(text, 65_536)).rejects.toMatchObject({ name: 'FeedFault', code })
  })

  it('an element that is longer than a row may be is refused by itself', async () => {
    const long = `<product><sku>A-1</sku><name>x</name><price>5</price><stock>1</stock><text>${'x'.repeat(1_500_000)}</text></product>`
    const { rows } = await xml(catalogue(long), 65_536)
    expect(rows).toMatchObject([{ refused: { code: 'row_too_long' } }])
  })
})
