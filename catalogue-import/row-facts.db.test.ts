/** Metafields and other columns that become attributes of products, from files to the catalogue and back. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ColumnMapping } from '../domain/catalogue/column-mapping.ts'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { sharedData, useImportShop } from './import-fixture.test-support.ts'
import { recordsOf } from './restore-products.server.ts'

const shop = useImportShop()

const metafields = ['Material', 'Battery type'].map(
  (name) => `${name} (product.metafields.custom.${name.toLowerCase().replace(' ', '_')})`,
)
const header = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price,${metafields.join(',')}`
const file = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`
const cells = (material: string, type = '') =>
  file(
    `cell,Celle,Pakke,2 stk,C-2,,29.00,${material},${type}`,
    'cell,,,5 stk,C-5,,59.00,,',
    `lamp,Lampe,Title,Default Title,L-1,,99.00,${material},`,
  )

const attributes = async () =>
  Object.fromEntries(
    (await shop.rowsOf('select sku, attributes from product order by sku')).map((row) => [
      String(row['sku']),
      row['attributes'],
    ]),
  )
const record = async (sku: string) => (await recordsOf(shop.test.db, [toSku(sku)])).get(toSku(sku))!

it('are attributes of products, of their choices and of the product that these belong to', async () => {
  const answer = await shop.importBytes(cells('Stål', 'Lithium'), 'da')
  expect(answer).toMatchObject({ created: 3, refused: 0 })
  const cell = { material: 'stal', battery_type: 'lithium' }
  const stored = {
    cell,
    'C-2': { ...cell, pack: '2_stk' },
    'C-5': { ...cell, pack: '5_stk' },
    'L-1': { material: 'stal' },
  }
  expect(await attributes()).toEqual(stored)
  expect(
    await shop.rowsOf(`select a.code, a.kind, a.names ->> 'da' as name, v.names ->> 'da' as value
      from attribute a join attribute_value v on v.attribute_code = a.code where a.code <> 'pack' order by 1`),
  ).toEqual([
    { code: 'battery_type', kind: 'choice', name: 'Battery type', value: 'Lithium' },
    { code: 'material', kind: 'choice', name: 'Materiale', value: 'Stål' },
  ])
  expect(await shop.importBytes(cells('Stål', 'Lithium'), 'da')).toMatchObject({ changed: 0 })
  expect(await shop.importBytes(cells(''), 'da')).toMatchObject({ changed: 0 })
  expect(await attributes()).toEqual(stored)
  const records = await shop.exported({ format: 'ndjson' })
  await shop.moveToEmptyShop()
  await shop.importBytes(records)
  expect(await attributes()).toEqual(stored)
})

it('never become what a product is chosen by, and go back with the import', async () => {
  await shop.importBytes(cells('Stål'), 'da')
  const former = await attributes()
  const before = await record('L-1')
  // One of the choices is not in the file any more.
  const answer = await shop.importBytes(
    file(
      'cell,Celle,Pakke,2 stk,C-2,,29.00,Guld,',
      'cell,,,9 stk,C-9,,89.00,,',
      'lamp,Lampe,Title,Default Title,L-1,,99.00,Guld,',
    ),
    'da',
  )
  expect(answer.changes).toMatchObject([
    { id: 'C-2', column: 'material', before: 'stal', after: 'guld' },
    { id: 'L-1', column: 'material', before: 'stal', after: 'guld' },
  ])
  expect(await attributes()).toMatchObject({ cell: { material: 'guld' }, 'C-5': { material: 'stal' } })
  expect(await shop.rowsOf("select variation_attributes as by from product where sku = 'cell'")).toEqual([
    { by: ['pack'] },
  ])
  const imported = await record('L-1')
  const restored = await shop.test.db.transaction().execute((trx) =>
    productEditor.restore(trx, testActor, {
      products: [{ sku: toSku('L-1'), before, imported }],
      reason: 'job 1',
    }),
  )
  expect(restored).toEqual({ ok: true, products: [{ ok: true, outcome: 'changed' }] })
  expect((await attributes())['L-1']).toEqual(former['L-1'])
})

it('that hold a list or a reference are reported, and their rows imported', async () => {
  const answer = await shop.importBytes(cells('gid://shopify/Metaobject/1'), 'da')
  expect(answer).toMatchObject({ created: 3, refused: 0, reasons: { attribute_left_out: 3 } })
  expect(answer.reports.find(({ code }) => code === 'attribute_left_out')).toMatchObject({
    id: 'C-2',
    column: metafields[0],
  })
  expect((await attributes())['L-1']).toEqual({})
})

it('of any table are attributes where staff say so', async () => {
  const field = (name: string, column: string) => ({ field: name, column, text: '', steps: [] })
  const mapping: ColumnMapping = {
    fields: [
      field('id', 'Nr'),
      field('title', 'Namn'),
      field('price', 'Pris'),
      field('quantity', 'Antal'),
      field('attribute.Bär', 'Bär'),
    ],
  }
  const table = 'Nr;Namn;Pris;Antal;Bär\nA-1;Sylt;49;3;Hjortron\nA-2;Saft;39;2;ja\nA-3;Te;29;2;[1, 2]\n'
  const answer = await shop.importBytes(table, 'sv', { mapping })
  expect(answer.reports).toMatchObject([{ id: 'A-3', code: 'attribute_left_out', column: 'Bär' }])
  expect(await attributes()).toEqual({ 'A-1': { bar: 'hjortron' }, 'A-2': { bar: 'ja' }, 'A-3': {} })
})

const shopify = join(sharedData, 'moving-in/shopify-products.csv')

it.skipIf(!existsSync(shopify))('come with the file of Shopify that merchants bring', async () => {
  await shop.importFile(shopify, 'da')
  const found =
    await shop.rowsOf(`select p.sku, p.attributes ->> 'battery_type' as type, i.alt ->> 'da' as alt
    from product p left join product_image i on i.product_id = p.id and i.sort_order = 1
    where p.sku like 'DC-CR2032%' order by p.sku`)
  expect(found[0]).toEqual({ sku: 'DC-CR2032-2', type: 'lithium', alt: 'To celler' })
})
