/** Catalogues of wholesalers in BMEcat 1.2 and 2005. */
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readBmecatRecords } from './bmecat-records.server.ts'
import { useImportShop } from './import-fixture.test-support.ts'

const shop = useImportShop()

const article = (id: string, prices: string, { mode = 'new', more = '' } = {}) => `<ARTICLE mode="${mode}">
  <SUPPLIER_AID>${id}</SUPPLIER_AID>
  <ARTICLE_DETAILS><DESCRIPTION_SHORT>Kabel &amp; Stecker ${id}</DESCRIPTION_SHORT>
    <DESCRIPTION_LONG><![CDATA[<p>Lang</p>]]></DESCRIPTION_LONG><EAN>4006381333931</EAN>
    <MANUFACTURER_AID>H-${id}</MANUFACTURER_AID><MANUFACTURER_NAME>Voltara</MANUFACTURER_NAME></ARTICLE_DETAILS>
  <ARTICLE_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>udf</REFERENCE_FEATURE_SYSTEM_NAME>
    <FEATURE><FNAME>Material</FNAME><FVALUE>Nylon</FVALUE></FEATURE>
    <FEATURE><FNAME>Kabellänge</FNAME><FVALUE>2</FVALUE><FUNIT>m</FUNIT></FEATURE>
    <FEATURE><FNAME>EF000123</FNAME><FVALUE>EV000456</FVALUE></FEATURE></ARTICLE_FEATURES>
  <ARTICLE_ORDER_DETAILS><ORDER_UNIT>C62</ORDER_UNIT><PRICE_QUANTITY>10</PRICE_QUANTITY></ARTICLE_ORDER_DETAILS>
  <ARTICLE_PRICE_DETAILS>${prices}</ARTICLE_PRICE_DETAILS>
  <MIME_INFO><MIME><MIME_TYPE>image/jpeg</MIME_TYPE><MIME_SOURCE>https://pictures.example/a,1.jpg</MIME_SOURCE></MIME>
    <MIME><MIME_TYPE>application/pdf</MIME_TYPE><MIME_SOURCE>a.pdf</MIME_SOURCE></MIME></MIME_INFO>${more}
</ARTICLE>`
const price = (type: string, amount: string, more = '') =>
  `<ARTICLE_PRICE price_type="${type}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY>${more}</ARTICLE_PRICE>`
const group = (id: string, name: string, parent: string, type = 'node') =>
  `<CATALOG_STRUCTURE type="${type}"><GROUP_ID>${id}</GROUP_ID><GROUP_NAME>${name}</GROUP_NAME><PARENT_ID>${parent}</PARENT_ID></CATALOG_STRUCTURE>`
const inGroup = (id: string, groupId: string) =>
  `<ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>${id}</ART_ID><CATALOG_GROUP_ID>${groupId}</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP>`
const document = (articles: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd">
<BMECAT version="1.2"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE><CATALOG_ID>1</CATALOG_ID><CURRENCY>EUR</CURRENCY></CATALOG></HEADER>
<T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>${group('1', 'Katalog', '0', 'root')}${group('2', 'Kabel', '1')}${group('3', 'USB', '2', 'leaf')}${group('4', 'Neu', '1', 'leaf')}</CATALOG_GROUP_SYSTEM>
${articles}${inGroup('B-1', '3')}${inGroup('B-1', '4')}</T_NEW_CATALOG></BMECAT>`

const storedPrices = async () =>
  Object.fromEntries(
    (
      await shop.rowsOf(
        'select p.sku, t.price_minor from product p join price_tier t on t.product_id = p.id order by p.sku',
      )
    ).map(({ sku, price_minor: price }) => [sku, price]),
  )

describe('a catalogue in BMEcat', () => {
  it('1.2 is read with its groups, features and prices that include VAT', async () => {
    const text = document(
      [
        article(
          'B-1',
          price('net_customer', '50.00') +
            price('nrp', '99.90') +
            price('nrp', '89.90', '<LOWER_BOUND>10</LOWER_BOUND>'),
        ),
        article('B-2', price('net_list', '100.00', '<TAX>0.19</TAX>')),
        article('B-3', price('net_customer', '50.00')),
        article('B-4', price('nrp', '1.00'), { mode: 'delete' }),
      ].join(''),
    )
    const result = await shop.importBytes(text, 'de')
    expect(result).toMatchObject({ created: 2, refused: 2, format: 'xml', table: { preset: 'bmecat' } })
    expect(result.reports.map(({ id, code }) => [id, code])).toEqual(
      expect.arrayContaining([
        ['B-2', 'vat_added'],
        ['B-3', 'missing'],
        ['B-4', 'not_published'],
      ]),
    )
    const rows =
      await shop.rowsOf(`select p.sku, s.name, s.description, p.gtin, p.mpn, b.name as brand, t.price_minor,
        k.available, p.attributes, (select string_agg(c.code, ',' order by pc.position) from product_category pc
          join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
        (select string_agg(i.source, ' ') from product_image i where i.product_id = p.id) as pictures
      from product p join store_product s on s.product_id = p.id join stock k on k.product_id = p.id
      join price_tier t on t.product_id = p.id left join brand b on b.id = p.brand_id order by p.sku`)
    expect(rows).toMatchObject([
      {
        sku: 'B-1',
        name: 'Kabel & Stecker B-1',
        description: 'Lang',
        gtin: '4006381333931',
        mpn: 'H-B-1',
        brand: 'Voltara',
        price_minor: 999,
        available: 0,
        categories: 'kabel/usb,neu',
        pictures: 'https://pictures.example/a,1.jpg',
      },
      { sku: 'B-2', price_minor: 1190 },
    ])
    expect(Object.keys(rows[0]!['attributes'] as object)).toHaveLength(2)
    expect(await shop.importBytes(text, 'de')).toMatchObject({ created: 0, changed: 0 })
  })

  it('2005 says PRODUCT, and words in several languages', async () => {
    const text = document(article('B-1', price('gros_list', '59.50')))
      .replaceAll('ARTICLE', 'PRODUCT')
      .replaceAll('SUPPLIER_AID', 'SUPPLIER_PID')
      .replaceAll('ART_ID', 'PROD_ID')
      .replaceAll(
        '<EAN>4006381333931</EAN>',
        '<INTERNATIONAL_PID type="gtin">4006381333931</INTERNATIONAL_PID>',
      )
      .replace(
        '<DESCRIPTION_SHORT>',
        '<DESCRIPTION_SHORT lang="eng">Cable</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="deu">',
      )
      .replace('version="1.2"', 'version="2005" xmlns="http://www.bmecat.org/bmecat/2005"')
    expect(await shop.importBytes(text, 'de')).toMatchObject({ created: 1, refused: 0 })
    expect(
      await shop.rowsOf(`select p.gtin, s.name, t.price_minor, c.code from product p
        join store_product s on s.product_id = p.id join price_tier t on t.product_id = p.id
        join product_category pc on pc.product_id = p.id and pc.position = 0 join category c on c.id = pc.category_id`),
    ).toEqual([{ gtin: '4006381333931', name: 'Kabel & Stecker B-1', price_minor: 595, code: 'kabel/usb' }])
  })

  it('gives prices of the store’s country the VAT of their own element, and rounds once', async () => {
    const inTerritory = (code: string) => `<TERRITORY>${code}</TERRITORY>`
    const text = document(
      [
        article(
          'B-1',
          price('net_customer', '80.00', '<TAX>0.07</TAX>') +
            price('net_list', '99.00', `<TAX>0.20</TAX>${inTerritory('AT')}`) +
            price('net_list', '123.45', `<TAX>0.19</TAX>${inTerritory('AT')}${inTerritory('DE')}`),
        ),
        article('B-2', price('nrp', '1.00', inTerritory('CH')) + price('nrp', '55.00')),
        article('B-3', price('net_list', '50.00') + price('net_customer', '40.00', '<TAX>0.19</TAX>')),
        article('B-4', price('nrp', '1.00', inTerritory('CH'))),
      ].join(''),
    )
    const result = await shop.importBytes(text, 'de')
    expect(result).toMatchObject({ created: 2, refused: 2 })
    expect(await storedPrices()).toEqual({ 'B-1': 1469, 'B-2': 550 })
    const in2005 = document(
      article('B-1', price('net_list', '100.00', '<TAX_DETAILS><TAX>0.19</TAX></TAX_DETAILS>')),
    ).replaceAll('ARTICLE', 'PRODUCT')
    expect(await shop.importBytes(in2005.replaceAll('_AID', '_PID'), 'de')).toMatchObject({ changed: 1 })
    expect(await storedPrices()).toMatchObject({ 'B-1': 1190 })
  })

  it.each(['0', '-1', 'x', '1,5', '1e999'])('with the price of %s units is refused', async (quantity) => {
    const text = document(article('B-1', price('nrp', '50.00'))).replace(
      '<PRICE_QUANTITY>10',
      `<PRICE_QUANTITY>${quantity}`,
    )
    const result = await shop.importBytes(text, 'de')
    expect(result).toMatchObject({ created: 0, refused: 1 })
    expect(result.reports).toMatchObject([
      { code: 'bad_field_value', column: 'PRICE_QUANTITY', value: quantity },
    ])
  })

  it('refuses an article of very many empty elements, and reads the others', async () => {
    const text = document(
      article('B-1', price('nrp', '50.00'), { more: '<USER_DEFINED/>'.repeat(10_000) }) +
        article('B-2', price('nrp', '50.00')),
    )
    const result = await shop.importBytes(text, 'de')
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.reports).toContainEqual(expect.objectContaining({ row: 1, code: 'row_too_long' }))
  })

  it('with more than a million places of articles in groups is refused', async () => {
    async function* chunks() {
      yield Buffer.from('<BMECAT><T_NEW_CATALOG>')
      const some = Buffer.from(inGroup('B-1', '3').repeat(1001))
      for (let at = 0; at < 1000; at += 1) yield some
    }
    await expect(readBmecatRecords(async () => chunks(), stores.de)).rejects.toMatchObject({
      code: 'too_much_memory',
    })
  })

  it('of new prices changes products that exist, and one of purchase prices is refused or mapped', async () => {
    await shop.importBytes(document(article('B-1', price('nrp', '99.90'))), 'de')
    const prices = (type: string) => `<BMECAT version="1.2"><T_UPDATE_PRICES prev_version="1">
      <ARTICLE><SUPPLIER_AID>B-1</SUPPLIER_AID><ARTICLE_PRICE_DETAILS>${price(type, '11.00')}</ARTICLE_PRICE_DETAILS></ARTICLE>
      <ARTICLE><SUPPLIER_AID>B-9</SUPPLIER_AID><ARTICLE_PRICE_DETAILS>${price(type, '12.00')}</ARTICLE_PRICE_DETAILS></ARTICLE>
      </T_UPDATE_PRICES></BMECAT>`
    expect(await shop.importBytes(prices('nrp'), 'de')).toMatchObject({ created: 0, changed: 1, refused: 1 })
    expect(await shop.rowsOf('select price_minor from price_tier')).toEqual([{ price_minor: 1100 }])
    await expect(shop.importBytes(prices('net_customer'), 'de')).rejects.toMatchObject({
      code: 'net_prices',
      values: { column: 'net_customer' },
    })
    const mapping = {
      fields: [
        { field: 'id', column: 'SUPPLIER_AID', text: '', steps: [] },
        { field: 'price', column: 'net_customer', text: '', steps: [{ kind: 'multiply' as const, by: '2' }] },
      ],
    }
    expect(await shop.importBytes(prices('net_customer'), 'de', { mapping })).toMatchObject({ changed: 1 })
    expect(await shop.rowsOf('select price_minor from price_tier')).toEqual([{ price_minor: 2200 }])
  })
})
