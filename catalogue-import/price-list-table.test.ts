/** Price lists as merchants keep them in spreadsheets. */
import { describe, expect, it } from 'vitest'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readTableFeed } from './table-feed.server.ts'
import { priceListTable } from './price-list-table.ts'
import { tablePresets } from './table-presets.ts'

async function read(text: string, store: StoreCode = 'sv'): Promise<CatalogueRow[]> {
  async function* chunks() {
    yield Buffer.from(text)
  }
  const rows: CatalogueRow[] = []
  for await (const row of (
    await readTableFeed(chunks(), { encoding: 'utf-8', store: stores[store], presets: tablePresets })
  ).rows)
    rows.push(row)
  return rows
}

const swedish = `Art.nr;Benämning;Pris inkl. moms;Ordinarie pris;Lagersaldo;EAN;Kategori;Vikt (g);Enhet
1001;"Säkring 5×20 mm, ""trög"", 2 A";4,50;;1 200;7310000000018;Tillbehör/Säkringar;1,2;st
0012;Blybatteri 12 V 7 Ah;1 299,00 kr;1 499,00 kr;3;7,31E+12;Batterier/Bly;2100;st
=1+1;Rad som ser ut som en formel;0,40;;;;;;
`

describe('a price list', () => {
  it('in Swedish is read as products', async () => {
    const rows = await read(swedish)
    expect(rows).toMatchObject([
      {
        feed: {
          sku: '1001',
          name: 'Säkring 5×20 mm, "trög", 2 A',
          salePriceMinor: null,
          availability: 'in_stock',
          quantity: { units: 1200, relative: false },
          categoryNames: ['Tillbehör', 'Säkringar'],
          grossWeightGrams: 1,
        },
        repaired: [{ code: 'field_left_out', value: '7310000000018' }, { code: 'rounded_price' }],
      },
      {
        feed: {
          sku: '0012',
          priceMinor: 149_900,
          salePriceMinor: 129_900,
          quantity: { units: 3 },
          categoryNames: ['Batterier', 'Bly'],
          grossWeightGrams: 2100,
        },
        repaired: [{ code: 'field_left_out', column: 'EAN', value: '7,31E+12' }],
      },
      { id: '=1+1', refused: { code: 'rounds_to_nothing' } },
    ])
    expect(rows[1]?.feed?.gtin).toBeUndefined()
    expect(rows[0]?.feed?.brand).toBeUndefined()
  })

  it.each([
    [
      'no',
      'Varenr.;Navn;Pris;Førpris;Lager;Strekkode;Merke;Vekt (kg)',
      '7;Batteri;99,00;129,00;5;4006381333931;Anode;0,5',
    ],
    [
      'da',
      'Varenr.;Navn;Pris;Førpris;Lager;Stregkode;Mærke;Vægt (kg)',
      '7;Batteri;99,00;129,00;5;4006381333931;Anode;0,5',
    ],
    [
      'de',
      'Artikelnummer;Bezeichnung;Preis;UVP;Bestand;EAN;Marke;Gewicht (kg)',
      '7;Batteri;99,00 €;129,00 €;5;4006381333931;Anode;0,5',
    ],
    [
      'sv',
      'SKU|Name|Price|Compare at price|Stock|Barcode|Brand|Weight (kg)',
      '7|Batteri|99.00|129.00|5|4006381333931|Anode|0.5',
    ],
  ] as const)('in the language of merchants of %s is read', async (store, header, row) => {
    expect(await read(`${header}\n${row}\n`, store)).toMatchObject([
      {
        feed: {
          sku: '7',
          name: 'Batteri',
          priceMinor: 12_900,
          salePriceMinor: 9900,
          availability: 'in_stock',
          quantity: { units: 5 },
          gtin: '4006381333931',
          brand: 'Anode',
          grossWeightGrams: 500,
        },
      },
    ])
  })

  it('separated by tabs is read too', async () => {
    expect(await read(swedish.replaceAll(';', '\t'))).toHaveLength(3)
  })

  it('without a stated stock sells nothing', async () => {
    expect(await read('SKU;Name;Price;Stock\n1;A;5,00;\n2;B;5,00;0\n3;C;5,00;-2\n')).toMatchObject(
      [1, 2, 3].map(() => ({ feed: { availability: 'out_of_stock', quantity: { units: 0 } } })),
    )
  })

  it.each([
    ['1.234', 'ambiguous_amount'],
    ['12 EUR', 'wrong_currency'],
    ['', 'missing'],
    ['0,00', 'zero_amount'],
  ])('refuses the price "%s"', async (price, code) => {
    expect(await read(`SKU;Name;Price;Stock\n1;A;${price};3\n`)).toMatchObject([
      { id: '1', refused: { code, column: 'Price' } },
    ])
  })

  it.each([
    ['Pris exkl. moms', 'sv'],
    ['Pris eks. mva', 'no'],
    ['Pris ekskl. moms', 'da'],
    ['Preis netto', 'de'],
    ['Nettopreis', 'de'],
    ['Price excl. VAT', 'sv'],
  ] as const)('with no other price than "%s" is refused', async (column, store) => {
    const file = (name: string) => `SKU;Name;${name};Stock\n1;A;80;3\n`
    await expect(read(file(column), store)).rejects.toMatchObject({ code: 'net_prices', values: { column } })
    const both = await read(`SKU;Name;${column};Price;Stock\n1;A;80;100;3\n`, store)
    expect(both).toMatchObject([{ feed: { priceMinor: 10_000 } }])
  })

  it.each([
    [';Priser exkl. moms;', 'Art.nr;Pris;Enhet', 'A;80;st', 'sv'],
    [';Preise netto;', 'Art.nr;Preis;UVP', 'A;80;99', 'de'],
    [';Exkl. moms;;', 'Art.nr;Pris;Lager;Benämning', 'A;80;3;Kabel', 'sv'],
    ['Prisliste 2026, alle priser ekskl. 25 % moms;;', 'Varenr.;Pris;Enhed', 'A;80;stk', 'da'],
    ['Alle Preise zzgl. der gesetzlichen MwSt.;;', 'Art.nr;Preis;Einheit', 'A;80;Stk', 'de'],
    ['Alle priser uten mva;;', 'Varenr.;Pris;Enhet', 'A;80;stk', 'no'],
  ] as const)('below "%s" is refused', async (heading, header, row, store) => {
    await expect(read(`${heading}\n${header}\n${row}\n`, store)).rejects.toMatchObject({
      code: 'net_prices',
      values: { column: heading.replaceAll(';', '') },
    })
  })

  it.each([
    ['Priser exkl. moms;;', 'Art.nr;Pris inkl. moms;Enhet'],
    [';Inköp exkl. moms;Försäljning inkl. moms', 'Art.nr;Rabatt;Pris'],
    ['Priser inkl. moms, frakt exkl. moms;;\nAlla priser inkl. moms;;', 'Art.nr;Pris;Enhet'],
    ['30 dagar netto;;', 'Art.nr;Pris;Enhet'],
    [';;Netto vikt', 'Art.nr;Pris;Kg'],
    ['Priser exkl. frakt;;', 'Art.nr;Pris;Enhet'],
  ])('below "%s" with the header "%s" is read', async (heading, header) => {
    const rows = await read(`${heading}\n${header}\nA;80;90\n`)
    const priceMinor = header.endsWith(';Pris') ? 9000 : 8000
    expect(rows).toMatchObject([{ feed: { sku: 'A', priceMinor } }])
  })

  it('with two columns of the same name is refused', async () => {
    await expect(read('SKU;Name;Price;Stock;price\n')).rejects.toMatchObject({ code: 'column_twice' })
  })

  it.each([
    ['Pris (SEK)', 'sv', undefined],
    ['Pris inkl. moms SEK', 'sv', undefined],
    ['Pris (kr)', 'no', undefined],
    ['Preis in €', 'de', undefined],
    ['Pris (SEK)', 'no', 'SEK'],
    ['Pris kr.', 'de', 'SEK/NOK/DKK'],
    ['Price [EUR]', 'da', 'EUR'],
    ['Price, USD', 'sv', 'USD'],
  ] as const)('with prices in "%s" is read or refused in the store %s', async (column, store, found) => {
    const file = `SKU;Name;${column};Stock\n1;A;80,00;3\n`
    if (found === undefined) expect(await read(file, store)).toMatchObject([{ feed: { priceMinor: 8000 } }])
    else
      expect(await read(file, store)).toMatchObject([
        {
          refused: { code: 'wrong_currency', column, detail: { code: 'other_currency', values: { found } } },
        },
      ])
  })

  it('with a column for each currency is read by that of the store', async () => {
    const file = 'SKU;Name;Pris (SEK);Pris (NOK);Ordinarie pris (SEK);Stock\n1;A;80,00;90 kr;100;3\n'
    expect(await read(file, 'sv')).toMatchObject([{ feed: { priceMinor: 10_000, salePriceMinor: 8000 } }])
    const [norwegian] = await read(file.replace('Ordinarie pris (SEK)', 'Övrigt'), 'no')
    expect(norwegian).toMatchObject({ feed: { priceMinor: 9000 } })
    expect(await read(file, 'de')).toMatchObject([{ refused: { code: 'wrong_currency' } }])
    expect(await read('SKU;Name;Pris;Pris (NOK);Stock\n1;A;80;90;3\n', 'sv')).toMatchObject([
      { feed: { priceMinor: 8000 } },
    ])
    await expect(read('SKU;Name;Pris SEK;Pris (sek);Stock\n')).rejects.toMatchObject({ code: 'column_twice' })
  })

  it.each([
    ['Pris (kr);Pris (NOK);Pris (EUR)', 'no'],
    ['Pris (kr);Pris (SEK)', 'sv'],
    ['Pris;Pris (SEK)', 'sv'],
    ['Pris kr.;Pris', 'da'],
  ] as const)(
    'is refused where several of "%s" may be in the currency of the store %s',
    async (columns, store) => {
      await expect(read(`SKU;Name;${columns};Stock\n`, store)).rejects.toMatchObject({ code: 'column_twice' })
    },
  )

  it.each([
    ['Pris (kr);Pris (NOK);Pris (EUR)', 'sv', 8000],
    ['Pris (kr);Pris (NOK);Pris (EUR)', 'de', 900],
    ['Pris;Pris (SEK);Pris (EUR)', 'no', 8000],
  ] as const)(
    'is read where one of "%s" may be in the currency of the store %s',
    async (columns, store, price) => {
      const rows = await read(`SKU;Name;${columns};Stock\n1;A;80;90;9;3\n`, store)
      expect(rows).toMatchObject([{ feed: { priceMinor: price } }])
    },
  )

  it.each([
    ['Pris (SEK)', '80 kr', 'no', 'SEK'],
    ['Pris (SEK)', 'kr 80,-', 'sv', 8000],
    ['Pris (kr)', '80 SEK', 'no', 'SEK'],
    ['Pris (kr)', '80 NOK', 'no', 8000],
    ['Pris (SEK)', '80 NOK', 'no', 8000],
  ] as const)(
    'takes "%s" before a sign that may mean it, in "%s" in the store %s',
    async (column, cell, store, wanted) => {
      const [row] = await read(`SKU;Name;${column};Stock\n1;A;${cell};3\n`, store)
      if (typeof wanted === 'number') expect(row).toMatchObject({ feed: { priceMinor: wanted } })
      else
        expect(row).toMatchObject({
          refused: { code: 'wrong_currency', detail: { values: { found: wanted } } },
        })
    },
  )

  it.each([
    ['Pris (SEK);Pris (NOK);Ordinarie pris', '1000', 'no'],
    ['Pris (SEK);Pris (NOK);Ordinarie pris (kr)', '1000', 'no'],
    ['Pris (SEK);Pris (NOK);Ordinarie pris', '1000 kr', 'no'],
    ['Ordinarie pris (SEK);Pris (NOK);Ordinarie pris', '1000', 'no'],
  ] as const)(
    'leaves out the ordinary price of "%s" in "%s", which may be in another currency',
    async (columns, cell, store) => {
      const [row] = await read(`SKU;Name;${columns};Stock\n1;A;80;90;${cell};3\n`, store)
      expect(row).toMatchObject({
        feed: { priceMinor: 9000, salePriceMinor: null },
        repaired: [{ code: 'field_left_out', column: columns.split(';')[2] }],
      })
    },
  )

  it.each([
    ['Pris (SEK);Pris (NOK);Ordinarie pris (NOK)', '1000', 'no'],
    ['Pris (SEK);Pris (NOK);Ordinarie pris', '1000 NOK', 'no'],
    ['Pris (EUR);Pris (kr);Ordinarie pris (kr)', '1000', 'sv'],
    ['Brand;Pris (SEK);Ordinarie pris', '1000', 'sv'],
    ['Pris (EUR);Pris;Ordinarie pris', '1000', 'sv'],
  ] as const)('takes the ordinary price of "%s" in "%s"', async (columns, cell, store) => {
    const [row] = await read(`SKU;Name;${columns};Stock\n1;A;80;90;${cell};3\n`, store)
    expect(row).toMatchObject({ feed: { priceMinor: 100_000, salePriceMinor: 9000 } })
    expect(row?.repaired).toBeUndefined()
  })
})

describe('an export of another shop system', () => {
  it('of PrestaShop is read with its own headings, and refused where its prices have no VAT', async () => {
    const head =
      'Product ID;Active (0/1);Name *;Categories (x,y,z...);PRICE;Reference #;EAN13;Quantity;Image URLs (x,y,z...)'
    const line =
      '7;1;Lampe;Licht|Lampen;19,90;L-7;4006381333931;3;https://example.com/a.jpg,https://example.com/b.jpg'
    expect(await read(`${head.replace('PRICE', 'Price tax included')}\n${line}\n`, 'de')).toMatchObject([
      {
        feed: {
          name: 'Lampe',
          priceMinor: 1990,
          gtin: '4006381333931',
          categoryNames: ['Licht'],
          furtherCategories: [['Lampen']],
          imageLink: 'https://example.com/a.jpg',
          additionalImageLinks: ['https://example.com/b.jpg'],
        },
      },
    ])
    await expect(
      read(`${head.replace('PRICE', 'Price tax excluded')}\n${line}\n`, 'de'),
    ).rejects.toMatchObject({
      code: 'net_prices',
      values: { column: 'Price tax excluded' },
    })
  })

  it('is no list of orders, and keeps the article number that it had among those that are known', async () => {
    expect(priceListTable.matches(['Order number', 'Item name', 'Price', 'Quantity'])).toBe(false)
    const [row] = await read('Referens;Artikelkod;Namn;Pris;Lager;weight_kg\nX;A-1;Lampa;99;3;1,5\n', 'sv')
    expect(row).toMatchObject({ feed: { sku: 'A-1', grossWeightGrams: 1500 } })
  })

  it('with columns of a price list and no price is refused, and only what is missing is named', async () => {
    await expect(read('Artikelnummer;Kurzbezeichnung;Bestand\n1;Lampe;2\n', 'de')).rejects.toMatchObject({
      code: 'no_columns',
      values: { columns: 'price' },
    })
  })
})
