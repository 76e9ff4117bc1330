/** Product exports of Magento 2 and Adobe Commerce. */
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { magentoProducts } from './magento-products.ts'
import { presetRows } from './table-feed.server.ts'
import { tableOf } from './table-fixture.test-support.ts'

const columns = [
  'sku',
  'store_view_code',
  'attribute_set_code',
  'product_type',
  'categories',
  'name',
  'description',
  'short_description',
  'weight',
  'product_online',
  'visibility',
  'price',
  'special_price',
  'special_price_from_date',
  'special_price_to_date',
  'base_image',
  'additional_images',
  'additional_attributes',
  'qty',
  'allow_backorders',
  'is_in_stock',
  'manage_stock',
  'use_config_manage_stock',
  'configurable_variations',
  'configurable_variation_labels',
]

const bag = {
  sku: '24-MB01',
  attribute_set_code: 'Bag',
  product_type: 'simple',
  categories: 'Default Category/Gear,Default Category/Gear/Bags, Packs,Default Category',
  name: 'Joust Duffle Bag',
  description: '<p>The sporty Joust Duffle Bag.</p>',
  product_online: '1',
  visibility: 'Catalog, Search',
  price: '34.000000',
  base_image: 'https://old.example/media/m/b/bag one.jpg',
  additional_images: 'https://old.example/media/m/b/bag one.jpg,https://old.example/media/m/b/two.jpg',
  additional_attributes: 'activity=Gym|Hiking,ean=4006381333931,features=Audio, Zipper,manufacturer="Joust"',
  qty: '100.0000',
  is_in_stock: '1',
}

const child = {
  ...bag,
  sku: 'WS01-XS-Red',
  name: 'Gwyneth Endurance Tee-XS-Red',
  categories: '',
  description: '',
  visibility: 'Not Visible Individually',
  additional_attributes: 'color=Red,size=XS',
}

const parent = {
  ...bag,
  sku: 'WS01',
  product_type: 'configurable',
  name: 'Gwyneth Endurance Tee',
  qty: '0.0000',
  additional_attributes: '',
  configurable_variations:
    'sku=WS01-XS-Red,size=XS,color=Red,price=39.00|sku=WS01-XS-Blue,size=XS,color=Blue',
  configurable_variation_labels: 'size=Size,color=Colour',
}

async function read(rows: Record<string, string>[], more: string[] = []): Promise<CatalogueRow[]> {
  const found: CatalogueRow[] = []
  const table = tableOf([...columns, ...more], rows)
  for await (const row of presetRows(magentoProducts, table, stores.de)) found.push(row)
  return found
}

it('further categories are those that are neither the deepest nor above another one', async () => {
  const [row] = await read([{ ...bag, categories: `${bag.categories},Default Category/Sale` }])
  expect(row?.feed).toMatchObject({
    categoryNames: ['Gear', 'Bags, Packs'],
    furtherCategories: [['Sale']],
  })
})

it('the labels of pictures are their alternative texts, where there are as many as pictures', async () => {
  const named = { ...bag, base_image_label: 'Front' }
  const [bags, unclear] = await read(
    [
      { ...named, additional_image_labels: ',Two bags' },
      { ...named, sku: '24-MB02', additional_image_labels: 'Bag, front,Two bags' },
    ],
    ['base_image_label', 'additional_image_labels'],
  )
  expect(bags?.feed?.pictureTexts).toEqual({ main: 'Front', additional: ['Two bags'] })
  expect(unclear?.feed?.pictureTexts).toEqual({ main: 'Front', additional: [] })
})

describe('the product export of Magento', () => {
  it('is recognised, and says what it does not read', () => {
    expect(magentoProducts.matches(columns)).toBe(true)
    expect(magentoProducts.matches(['sku', 'name', 'price', 'qty'])).toBe(false)
    expect(magentoProducts.unused?.(columns)).toEqual(['weight'])
  })

  it('gives a simple product', async () => {
    const [row] = await read([bag])
    expect(row?.feed).toMatchObject({
      sku: '24-MB01',
      name: 'Joust Duffle Bag',
      description: 'The sporty Joust Duffle Bag.',
      brand: 'Joust',
      gtin: '4006381333931',
      categoryNames: ['Gear', 'Bags, Packs'],
      priceMinor: 3400,
      availability: 'in_stock',
      quantity: { units: 100 },
      imageLink: 'https://old.example/media/m/b/bag%20one.jpg',
      additionalImageLinks: ['https://old.example/media/m/b/two.jpg'],
    })
  })

  it('gives the former address; a variation has that of the product it belongs to', async () => {
    const names = [...columns, 'url_key']
    const rows = [
      { ...bag, url_key: 'joust-bag' },
      { ...child, url_key: 'tee-xs-red' },
      { ...parent, url_key: 'tee' },
    ]
    const found: CatalogueRow[] = []
    for await (const row of presetRows(magentoProducts, tableOf(names, rows), stores.de)) found.push(row)
    expect(found.map(({ feed }) => feed?.formerPath)).toEqual(['/joust-bag.html', '/tee.html'])
  })

  it('gives variations, which come before the product they belong to, its text and their choices', async () => {
    const [red, blue, alone] = await read([
      child,
      parent,
      { ...child, sku: 'WS01-XS-Blue' },
      { ...child, sku: 'ALONE' },
    ])
    expect([red, blue].map((row) => row?.feed?.variant?.choices)).toEqual([
      [
        { name: 'Size', value: 'XS' },
        { name: 'Colour', value: 'Blue' },
      ],
      [
        { name: 'Size', value: 'XS' },
        { name: 'Colour', value: 'Red' },
      ],
    ])
    expect(blue).toMatchObject({
      row: 2,
      feed: {
        sku: 'WS01-XS-Red',
        name: 'Gwyneth Endurance Tee, XS, Red',
        description: 'The sporty Joust Duffle Bag.',
        categoryNames: ['Gear', 'Bags, Packs'],
        variant: { group: 'WS01', title: 'Gwyneth Endurance Tee' },
      },
    })
    expect(alone).toMatchObject({ id: 'ALONE', refused: { code: 'not_published', column: 'visibility' } })
  })

  it.each([
    [{ special_price: '30.000000' }, 3000],
    [{ special_price: '30.00', special_price_from_date: '2020-11-01 00:00:00' }, 3000],
    [{ special_price: '30.00', special_price_to_date: '30.11.20' }, 3400],
    [{ special_price: '30.00', special_price_to_date: '11/30/20, 12:00 AM' }, 3400],
    [{ special_price: '40.00' }, 3400],
  ])(
    'sells at the special price of %j while it applies, and takes no reduction',
    async (cells, priceMinor) => {
      const [row] = await read([{ ...bag, ...cells }])
      expect(row?.feed).toMatchObject({ priceMinor, salePriceMinor: null })
      const codes = row?.repaired?.map(({ code }) => code)
      expect(codes?.includes('reduction_not_taken')).toBe(cells.special_price < '34')
    },
  )

  it('leaves out a special price until a date that can mean two days', async () => {
    const [row] = await read([{ ...bag, special_price: '30.00', special_price_to_date: '11/12/26' }])
    expect(row).toMatchObject({
      feed: { priceMinor: 3400, salePriceMinor: null },
      repaired: [
        { code: 'field_left_out', column: 'special_price_to_date' },
        { code: 'reduction_not_taken', column: 'price' },
        {},
        {},
      ],
    })
  })

  it.each([
    [{ qty: '0.0000' }, 'out_of_stock', 0],
    [{ qty: '-2.0000', allow_backorders: '1' }, 'backorder', undefined],
    [{ qty: '5', is_in_stock: '0' }, 'out_of_stock', 0],
    [{ qty: '0', manage_stock: '0' }, 'in_stock', undefined],
    [{ qty: '0', manage_stock: '0', use_config_manage_stock: '1' }, 'out_of_stock', 0],
  ])('reads the stock of %j', async (cells, availability, units) => {
    const [row] = await read([{ ...bag, ...cells }])
    expect(row?.feed).toMatchObject({ availability })
    expect(row?.feed?.quantity?.units).toBe(units)
  })

  it.each([
    [{ store_view_code: 'de' }, 'kind_not_taken', 'store_view_code'],
    [{ product_online: '2' }, 'not_published', 'product_online'],
    [{ product_type: 'bundle' }, 'kind_not_taken', 'product_type'],
    [{ visibility: 'Einzeln nicht sichtbar' }, 'not_published', 'visibility'],
    [{ price: '28.571400' }, 'bad_amount', 'price'],
  ])('refuses a row with %j', async (cells, code, column) => {
    expect(await read([{ ...bag, ...cells }])).toMatchObject([{ id: bag.sku, refused: { code, column } }])
  })

  it('leaves out pictures named by their path, and an invalid number', async () => {
    const [row] = await read([
      {
        ...bag,
        base_image: '/m/b/mb01.jpg',
        additional_images: 'no_selection',
        additional_attributes: 'ean=123',
      },
    ])
    expect(row).toMatchObject({
      feed: { imageLink: undefined, gtin: undefined },
      repaired: [
        { code: 'picture_not_taken', value: '/m/b/mb01.jpg' },
        { code: 'field_left_out', column: 'gtin' },
        { code: 'html' },
      ],
    })
  })
})
