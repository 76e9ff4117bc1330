/** Alternative texts of pictures, from files of several stores to the catalogue and back. */
import { expect, it } from 'vitest'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { link, rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'
import { recordsOf } from './restore-products.server.ts'

const shop = useImportShop()

const [front, back] = ['https://cdn.example.com/front.jpg', 'https://cdn.example.com/back.jpg'] as const

const row = rowOf({
  image_link: front,
  additional_image_link: back,
  image_alt_text: 'Fyra batterier',
  additional_image_alt_text: String.raw`Baksida, 10 \| 20 mm`,
})

const texts = async () =>
  Object.fromEntries(
    (
      await shop.rowsOf(`select p.sku, i.source, i.alt from product_image i join product p on p.id = i.product_id
        order by p.sku, i.sort_order`)
    ).map(({ sku, source, alt }) => [`${String(sku)} ${String(source)}`, alt]),
  )

const german = (values: Parameters<typeof rowOf>[0]) => tsv([rowOf({ price: '4.90 EUR', ...values })])

it('are those of the store of the file, go out as a feed and as NDJSON, and go in again as they were', async () => {
  await shop.importBytes(tsv([row]), 'sv')
  const pictures = { image_link: front, additional_image_link: back }
  await shop.importBytes(german({ ...pictures, additional_image_alt_text: 'Rückseite' }), 'de')
  const stored = {
    [`A-1 ${front}`]: { sv: 'Fyra batterier' },
    [`A-1 ${back}`]: { sv: 'Baksida, 10 | 20 mm', de: 'Rückseite' },
  }
  expect(await texts()).toEqual(stored)
  const feeds = {
    sv: await shop.exported({ format: 'tsv', store: 'sv', productLink: link }),
    de: await shop.exported({ format: 'tsv', store: 'de', productLink: link }),
  }
  const records = await shop.exported({ format: 'ndjson' })
  for (const store of ['sv', 'de'] as const)
    expect(await shop.importBytes(feeds[store], store)).toMatchObject({ changed: 0, refused: 0 })
  await shop.moveToEmptyShop()
  for (const store of ['sv', 'de'] as const) await shop.importBytes(feeds[store], store)
  expect(await texts()).toEqual(stored)
  await shop.moveToEmptyShop()
  await shop.importBytes(records)
  expect(await texts()).toEqual(stored)
  const publicFeed = await shop.exported({
    format: 'merchant',
    store: 'sv',
    productLink: link,
    pictureLink: (source) => source,
    offers: () => new Map(),
  })
  expect(publicFeed).not.toMatch(/alt_text|Fyra batterier/)
})

it('stay where a cell is empty or the file has none, are shown as changes, and go back with the import', async () => {
  const { db } = shop.test
  const sku = toSku('A-1')
  const record = async () => (await recordsOf(db, [sku])).get(sku)!
  await shop.importBytes(tsv([{ ...row, additional_image_alt_text: '' }]), 'sv')
  const before = await record()
  const first = await texts()
  const answer = await shop.importBytes(tsv([{ ...row, image_alt_text: 'Fyra celler' }]), 'sv')
  expect(answer.changes).toMatchObject([
    { column: 'image_alt_text', before: 'Fyra batterier', after: 'Fyra celler' },
    { column: 'additional_image_alt_text', before: '', after: row.additional_image_alt_text },
  ])
  const imported = await record()
  const none = { image_alt_text: '', additional_image_alt_text: '' }
  expect(await shop.importBytes(tsv([{ ...row, ...none }]), 'sv')).toMatchObject({ changed: 0 })
  const restored = await db.transaction().execute((trx) =>
    productEditor.restore(trx, testActor, {
      products: [{ sku, before, imported }],
      reason: 'job 1',
    }),
  )
  expect(restored).toEqual({ ok: true, products: [{ ok: true, outcome: 'changed' }] })
  expect(await texts()).toEqual(first)
})

it('of a product with choices are those of its pictures in each store', async () => {
  const choice = (id: string, size: string, more: Parameters<typeof rowOf>[0]) =>
    rowOf({ id, item_group_id: 'glove', title: 'Handskar', size, image_link: front, ...more })
  const sized = (more: Parameters<typeof rowOf>[0]) =>
    tsv([choice('v-1', 'S', more), choice('v-2', 'M', more)])
  await shop.importBytes(sized({ image_alt_text: 'Svarta handskar' }), 'sv')
  await shop.importBytes(sized({ image_alt_text: 'Schwarze Handschuhe', price: '4.90 EUR' }), 'de')
  const alt = { sv: 'Svarta handskar', de: 'Schwarze Handschuhe' }
  expect(await texts()).toEqual({ [`glove ${front}`]: alt, [`v-1 ${front}`]: alt, [`v-2 ${front}`]: alt })
})

it('come from the export of Shopify, and from a column of a price list', async () => {
  const shopify = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price,Image Src,Image Alt Text',
    `c,Cell,Title,Default Title,A-1,,49.00,${front},<b>To</b> celler`,
    `c,,,,,,,${back},${'lang tekst '.repeat(60)}`,
  ]
  const answer = await shop.importBytes(`${shopify.join('\n')}\n`, 'da')
  expect(answer.reasons).toMatchObject({ picture_text_cut: 1 })
  const stored = await texts()
  expect(stored[`A-1 ${front}`]).toEqual({ da: 'To celler' })
  expect((stored[`A-1 ${back}`] as { da: string }).da).toMatch(/^(?:lang tekst ){45}lang$/)
  const list = `Artikelnr;Benämning;Pris;Lager;Bild;Bildbeskrivning\nA-1;Cell;49;3;${front};Två celler\n`
  expect(await shop.importBytes(list, 'sv')).toMatchObject({ refused: 0 })
  expect((await texts())[`A-1 ${front}`]).toEqual({ da: 'To celler', sv: 'Två celler' })
})
