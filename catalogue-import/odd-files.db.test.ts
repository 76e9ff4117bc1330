/** Files as merchants bring them: each is checked and imported as it is. */
import { expect, it } from 'vitest'
import type { StoreCode } from '../domain/stores/stores.ts'
import { useImportShop } from './import-fixture.test-support.ts'
import { textRow, workbookOf, zipOf } from './zip-fixture.test-support.ts'

const shop = useImportShop()

/** `sku: price in minor units, stock`, as they are stored. */
const stored = async () =>
  (
    await shop.rowsOf(`select p.sku, t.price_minor, k.available from product p join price_tier t on t.product_id = p.id
      join stock k on k.product_id = p.id order by p.sku`)
  ).map((row) => `${String(row['sku'])}: ${Number(row['price_minor'])}, ${Number(row['available'])}`)

const files: [name: string, store: StoreCode, file: Buffer | string, products: string[], codes: string[]][] =
  [
    [
      'a Swedish list with a title, blank lines and a total at the end',
      'sv',
      'Prislista Nordel AB;;;\r\nUppdaterad 2026-11-01;;;\r\n;;;\r\nArtikelnr;Benämning;Pris inkl. moms;Lagersaldo\r\nA-1;Kabel;"1.299,-";3\r\n;;;\r\nA-2;Lampa;kr 99,-;12\r\n;;;\r\n;Summa;1 398,00;15\r\n',
      ['A-1: 129900, 3', 'A-2: 9900, 12'],
      ['missing'],
    ],
    [
      'a German list of an accounting program in Windows-1252 with a column of VAT',
      'de',
      Buffer.from(
        '"Artikel-Nr.";"Bezeichnung";"VK brutto";"MwSt-Satz";"Bestand";"EAN"\r\n"0012";"Stecker für Außen 1/2"" Zoll";"1.234,50";"19,00";"4,00";"4,00638E+12"\r\n"0013";"Kabel ""weiß""; 2 m";"9,90";"19,00";"0,00";"4006381333931"\r\n',
        'latin1',
      ),
      ['0012: 123450, 4', '0013: 990, 0'],
      ['field_left_out'],
    ],
    [
      'a list in UTF-16 with tabs',
      'da',
      Buffer.from(
        '\uFEFFVarenummer\tVarenavn\tSalgspris\tBeholdning\r\nD-1\tKabel, 2" sort\t129,50 kr.\t1.200 stk\r\nD-2\tLampe\t99\t7\r\n',
        'utf16le',
      ),
      // A system may write 1.2 so, with three decimals.
      ['D-2: 9900, 7'],
      ['bad_quantity'],
    ],
    [
      'a workbook with a title, merged cells and a total',
      'no',
      workbookOf({
        sheets: {
          Ark1: `${textRow('Prisliste vår')}${textRow('')}${textRow('Varenr', 'Navn', 'Pris', '', 'Lager')}${textRow('', '', 'NOK', 'EUR', '')}${textRow('N-1', 'Kabel', 'kr 49,50', '4,50', '3')}${textRow('N-2', 'Lampe', '1 299', '120', '0')}${textRow('Sum', '', '', '', '3')}`,
        },
      }),
      ['N-1: 5000, 3', 'N-2: 129900, 0'],
      ['missing'],
    ],
    [
      'a list with commas as separators and decimals in quotation marks',
      'sv',
      'SKU,Namn,Pris,Lager\n1,"Skärm 24"" svart","2 499,00",5\n2,Mus,"199,00",\n',
      ['1: 249900, 5', '2: 19900, 0'],
      [],
    ],
  ]

it.each(files)('%s is read', async (_name, store, file, products, codes) => {
  const dry = await shop.importBytes(file, store, { dryRun: true })
  const result = await shop.importBytes(file, store)
  expect(result.created).toBe(dry.created)
  expect(await stored()).toEqual(products)
  const expected = new Set(
    result.reports
      .filter(({ code }) => !['rounded_price', 'decimal_comma', 'grouped_amount'].includes(code))
      .map(({ code }) => code),
  )
  expect([...expected]).toEqual(codes)
})

it('a spreadsheet of another program is refused with what to do', async () => {
  const ods = zipOf([
    { name: 'mimetype', contents: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', contents: '<office:document-content/>' },
  ])
  await expect(shop.importBytes(ods, 'sv')).rejects.toMatchObject({ code: 'other_spreadsheet' })
})
