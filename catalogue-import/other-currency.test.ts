import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { merchantTable } from './merchant-table.ts'
import { namingCurrency, withCurrencyChecked } from './other-currency.ts'
import { amountWith, isLower } from './preset-prices.ts'
import { shopifyProducts } from './shopify-products.ts'
import { presetRows } from './table-feed.server.ts'
import { tableOf } from './table-fixture.test-support.ts'
import type { Table, TablePreset } from './table.ts'

async function read(preset: TablePreset, table: Table) {
  const rows = []
  for await (const row of presetRows(preset, table, stores.da)) rows.push(row)
  return rows
}
const inSwedish = { code: 'other_currency', values: { found: 'SEK', currency: 'DKK' } }

describe('a file in another currency than the store’s', () => {
  it('is refused by a column with the currency, in which that of the store is taken', async () => {
    const columns = [
      'Handle',
      'Title',
      'Option1 Name',
      'Option1 Value',
      'Variant SKU',
      'Variant Price',
      'Valuta',
    ]
    const cells = { Title: 'Lygte', 'Variant Price': '199' }
    const table = tableOf(columns, [
      { ...cells, Handle: 'a', 'Variant SKU': 'A', Valuta: 'sek' },
      { ...cells, Handle: 'b', 'Variant SKU': 'B', Valuta: 'DKK' },
      { ...cells, Handle: 'c', 'Variant SKU': 'C', Valuta: '' },
    ])
    const [swedish, danish, unknown] = await read(shopifyProducts, table)
    expect(swedish?.refused).toEqual({
      code: 'wrong_currency',
      column: 'Valuta',
      value: 'SEK',
      detail: inSwedish,
    })
    expect([danish?.feed?.priceMinor, unknown?.feed?.priceMinor]).toEqual([19900, 19900])
  })

  it('is refused by the currency in a price', async () => {
    const columns = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price']
    const cells = { Handle: 'a', Title: 'Lygte', 'Variant SKU': 'A' }
    for (const [price, refused] of [
      ['199 SEK', { code: 'wrong_currency', column: 'Variant Price', detail: inSwedish }],
      ['€ 19,90', { code: 'wrong_currency', detail: { values: { found: 'EUR', currency: 'DKK' } } }],
      ['199 kr.', undefined],
      ['DKK 199,00', undefined],
    ] as const) {
      const [row] = await read(shopifyProducts, tableOf(columns, [{ ...cells, 'Variant Price': price }]))
      if (refused) expect(row?.refused).toMatchObject(refused)
      else expect(row?.feed?.priceMinor).toBe(19900)
    }
  })

  it('is refused by the prices of a feed, whose other columns say nothing', async () => {
    const columns = ['id', 'title', 'availability', 'price', 'currency']
    const row = { id: 'A', title: 'Lygte', availability: 'in_stock', currency: 'SEK' }
    const table = tableOf(columns, [
      { ...row, price: '199 SEK' },
      { ...row, id: 'B', price: '199 DKK' },
    ])
    expect(await read(merchantTable, table)).toMatchObject([
      { refused: { code: 'wrong_currency', detail: inSwedish } },
      { feed: { priceMinor: 19900 } },
    ])
  })
})

it('other refusals stay as they are, and a table without such a column is read as it is', () => {
  const problem = { code: 'bad_amount', value: '1 SEK' } as const
  expect(namingCurrency(problem, stores.da)).toBe(problem)
  const table = tableOf(['id'], [])
  expect(withCurrencyChecked(table, stores.da)).toBe(table)
})

it('prices are compared without their currency', () => {
  expect(isLower('149 kr', '199,00 kr')).toBe(true)
  expect(amountWith('1.299,00 kr', stores.da)).toBe('1299.00 DKK')
  expect(amountWith('mange', stores.da)).toBe('mange DKK')
})
