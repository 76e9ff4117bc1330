/** Tags of products, which come with a file where the merchant says so. */
import { expect, it } from 'vitest'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { useImportShop } from './import-fixture.test-support.ts'
import { recordsOf } from './restore-products.server.ts'

const shop = useImportShop()

const header =
  'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price'
const cells = (tags: string) =>
  [
    header,
    `cell,Celle,"${tags}",Pakke,2 stk,C-2,,29.00`,
    'cell,,,,5 stk,C-5,,59.00',
    `lamp,Lampe,"${tags}",Title,Default Title,L-1,,99.00`,
    '',
  ].join('\n')

const tags = async () =>
  Object.fromEntries(
    (
      await shop.rowsOf(`select p.sku, array_agg(g.code order by g.code) as tags from product_tag t
        join product p on p.id = t.product_id join tag g on g.id = t.tag_id group by 1 order by 1`)
    ).map((row) => [String(row['sku']), row['tags']]),
  )
const texts = () =>
  shop.rowsOf(
    `select g.code, t.store, t.name, t.slug from tag g join tag_text t on t.tag_id = g.id order by 1, 2`,
  )

it('are counted, and taken only where the merchant says so', async () => {
  const plain = await shop.importBytes(cells('Påske, tilbud'), 'da')
  expect(plain).toMatchObject({ created: 3, tags: 2 })
  expect([await tags(), await texts()]).toEqual([{}, []])
  const dry = await shop.importBytes(cells('Påske, tilbud'), 'da', { takeTags: true, dryRun: true })
  expect(dry.changes).toContainEqual(
    expect.objectContaining({ id: 'L-1', column: 'tags', before: '', after: 'paske, tilbud' }),
  )
  expect(await texts()).toEqual([])
  await shop.importBytes(cells('Påske, tilbud'), 'da', { takeTags: true })
  const both = ['paske', 'tilbud']
  expect(await tags()).toEqual({ cell: both, 'C-2': both, 'C-5': both, 'L-1': both })
  expect(await texts()).toEqual([
    { code: 'paske', store: 'da', name: 'Påske', slug: 'paske' },
    { code: 'tilbud', store: 'da', name: 'tilbud', slug: 'tilbud' },
  ])
  const again = await shop.importBytes(cells('påske,Tilbud'), 'da', { takeTags: true })
  expect(again).toMatchObject({ changed: 0, unchanged: 3 })
})

it('are found by their name in the store, added to those that a product has, and go back with the import', async () => {
  const { db } = shop.test
  const sku = toSku('L-1')
  const record = async () => (await recordsOf(db, [sku])).get(sku)!
  const own = { record: 'tag', code: 'offers', texts: { da: { name: 'Tilbud', slug: 'tilbud' } } }
  const taken = { record: 'tag', code: 'easter', texts: { da: { name: 'Ferie', slug: 'paske' } } }
  await shop.importBytes(`${[own, taken].map((each) => JSON.stringify(each)).join('\n')}\n`)
  await shop.importBytes(cells('tilbud'), 'da', { takeTags: true })
  const before = await record()
  await shop.importBytes(cells('påske'), 'da', { takeTags: true })
  const both = ['offers', 'paske']
  expect(await tags()).toEqual({ cell: both, 'C-2': both, 'C-5': both, 'L-1': both })
  expect((await texts()).map(({ code, slug }) => [code, slug])).toEqual([
    ['easter', 'paske'],
    ['offers', 'tilbud'],
    ['paske', expect.stringMatching(/^paske-[a-z0-9]{8}$/)],
  ])
  const imported = await record()
  const restored = await db
    .transaction()
    .execute((trx) =>
      productEditor.restore(trx, testActor, { products: [{ sku, before, imported }], reason: 'job 1' }),
    )
  expect(restored).toEqual({ ok: true, products: [{ ok: true, outcome: 'changed' }] })
  expect((await tags())['L-1']).toEqual(['offers'])
})

it('of another store get a name there', async () => {
  await shop.importBytes(cells('Tilbud'), 'da', { takeTags: true })
  await shop.importBytes(cells('TILBUD'), 'no', { takeTags: true })
  expect(await texts()).toEqual([
    { code: 'tilbud', store: 'da', name: 'Tilbud', slug: 'tilbud' },
    { code: 'tilbud', store: 'no', name: 'TILBUD', slug: 'tilbud' },
  ])
})

it('come from a column that staff have mapped', async () => {
  const field = (name: string, column: string) => ({ field: name, column, text: '', steps: [] })
  const fields = [
    field('id', 'Nr'),
    field('title', 'Namn'),
    field('price', 'Pris'),
    field('quantity', 'Antal'),
    field('tags', 'Etiketter'),
  ]
  const table = 'Nr;Namn;Pris;Antal;Etiketter\nA-1;Sylt;49;3;bär, söt\n'
  await shop.importBytes(table, 'sv', { mapping: { fields }, takeTags: true })
  expect(await tags()).toEqual({ 'A-1': ['bar', 'sot'] })
})
