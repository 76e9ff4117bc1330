/** Lists of prices and stock without names change the products of a store. */
import { describe, expect, it } from 'vitest'
import { rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

const products = () =>
  shop.importBytes(
    tsv([
      rowOf({ gtin: '4006381333931', description: 'Bra.' }),
      rowOf({ id: '0012', title: 'Batteri 9 V', gtin: '0012345678905', quantity: '3' }),
      rowOf({ id: 'A-3', title: 'Laddare', price: '100.00 SEK', sale_price: '80.00 SEK', gtin: '' }),
    ]),
    'sv',
  )
const stored = async () =>
  Object.fromEntries(
    (
      await shop.rowsOf(`select p.sku, s.name, s.description, p.gtin, k.available,
          (select string_agg(t.price_minor::text, '/' order by t.kind desc) from price_tier t
            where t.product_id = p.id and t.store = s.store) as prices
        from product p join store_product s on s.product_id = p.id
        join stock k on k.product_id = p.id and k.store = s.store where s.store = 'sv' order by p.sku`)
    ).map(({ sku, ...rest }) => [sku, rest]),
  )

describe('a list without names', () => {
  it('changes the prices of products that the store has, and says so per field', async () => {
    await products()
    const list = 'Art.nr;Pris inkl. moms\nA-1;59,-\n0012;49,00\nX-9;12,00\n;13,00\nA-3;dyr\n'
    const dry = await shop.importBytes(list, 'sv', { dryRun: true })
    expect(dry).toMatchObject({ created: 0, changed: 1, unchanged: 1, refused: 3 })
    expect(dry.table).toMatchObject({ preset: 'price-update', unusedColumns: [] })
    expect(dry.changes).toMatchObject([
      { row: 2, id: 'A-1', column: 'price', before: '49.00 SEK', after: '59.00 SEK' },
    ])
    expect(dry.reports.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { row: 4, id: 'X-9', code: 'unknown_product', column: 'id', value: 'X-9' },
      { row: 5, code: 'missing', column: 'Art.nr' },
      { row: 6, id: 'A-3', code: 'bad_amount', column: 'Pris inkl. moms' },
    ])
    const before = await stored()
    expect(await shop.importBytes(list, 'sv')).toMatchObject({ created: 0, changed: 1, refused: 3 })
    expect(await stored()).toEqual({ ...before, 'A-1': { ...(before['A-1'] as object), prices: '5900' } })
  })

  it('finds products by GTIN, also where a spreadsheet has taken the zeros in front', async () => {
    await products()
    const list = 'EAN;Preis\n4006381333931;55,00\n12345678905;66,00\n4006381333948;77,00\n'
    const result = await shop.importBytes(list, 'sv')
    expect(result).toMatchObject({ created: 0, changed: 2, refused: 1 })
    expect(result.reports).toMatchObject([
      { row: 4, id: '4006381333948', code: 'unknown_product', column: 'gtin' },
    ])
    expect(await stored()).toMatchObject({
      'A-1': { prices: '5500', gtin: '4006381333931' },
      '0012': { prices: '6600', gtin: '0012345678905' },
    })
  })

  it('finds products by GTIN where the number is a supplier’s, and refuses a GTIN of several', async () => {
    await products()
    await shop.importBytes(
      tsv([rowOf({ id: 'A-4', title: 'Batteri AA, 4 st', gtin: '4006381333931' })]),
      'sv',
    )
    const list = 'Article number,EAN,Price\nSUP-7,0012345678905,66.00\nSUP-8,4006381333931,77.00\n'
    const result = await shop.importBytes(list, 'sv')
    expect(result).toMatchObject({ changed: 1, refused: 1 })
    expect(result.reports).toMatchObject([{ row: 3, code: 'ambiguous_gtin', value: '4006381333931' }])
    expect(await stored()).toMatchObject({ '0012': { prices: '6600' }, 'A-1': { prices: '4900' } })
  })

  it('with a price before the reduction makes and ends reductions', async () => {
    await products()
    await shop.importBytes('SKU,Price,Compare at price\nA-1,39.00,49.00\nA-3,100.00,\n', 'sv')
    expect(await stored()).toMatchObject({ 'A-1': { prices: '4900/3900' }, 'A-3': { prices: '10000' } })
  })

  it('keeps a reduction that it does not mention, and refuses a price that contradicts it', async () => {
    await products()
    const result = await shop.importBytes('SKU;Price\nA-3;90.00\n', 'sv')
    expect(result).toMatchObject({ changed: 1, refused: 0 })
    expect(await stored()).toMatchObject({ 'A-3': { prices: '9000/8000' } })
    expect((await shop.importBytes('SKU;Price\nA-3;70.00\n', 'sv')).reports).toMatchObject([
      { id: 'A-3', code: 'sale_price_not_lower' },
    ])
  })

  it('with stock counts it where a row says one', async () => {
    await products()
    const list = 'Varenr.;Pris;Lager\nA-1;49,00;0\n0012;49,00;\nA-3;100,00;12\n'
    const result = await shop.importBytes(list, 'sv')
    expect(result.changes).toMatchObject([
      { id: 'A-1', column: 'availability' },
      { id: 'A-1', column: 'quantity', after: '0' },
      { id: 'A-3', column: 'quantity', before: '9', after: '12' },
    ])
    expect(await stored()).toMatchObject({
      'A-1': { available: 0 },
      '0012': { available: 3 },
      'A-3': { available: 12 },
    })
  })

  it('of a supplier with names and without stock leaves the names of the shop', async () => {
    await products()
    const result = await shop.importBytes(
      'Artikelnr;Benämning;Pris\nA-1;BATTERI LR6;59,00\nN-1;Ny;1,00\n',
      'sv',
    )
    expect(result).toMatchObject({ changed: 1, refused: 1, table: { unusedColumns: ['Benämning'] } })
    expect(await stored()).toMatchObject({ 'A-1': { name: 'Batteri AA', prices: '5900' } })
  })

  it('changes nothing in a store that does not sell the product', async () => {
    await products()
    const result = await shop.importBytes('SKU;Preis\nA-1;5,00\n', 'de')
    expect(result).toMatchObject({ created: 0, changed: 0, refused: 1 })
  })

  it.each([
    ['Artikelnr;Pris exkl. moms\nA-1;5,00\n', 'net_prices'],
    ['Ordernr;Artikelnr;Pris\n1;A-1;5,00\n', 'no_columns'],
  ])('is refused where it says something else: %j', async (list, code) => {
    await products()
    await expect(shop.importBytes(list, 'sv')).rejects.toMatchObject({ code })
  })

  it('is read by a mapping without a name', async () => {
    await products()
    const mapping = {
      fields: [
        { field: 'id', column: 'Ref', text: '', steps: [{ kind: 'prefix' as const, text: 'A-' }] },
        { field: 'price', column: 'Net', text: '', steps: [{ kind: 'multiply' as const, by: '1.25' }] },
      ],
    }
    const result = await shop.importBytes('Ref;Net\n1;80,00\n2;8,00\n', 'sv', { mapping })
    expect(result).toMatchObject({ created: 0, changed: 1, refused: 1 })
    expect(await stored()).toMatchObject({ 'A-1': { prices: '10000', available: 9 } })
    const ofStock = {
      fields: [
        { field: 'gtin', column: 'Ref', text: '', steps: [] },
        { field: 'quantity', column: 'Free', text: '', steps: [] },
      ],
    }
    expect(await shop.importBytes('Ref;Free\n4006381333931;2\n', 'sv', { mapping: ofStock })).toMatchObject({
      changed: 1,
    })
    expect(await stored()).toMatchObject({ 'A-1': { prices: '10000', available: 2 } })
  })
})
