import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'
import { squarespaceProducts } from './squarespace-products.ts'
import { tablePresets } from './table-presets.ts'

const columns = [
  'Product ID [Non Editable]',
  'Variant ID [Non Editable]',
  'Product Type [Non Editable]',
  'Product Page',
  'Product URL',
  'Title',
  'Description',
  'SKU',
  'Option Name 1',
  'Option Value 1',
  'Price',
  'Sale Price',
  'On Sale',
  'Stock',
  'Categories',
  'Tags',
  'Weight',
  'Visible',
  'Hosted Image URLs',
]

const read = (rows: Record<string, string>[]) =>
  presetRows(squarespaceProducts, tableOf(columns, rows), stores.de)

const tea = {
  'Product ID [Non Editable]': 'p1',
  'Variant ID [Non Editable]': 'v1',
  'Product Type [Non Editable]': 'PHYSICAL',
  'Product Page': 'shop',
  'Product URL': 'tee',
  Title: 'Tee',
  Description: '<p>Schwarz.</p>',
  SKU: 'SQ1',
  'Option Name 1': 'Menge',
  'Option Value 1': '50 g',
  Price: '8.00',
  'Sale Price': '6.50',
  'On Sale': 'Yes',
  Stock: 'Unlimited',
  Categories: '/angebote, /getraenke/tee',
  Visible: 'Yes',
  'Hosted Image URLs': 'https://images.example.com/a.jpg https://images.example.com/b.jpg',
}

describe('the product export of Squarespace', () => {
  it('is recognised before a price list, and names the columns that it does not read', () => {
    expect(tablePresets.find(({ matches }) => matches(columns))?.name).toBe('squarespace-products')
    expect(squarespaceProducts.unused?.(columns)).toEqual(['Weight'])
  })

  it('gives each variant the product of its first row', async () => {
    const rows = await read([
      tea,
      {
        'Variant ID [Non Editable]': 'v2',
        SKU: 'SQ2',
        'Option Value 1': '100 g',
        Price: '14.00',
        'Sale Price': '0.00',
        'On Sale': 'No',
        Stock: '7',
      },
      {
        ...tea,
        'Product ID [Non Editable]': 'p2',
        SKU: '',
        'Product URL': 'kanne',
        Title: 'Kanne',
        'Option Name 1': '',
        'Option Value 1': '',
        'On Sale': 'No',
        Stock: '-1',
      },
    ])
    expect(rows).toMatchObject([
      {
        id: 'SQ1',
        values: {
          title: 'Tee, 50 g',
          price: '6.50 EUR',
          sale_price: '',
          availability: 'in_stock',
          product_type: 'getraenke > tee',
          image_link: 'https://images.example.com/a.jpg',
          additional_image_link: 'https://images.example.com/b.jpg',
          formerAddress: '/shop/p/tee',
          variant: { group: 'p1', title: 'Tee', choices: [{ name: 'Menge', value: '50 g' }] },
        },
        repaired: [{ code: 'reduction_not_taken', value: '8.00' }, { code: 'uncounted_stock' }],
      },
      {
        id: 'SQ2',
        values: {
          title: 'Tee, 100 g',
          price: '14.00 EUR',
          quantity: '7',
          variant: { group: 'p1', choices: [{ name: 'Menge', value: '100 g' }] },
        },
      },
      {
        id: 'p2',
        values: { title: 'Kanne', price: '8.00 EUR', availability: 'out_of_stock', quantity: '0' },
        repaired: [{ code: 'made_sku' }, { code: 'negative_stock' }],
      },
    ])
    expect(rows[2]?.values?.variant).toBeUndefined()
  })

  it('knows products that a merchant has added, and variants that repeat the id and number of their product', async () => {
    const rows = await read([
      { ...tea, 'On Sale': 'No' },
      { ...tea, 'Option Value 1': '100 g', 'On Sale': 'No' },
      {
        ...tea,
        'Product ID [Non Editable]': '',
        SKU: 'K',
        Title: 'Kanne',
        'Option Value 1': '',
        'On Sale': 'No',
      },
    ])
    expect(rows.map(({ id, values }) => [id, values?.title])).toEqual([
      ['SQ1-50-g', 'Tee, 50 g'],
      ['SQ1-100-g', 'Tee, 100 g'],
      ['K', 'Kanne'],
    ])
  })

  it('leaves pictures alone where the table has none', async () => {
    const table = tableOf(
      columns.filter((column) => column !== 'Hosted Image URLs'),
      [tea],
    )
    const [row] = await presetRows(squarespaceProducts, table, stores.de)
    expect(row?.values).not.toHaveProperty('image_link')
  })

  it('refuses services and what is not shown, with all variants', async () => {
    const rows = await read([
      { ...tea, 'Product Type [Non Editable]': 'SERVICE' },
      { SKU: 'SQ2', 'Option Value 1': '100 g', Price: '14.00' },
      { ...tea, 'Product ID [Non Editable]': 'p2', Visible: 'FALSCH' },
    ])
    expect(rows).toMatchObject([
      { refused: { code: 'kind_not_taken', value: 'service' } },
      { id: 'SQ2', refused: { code: 'kind_not_taken' } },
      { refused: { code: 'not_published', column: 'Visible' } },
    ])
  })
})
