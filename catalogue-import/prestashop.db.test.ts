/** Products of PrestaShop, and their combinations. */
import { describe, expect, it } from 'vitest'
import { useImportShop } from './import-fixture.test-support.ts'
import { zipOf } from './zip-fixture.test-support.ts'

const shop = useImportShop()

const products = `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax included;Reference #;EAN13;Quantity;Summary;Description;Tags (x,y,z...);Feature(Name:Value:Position);Condition;Manufacturer
1;1;Ladekabel;Home, Zubehör, Kabel;10,00;LK;;0;<p>Kurz</p>;<p>Lang</p>;usb,c;Material:Nylon:1, Stecker:USB-C:2;new;Apple
2;1;Batterie AA;Home/Batterien/AA,Angebote;4,99;B-AA;4006381333931;7;;;;;new;
3;0;Alt;Home;1,00;ALT;;1;;;;;new;
4;1;Lampe;2,5;19,90;;;3;;;;;used;
`
const combinations = `Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;EAN13;Impact on price;Quantity
1;Farbe:color:0, Länge:select:1;Rot:0, 1 m:1;LK-R1;4006381333948;0;4
1;Farbe:color:0, Länge:select:1;Rot:0, 2 m:1;LK-R2;;2,00;5
1;Farbe:color:0, Länge:select:1;Blau:1, 1 m:0;;;-1,00;0
99;Farbe:color:0;Rot:0;X-1;;0;1
`
const zip = zipOf([
  { name: 'products.csv', contents: products },
  { name: 'combinations.csv', contents: combinations },
])

describe('files of PrestaShop', () => {
  it('in one archive are products with choices', async () => {
    const dry = await shop.importBytes(zip, 'de', { dryRun: true })
    expect(dry).toMatchObject({
      created: 5,
      refused: 2,
      entry: 'products.csv + combinations.csv',
      table: { preset: 'prestashop-combined', unusedColumns: [] },
    })
    expect(dry.reports).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row: 4, code: 'not_published' }),
        expect.objectContaining({ row: 10, id: 'X-1', code: 'unknown_parent', value: '99' }),
        expect.objectContaining({ row: 5, id: 'ps-4', code: 'made_sku' }),
        expect.objectContaining({ row: 5, code: 'category_ids' }),
        expect.objectContaining({ row: 8, id: 'LK-R2', code: 'vat_added', value: '2,00' }),
      ]),
    )
    await shop.importBytes(zip, 'de')
    const rows = await shop.rowsOf(`select p.sku, s.name, p.gtin, p.condition, t.price_minor, k.available,
        o.sku as parent, (select string_agg(c.code, ',' order by pc.position) from product_category pc
          join category c on c.id = pc.category_id where pc.product_id = p.id) as categories
      from product p join store_product s on s.product_id = p.id join stock k on k.product_id = p.id
      left join price_tier t on t.product_id = p.id left join product o on o.id = p.variant_of order by p.sku`)
    expect(rows).toMatchObject([
      {
        sku: 'B-AA',
        price_minor: 499,
        available: 7,
        gtin: '4006381333931',
        categories: 'batterien/aa,angebote',
      },
      { sku: 'LK', name: 'Ladekabel', categories: 'zubehor,kabel' },
      {
        sku: 'LK-R1',
        name: 'Ladekabel, Rot, 1 m',
        price_minor: 1000,
        available: 4,
        gtin: '4006381333948',
        parent: 'LK',
      },
      { sku: 'LK-R2', price_minor: 1238, available: 5, gtin: null, parent: 'LK' },
      { sku: 'LK-blau-1-m', price_minor: 881, available: 0, parent: 'LK' },
      { sku: 'ps-4', condition: 'used', categories: null },
    ])
    const [{ attributes }] = (await shop.rowsOf(`select attributes from product where sku = 'LK-R1'`)) as [
      { attributes: Record<string, string> },
    ]
    expect(Object.keys(attributes).toSorted()).toEqual(['color', 'connector', 'length', 'material'])
    expect(await shop.importBytes(zip, 'de')).toMatchObject({ created: 0, changed: 0, refused: 2 })
  })

  it('are imported without their combinations where they come by themselves, which their name says', async () => {
    const result = await shop.importBytes(products, 'de')
    expect(result).toMatchObject({ created: 3, refused: 1, table: { preset: 'prestashop-products' } })
  })

  it('with combinations alone, or with prices without VAT, are refused with what to do', async () => {
    await expect(shop.importBytes(combinations, 'de')).rejects.toMatchObject({ code: 'combinations_only' })
    const net = products.replace('Price tax included', 'Price tax excluded')
    await expect(shop.importBytes(net, 'de')).rejects.toMatchObject({ code: 'net_prices' })
  })
})
