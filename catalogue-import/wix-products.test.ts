import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readFeedRow } from './feed-row.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'
import { tablePresets } from './table-presets.ts'
import { wixProducts } from './wix-products.ts'

const columns =
  'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2,brand'.split(
    ',',
  )
const newer =
  'handle,fieldType,name,visible,plainDescription,media,brand,price,strikethroughPrice,inventory,sku,barcode,weight,productOptionName1,productOptionChoices1'.split(
    ',',
  )

const read = (rows: Record<string, string>[], names = columns) =>
  presetRows(wixProducts, tableOf(names, rows), stores.de)

const hat = {
  handleId: 'product_1',
  fieldType: 'Product',
  name: 'Hut',
  description: '<p>Aus Stroh.</p>',
  productImageUrl: 'ab_1~mv2.jpg;ab_2~mv2.png;notes.pdf',
  collection: 'All Products;Hüte;Sommer',
  price: '45.0',
  visible: 'true',
  discountMode: 'PERCENT',
  discountValue: '0.0',
  inventory: 'InStock',
  productOptionName1: 'Größe',
  productOptionDescription1: 'S;M',
  productOptionName2: 'Farbe',
  productOptionDescription2: '#000000:Schwarz;#ffffff:Weiß',
  brand: 'Demo',
}
const variant = (size: string, color: string, more: Record<string, string> = {}) => ({
  handleId: 'product_1',
  fieldType: 'Variant',
  visible: 'true',
  inventory: '4',
  productOptionDescription1: size,
  productOptionDescription2: color,
  ...more,
})

describe('the product export of Wix', () => {
  it('is recognised before a price list, in both spellings', () => {
    expect(tablePresets.find(({ matches }) => matches(columns))?.name).toBe('wix-products')
    expect(tablePresets.find(({ matches }) => matches(newer))?.name).toBe('wix-products')
    expect(wixProducts.unused?.(columns)).toEqual(['ribbon', 'weight', 'cost'])
  })

  it('gives each variant the product of its row, with the surcharge', async () => {
    const rows = await read([
      hat,
      variant('S', '#000000:Schwarz', { sku: 'H-S', surcharge: '5.5' }),
      variant('M', '#ffffff:Weiß', { inventory: '' }),
      variant('M', '#000000:Schwarz', { visible: 'false' }),
    ])
    expect(rows).toMatchObject([
      {
        row: 3,
        id: 'H-S',
        values: {
          title: 'Hut, S, Schwarz',
          price: '50.50 EUR',
          sale_price: '',
          availability: 'in_stock',
          quantity: '4',
          brand: 'Demo',
          product_type: 'Hüte',
          image_link: 'https://static.wixstatic.com/media/ab_1~mv2.jpg',
          additional_image_link: 'https://static.wixstatic.com/media/ab_2~mv2.png',
          variant: {
            group: 'product_1',
            title: 'Hut',
            choices: [
              { name: 'Größe', value: 'S' },
              { name: 'Farbe', value: 'Schwarz' },
            ],
          },
        },
      },
      {
        row: 4,
        id: 'product_1-m-weiß',
        values: { title: 'Hut, M, Weiß', price: '45.00 EUR', availability: 'in_stock' },
        repaired: [{ code: 'made_sku' }, { code: 'uncounted_stock' }],
      },
      { row: 5, refused: { code: 'not_published', column: 'visible' } },
    ])
    expect(readFeedRow(rows[0]!.values!, stores.de, { isFeed: false })).toMatchObject({
      ok: true,
      feed: { description: 'Aus Stroh.', priceMinor: 5050 },
    })
  })

  it('sells at the discounted price, and names choices that have no row', async () => {
    const rows = await read([
      { ...hat, sku: 'H', discountMode: 'AMOUNT', discountValue: '9', inventory: '0' },
      {
        ...hat,
        handleId: 'product_2',
        sku: 'H2',
        productOptionName1: '',
        productOptionDescription1: '',
        productOptionDescription2: '',
        discountValue: '10',
      },
      { ...hat, handleId: 'product_3', sku: 'H3', price: 'auf Anfrage' },
      { ...hat, handleId: 'product_4', visible: 'FALSCH' },
      { ...hat, handleId: 'product_5', sku: 'H5', price: `1${'0'.repeat(30)}`, discountValue: '500' },
    ])
    expect(rows).toMatchObject([
      {
        id: 'H',
        values: { title: 'Hut', price: '36.00 EUR', availability: 'out_of_stock', quantity: '0' },
        repaired: [
          { code: 'any_choice', column: 'productOptionName1', value: 'S;M' },
          { code: 'any_choice', column: 'productOptionName2' },
          { code: 'reduction_not_taken', column: 'discountValue', value: '45.00' },
        ],
      },
      {
        id: 'H2',
        values: { price: '40.50 EUR' },
        repaired: [{ code: 'reduction_not_taken' }, { code: 'uncounted_stock', value: 'InStock' }],
      },
      { id: 'H3', values: { price: 'auf Anfrage EUR' } },
      { refused: { code: 'not_published' } },
      { id: 'H5', values: { price: `price 1${'0'.repeat(30)}, surcharge 0, discountValue 500` } },
    ])
    expect(readFeedRow(rows[4]!.values!, stores.de, { isFeed: false })).toMatchObject({
      problem: { column: 'price' },
    })
    expect(rows[0]?.values?.variant).toBeUndefined()
  })

  it('reads each product that has the handle of another one, or none', async () => {
    const plain = { ...hat, handleId: '', productOptionDescription1: '', productOptionDescription2: '' }
    const rows = await read([
      { ...plain, sku: 'A' },
      { ...plain, sku: 'B' },
    ])
    expect(rows.map(({ id }) => id)).toEqual(['A', 'B'])
  })

  it('adds the choice to a number that variants share with their product or each other', async () => {
    const rows = await read([
      { ...hat, sku: 'H' },
      variant('S', 'Rot', { sku: 'h' }),
      variant('M', 'Rot', { sku: 'X' }),
      variant('L', 'Rot', { sku: 'X' }),
      { ...hat, handleId: 'product_2', sku: 'G' },
      variant('S', 'Rot', { handleId: 'product_2', sku: 'G' }),
    ])
    expect(rows.map(({ id }) => id)).toEqual(['h-s-rot', 'X-m-rot', 'X-l-rot', 'G-s-rot'])
    expect(rows[1]?.repaired).toMatchObject([{ code: 'shared_sku', column: 'sku', value: 'X' }])
  })

  it('takes a surcharge below zero off, reads any percentage, and refuses a discount that is no number', async () => {
    const plain = { ...hat, sku: 'H' }
    const [cheaper] = await read([plain, variant('S', 'Rot', { sku: 'H-S', surcharge: '-5' })])
    expect(cheaper?.values?.price).toBe('40.00 EUR')
    const [third] = await read([{ ...plain, discountValue: '33,333' }])
    expect(third?.values?.price).toBe('30.00 EUR')
    const [unclear] = await read([{ ...plain, discountValue: '10 %' }])
    const [named] = await read([plain, variant('S', 'Rot', { sku: 'H-S', surcharge: '5 EUR' })])
    for (const { values } of [unclear!, named!])
      expect(readFeedRow(values!, stores.de, { isFeed: false })).toMatchObject({
        problem: { column: 'price' },
      })
  })

  it('leaves pictures alone where the table has none', async () => {
    const [row] = await read(
      [{ ...hat, sku: 'H' }],
      columns.filter((column) => column !== 'productImageUrl'),
    )
    expect(row?.values).not.toHaveProperty('image_link')
  })

  it('with the columns since 2025 has prices and numbers of barcodes of its variants', async () => {
    const product = {
      handle: 'hut',
      fieldType: 'PRODUCT',
      name: 'Hut',
      visible: 'TRUE',
      media: 'wix:image://v1/ab_1~mv2.jpg/front.jpg#originWidth=10&originHeight=10',
      price: '45',
      inventory: 'IN_STOCK',
      productOptionName1: 'Größe',
      productOptionChoices1: 'S;M',
    }
    const more = { handle: 'hut', fieldType: 'VARIANT', visible: 'TRUE' }
    const rows = await read(
      [
        product,
        { handle: 'hut', fieldType: 'MEDIA', media: 'ab_9~mv2.jpg' },
        {
          ...more,
          sku: 'S1',
          price: '39',
          strikethroughPrice: '45',
          barcode: '5901234123457',
          productOptionChoices1: 'S',
        },
        { ...more, sku: 'S2', price: '49', inventory: 'OUT_OF_STOCK', productOptionChoices1: 'M' },
      ],
      newer,
    )
    expect(rows).toMatchObject([
      {
        id: 'S1',
        values: {
          price: '39 EUR',
          gtin: '5901234123457',
          image_link: 'https://static.wixstatic.com/media/ab_1~mv2.jpg',
          additional_image_link: 'https://static.wixstatic.com/media/ab_9~mv2.jpg',
        },
        repaired: [{ code: 'reduction_not_taken', value: '45' }, { code: 'uncounted_stock' }],
      },
      { id: 'S2', values: { price: '49.00 EUR', availability: 'out_of_stock' } },
    ])
  })
})
