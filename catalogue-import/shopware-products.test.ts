import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { priceListTable } from './price-list-table.ts'
import { shopwareProducts } from './shopware-products.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'
import { tablePresets } from './table-presets.ts'

const columns =
  'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;purchase_prices_net;purchase_prices_gross;tax_id;tax_rate;tax_name;cover_media_id;cover_media_url;cover_media_title;cover_media_alt;manufacturer_id;manufacturer_name;categories;sales_channel;propertyIds;optionIds'.split(
    ';',
  )
const id = (digit: string) => digit.repeat(32)
const product = {
  id: id('a'),
  product_number: 'SW-1',
  active: '1',
  stock: '12',
  name: 'Knopfzelle CR2032',
  description: '<p>Für Schlüssel.</p>',
  price_net: '8.39',
  price_gross: '9.99',
  tax_rate: '19',
  manufacturer_name: 'Demo Cells',
  cover_media_url: 'https://cdn.example.com/a.jpg',
  categories: `${id('c')}|${id('d')}`,
}
const variant = { id: id('b'), parent_id: id('a'), product_number: 'SW-1.1', stock: '3', optionIds: id('e') }

const read = (...rows: Record<string, string>[]) =>
  presetRows(shopwareProducts, tableOf(columns, rows), stores.de)

describe('the product export of Shopware', () => {
  it('is recognised by its columns, and sells at the price with VAT', async () => {
    expect(tablePresets.find(({ matches }) => matches(columns))).toBe(shopwareProducts)
    const [row] = await read(product)
    expect(row).toMatchObject({
      id: 'SW-1',
      values: {
        id: 'SW-1',
        title: 'Knopfzelle CR2032',
        price: '9.99 EUR',
        availability: 'in_stock',
        quantity: '12',
        brand: 'Demo Cells',
        image_link: 'https://cdn.example.com/a.jpg',
      },
    })
  })

  it('does not take ids of categories for names', async () => {
    const [row] = await read(product)
    expect(row?.values).not.toHaveProperty('product_type')
    expect(row?.repaired).toMatchObject([{ code: 'category_ids', column: 'product_type' }])
    const [named] = await read({ ...product, categories: 'Akkus > Knopfzellen' })
    expect(named?.values).toMatchObject({ product_type: 'Akkus > Knopfzellen' })
  })

  it('refuses what the shop does not show, with the variants of such a product', async () => {
    for (const active of ['0', 'false', 'FALSCH'])
      expect(await read({ ...product, active })).toMatchObject([
        { refused: { code: 'not_published', column: 'active', value: active } },
      ])
    expect(await read({ ...product, active: '?' })).toMatchObject([{ refused: { code: 'unclear_word' } }])
    expect(await read({ ...product, active: '0' }, variant)).toMatchObject([
      { id: 'SW-1.1', refused: { code: 'not_published' } },
    ])
    expect(await read(product, { ...variant, active: '0' })).toMatchObject([
      { id: 'SW-1.1', refused: { code: 'not_published' } },
    ])
  })

  it('makes each variant a product of its own with what it shares, and says so', async () => {
    const other = { ...variant, id: id('f'), product_number: 'SW-1.2', stock: '0', price_gross: '12,50' }
    // A variant may come before its product.
    const rows = await read(variant, product, other)
    expect(rows).toMatchObject([
      {
        id: 'SW-1.1',
        values: { title: 'Knopfzelle CR2032', price: '9.99 EUR', quantity: '3', brand: 'Demo Cells' },
      },
      { id: 'SW-1.2', values: { price: '12.50 EUR', availability: 'out_of_stock' } },
    ])
    for (const { repaired } of rows)
      expect(repaired).toContainEqual({ code: 'no_choice', column: 'parent_id', value: 'SW-1' })
    expect(await read({ ...variant, parent_id: id('9') })).toMatchObject([
      { id: 'SW-1.1', refused: { code: 'unknown_parent', column: 'parent_id' } },
    ])
  })
})

describe('a price list with a column that says whether a product is shown', () => {
  const list = async (column: string, value: string) => {
    const names = ['Artikelnummer', 'Name', 'Preis', 'Lager', column]
    const row = { Artikelnummer: 'A-1', Name: 'Akku', Preis: '9,99', Lager: '4', [column]: value }
    return (await presetRows(priceListTable, tableOf(names, [row]), stores.de))[0]
  }

  it.each([
    ['Aktiv', '0'],
    ['Active (0/1)', '0'],
    ['published', 'FALSCH'],
    ['Status', 'Entwurf'],
    ['Status', 'false'],
  ])('refuses a row whose %s is %s', async (column, value) => {
    expect(await list(column, value)).toMatchObject({ refused: { code: 'not_published', column, value } })
  })

  it('refuses a word that is neither, and takes yes and a status that means something else', async () => {
    expect(await list('Aktiv', 'vielleicht')).toMatchObject({ refused: { code: 'unclear_word' } })
    expect((await list('Aktiv', 'WAHR'))?.values).toMatchObject({ id: 'A-1' })
    expect((await list('Status', 'Neuheit'))?.values).toMatchObject({ id: 'A-1' })
    expect((await list('Aktiv', ''))?.values).toMatchObject({ id: 'A-1' })
  })
})
