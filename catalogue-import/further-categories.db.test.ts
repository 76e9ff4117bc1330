/** Categories of products beside the main one, from files of several stores to the catalogue and back. */
import { expect, it } from 'vitest'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { link, rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'
import { recordsOf } from './restore-products.server.ts'

const shop = useImportShop()

const swedish = (values: Parameters<typeof rowOf>[0] = {}) =>
  tsv([rowOf({ product_type: 'Kablar', further_categories: 'USB | Rea > Kablar', ...values })])
const german = (values: Parameters<typeof rowOf>[0] = {}) =>
  tsv([
    rowOf({
      product_type: 'Kabel',
      further_categories: 'USB | Angebote',
      price: '4.90 EUR',
      ...values,
    }),
  ])

/** Codes in their order. */
const categories = async (sku = 'A-1') =>
  (
    await shop.rowsOf(`select c.code, pc.position from product_category pc join category c on c.id = pc.category_id
      join product p on p.id = pc.product_id where p.sku = '${sku}' order by pc.position`)
  ).map(({ code, position }) => `${String(position)} ${String(code)}`)

it('come after the main one of each store, and a second import changes nothing', async () => {
  await shop.importBytes(swedish(), 'sv')
  expect(await categories()).toEqual(['0 kablar', '1 usb', '2 rea/kablar'])
  expect(await shop.importBytes(swedish(), 'sv')).toMatchObject({ unchanged: 1 })
  await shop.importBytes(german(), 'de')
  const both = ['0 kablar', '1 kabel', '2 usb', '3 rea/kablar', '4 angebote']
  expect(await categories()).toEqual(both)
  for (const [file, store] of [[swedish(), 'sv'] as const, [german(), 'de'] as const])
    expect(await shop.importBytes(file, store)).toMatchObject({ unchanged: 1 })
  expect(await categories()).toEqual(both)
})

it('stay where a file does not name them, and never take the place of the main one', async () => {
  await shop.importBytes(swedish(), 'sv')
  await shop.importBytes(swedish({ further_categories: '' }), 'sv')
  await shop.importBytes(swedish({ further_categories: 'Nytt' }), 'sv')
  expect(await categories()).toEqual(['0 kablar', '1 usb', '2 rea/kablar', '3 nytt'])
  // The main one and a further one change places.
  const { changes } = await shop.importBytes(
    swedish({ product_type: 'USB', further_categories: 'Kablar' }),
    'sv',
  )
  expect(await categories()).toEqual(['0 usb', '2 rea/kablar', '3 nytt', '4 kablar'])
  expect(changes).toMatchObject([
    { column: 'product_type', before: 'Kablar', after: 'USB' },
    {
      column: 'further_categories',
      before: 'USB | Rea > Kablar | Nytt',
      after: 'Rea > Kablar | Nytt | Kablar',
    },
  ])
  const short = 'id\ttitle\tprice\tavailability\tfurther_categories\nA-2\tHylsa\t9.00 SEK\tin_stock\tUSB\n'
  await shop.importBytes(short, 'sv')
  await shop.importBytes(tsv([rowOf({ id: 'A-2', product_type: 'Hylsor' })]), 'sv')
  expect(await categories('A-2')).toEqual(['0 hylsor', '1 usb'])
})

it('go out as a feed and go in again as they were, in no public feed, and back with the import', async () => {
  const { db } = shop.test
  const sku = toSku('A-1')
  const record = async () => (await recordsOf(db, [sku])).get(sku)!
  await shop.importBytes(swedish({ further_categories: '' }), 'sv')
  const before = await record()
  await shop.importBytes(swedish({ further_categories: 'USB | Rea' }), 'sv')
  const imported = await record()
  const feed = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
  expect(await shop.importBytes(feed, 'sv')).toMatchObject({ unchanged: 1 })
  const restored = await db
    .transaction()
    .execute((trx) =>
      productEditor.restore(trx, testActor, { products: [{ sku, before, imported }], reason: 'job 1' }),
    )
  expect(restored).toEqual({ ok: true, products: [{ ok: true, outcome: 'changed' }] })
  expect(await categories()).toEqual(['0 kablar'])
  await shop.moveToEmptyShop()
  await shop.importBytes(feed, 'sv')
  expect(await categories()).toEqual(['0 kablar', '1 usb', '2 rea'])
  const publicFeed = await shop.exported({
    format: 'merchant',
    store: 'sv',
    productLink: link,
    pictureLink: (source) => source,
    offers: () => new Map(),
  })
  expect(publicFeed).not.toMatch(/further_categories|USB/)
})

it('that a feed cannot have refuse its row; in files of other systems they are left out', async () => {
  const deep = Array.from({ length: 11 }, (_, at) => `N${at}`)
  const refused = await shop.importBytes(swedish({ further_categories: deep.join(' > ') }), 'sv')
  expect(refused.reports).toMatchObject([{ code: 'too_long', column: 'further_categories' }])
  const list = `Artikelnr;Benämning;Pris;Lager;Kategori;Fler kategorier\nA-3;Kabel;49;3;Kablar|Nytt;USB|${deep.join('/')}\n`
  const left = await shop.importBytes(list, 'sv')
  expect(left.reports).toMatchObject([{ code: 'field_left_out', column: 'Fler kategorier' }])
  expect(await categories('A-3')).toEqual(['0 kablar', '1 nytt', '2 usb'])
})

it('of the list that Shopify has for all shops are in no menu', async () => {
  const shopify = [
    'Handle,Title,Product Category,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price',
    'c,Cell,Electronics > Batteries,Knapceller,Title,Default Title,A-1,,49.00',
    'd,Kabel,Electronics > Cables,,Title,Default Title,A-2,,49.00',
  ]
  const file = `${shopify.join('\n')}\n`
  await shop.importBytes(file, 'da')
  expect(await categories()).toEqual(['0 knapceller', '1 electronics/batteries'])
  expect(await shop.rowsOf('select code, show_in_menu as shown from category order by code')).toEqual([
    { code: 'electronics', shown: true },
    { code: 'electronics/batteries', shown: false },
    { code: 'electronics/cables', shown: true },
    { code: 'knapceller', shown: true },
  ])
  expect(await shop.importBytes(file, 'da')).toMatchObject({ changed: 0 })
})

it('of that list are in the menu where a product has them as its main category, in any order of the rows', async () => {
  const header =
    'Handle,Title,Product Category,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price'
  const [typed, untyped, other] = [
    'a,Tröja,Apparel > Shirts,Shirts,Title,Default Title,A-1,,49.00',
    'b,Skjorta,Apparel > Shirts,,Title,Default Title,A-2,,49.00',
    'c,Byxor,Apparel > Trousers,Byxor,Title,Default Title,A-3,,49.00',
  ] as const
  const importInOrder = (...rows: string[]) =>
    shop.importBytes(`${[header, ...rows].join('\n')}\n`, 'sv', { batchSize: 1 })
  const menu = () => shop.rowsOf('select code, show_in_menu as shown from category order by code')
  const expected = [
    { code: 'apparel', shown: true },
    { code: 'apparel/shirts', shown: true },
    { code: 'apparel/trousers', shown: false },
    { code: 'byxor', shown: true },
    { code: 'shirts', shown: true },
  ]
  await importInOrder(typed, other, untyped)
  expect(await menu()).toEqual(expected)
  expect(await categories('A-2')).toEqual(['0 apparel/shirts'])
  await shop.moveToEmptyShop()
  await importInOrder(untyped, typed, other)
  expect(await menu()).toEqual(expected)
  // What staff have taken from the menu stays outside.
  await shop.rowsOf(`update category set show_in_menu = false where code = 'apparel/shirts'`)
  await importInOrder(typed, other, untyped)
  expect(await menu()).toEqual(
    expected.map((each) => (each.code === 'apparel/shirts' ? { ...each, shown: false } : each)),
  )
})

it('of a product with choices are those of its first choice', async () => {
  const choice = (id: string, size: string) =>
    rowOf({ id, item_group_id: 'g', size, further_categories: 'Rea' })
  const file = tsv([choice('v-1', 'S'), choice('v-2', 'M')])
  await shop.importBytes(file, 'sv')
  for (const sku of ['g', 'v-1', 'v-2']) expect(await categories(sku)).toEqual(['0 batterier/aa', '1 rea'])
  expect(await shop.importBytes(file, 'sv')).toMatchObject({ changed: 0 })
})
