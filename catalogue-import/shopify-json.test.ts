import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readFeed } from './read-feed.server.ts'
import { shopifyRows } from './shopify-json.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-shopify-json-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** As `/products.json` of a storefront answers it. */
const lamp = {
  id: 1,
  title: 'Lampa',
  handle: 'lampa',
  body_html: '<p>Lyser.</p>',
  published_at: '2024-01-01T10:00:00+01:00',
  vendor: 'Philips',
  product_type: 'Lampor',
  tags: ['led', 'hem'],
  options: [{ name: 'Färg', position: 1, values: ['Röd', 'Blå'] }],
  variants: [
    {
      id: 2,
      title: 'Röd',
      option1: 'Röd',
      option2: null,
      option3: null,
      sku: 'L-R',
      requires_shipping: true,
      taxable: true,
      featured_image: { id: 5, src: 'https://x.example/red.jpg', alt: 'En röd lampa' },
      available: true,
      price: '199.00',
      grams: 200,
      compare_at_price: null,
    },
    {
      id: 3,
      title: 'Blå',
      option1: 'Blå',
      option2: null,
      option3: null,
      sku: 'L-B',
      requires_shipping: true,
      taxable: true,
      featured_image: null,
      available: false,
      price: '209.00',
      grams: 200,
      compare_at_price: '249.00',
    },
  ],
  images: [
    { id: 4, src: 'https://x.example/lamp.jpg' },
    { id: 5, src: 'https://x.example/red.jpg' },
    { id: 6, src: 'https://x.example/box.jpg' },
  ],
}

const cable = {
  title: 'Kabel',
  handle: 'kabel',
  body_html: null,
  options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
  variants: [{ option1: 'Default Title', sku: 'K-1', available: true, price: '50.00' }],
}

async function read(document: string): Promise<CatalogueRow[]> {
  const file = join(folder, 'products.json')
  await writeFile(file, document)
  const source = await readFeed(file, 'sv')
  const rows: CatalogueRow[] = []
  for await (const row of source.rows) rows.push(row)
  return rows
}

it('a product of a storefront becomes a row for each variant, and one for each further picture', () => {
  const rows = shopifyRows(lamp)!.map((row) => Object.fromEntries(row))
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    Handle: 'lampa',
    'Option1 Name': 'Färg',
    'Option1 Value': 'Röd',
    'Variant SKU': 'L-R',
    'Variant Price': '199.00',
    'Variant Inventory Qty': '',
    'Variant Image': 'https://x.example/red.jpg',
    'Image Src': 'https://x.example/lamp.jpg',
    Tags: 'led, hem',
  })
  expect(rows[1]).toMatchObject({ 'Variant SKU': 'L-B', 'Variant Inventory Qty': '0' })
  expect(rows[2]).toEqual({ Handle: 'lampa', 'Image Src': 'https://x.example/box.jpg', 'Image Alt Text': '' })
})

it('stock and state are those of the Admin API where it answers', () => {
  const [row] = shopifyRows({
    ...lamp,
    status: 'draft',
    published_at: null,
    tags: 'led, hem',
    variants: [
      { sku: 'L-R', price: '199.00', inventory_quantity: 7, inventory_management: 'shopify', image_id: 6 },
    ],
  })!
  expect(Object.fromEntries(row!)).toMatchObject({
    Status: 'draft',
    Published: 'false',
    'Variant Inventory Qty': '7',
    'Variant Inventory Tracker': 'shopify',
    'Variant Image': 'https://x.example/box.jpg',
  })
})

it.each([
  ['a document', JSON.stringify({ products: [lamp, cable] })],
  ['lines', `${JSON.stringify(lamp)}\n${JSON.stringify(cable)}\n`],
])('%s of its products is read as the product export', async (_form, document) => {
  const rows = await read(document)
  expect(rows.flatMap(({ feed }) => (feed ? [[feed.sku, feed.name]] : []))).toEqual([
    ['L-R', 'Lampa, Röd'],
    ['L-B', 'Lampa, Blå'],
    ['K-1', 'Kabel'],
  ])
})

it('any other object is none', () => {
  expect(shopifyRows({ handle: 'x', variants: 'none' })).toBeNull()
  fc.assert(
    fc.property(fc.object({ maxDepth: 2 }), (object) => {
      expect(shopifyRows(object)).toBeNull()
    }),
  )
})
