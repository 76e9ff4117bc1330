import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countStock } from '../domain/stock/count-stock.server.ts'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { importProducts, type ImportOptions } from './import-products.server.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-former-stock-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test.drop()
})

const shopify = (...variants: [sku: string, title: string, units: number][]) =>
  [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Published',
    ...variants.map(
      ([sku, title, units]) => `${sku},${title},Title,Default Title,${sku},shopify,${units},100.00,true`,
    ),
    '',
  ].join('\n')
async function imported(text: string, options: Partial<ImportOptions> = {}) {
  const file = join(folder, 'products.csv')
  await writeFile(file, text)
  const given = { file, store: 'sv', reportDirectory: null, ...options } as const
  const result = await importProducts(test.db, testActor, given)
  expect(result.refused).toBe(0)
  return result
}
const stock = async () =>
  Object.fromEntries(
    (
      await sql<{ sku: string; available: number }>`
        select p.sku, s.available from stock s join product p on p.id = s.product_id order by p.sku`.execute(
        test.db,
      )
    ).rows.map(({ sku, available }) => [sku, available]),
  )

it('a product file of a former shop gives new products their stock, and does not change that of the others', async () => {
  await imported(shopify(['A-1', 'Lampa', 5], ['A-2', 'Kabel', 7]))
  expect(await stock()).toEqual({ 'A-1': 5, 'A-2': 7 })
  await countStock(test.db, testActor, {
    sku: toSku('A-1'),
    store: 'sv',
    units: 3,
    countedAt: null,
    note: 'inventory',
  })
  const again = shopify(['A-1', 'Lampa LED', 5], ['A-2', 'Kabel', 9], ['A-3', 'Laddare', 2])
  const result = await imported(again, { dryRun: true })
  expect(result).toMatchObject({ created: 1, changed: 1, unchanged: 1 })
  await imported(again)
  expect(await stock()).toEqual({ 'A-1': 3, 'A-2': 7, 'A-3': 2 })
  // Unless staff say so.
  await imported(again, { setStock: true })
  expect(await stock()).toEqual({ 'A-1': 5, 'A-2': 9, 'A-3': 2 })
})

it('a discontinued product gets the stock of the file, and feeds set all', async () => {
  await sql`update stock set available = 0, discontinued = true
    where product_id = (select id from product where sku = 'A-3')`.execute(test.db)
  // Counted after the change above: a time in milliseconds can be before the microsecond in which the change was made.
  const countedAt = new Date(Date.now() + 1).toISOString()
  await imported(shopify(['A-3', 'Laddare', 4]), { countedAt })
  expect(await stock()).toMatchObject({ 'A-3': 4 })
  await imported('id\ttitle\tprice\tavailability\tquantity\nA-3\tLaddare\t100.00 SEK\tin_stock\t11\n')
  expect(await stock()).toMatchObject({ 'A-3': 11 })
})

it.each([
  [
    'Wix',
    (units: number) =>
      `handleId,fieldType,name,sku,price,surcharge,visible,inventory,productOptionName1\np1,Product,Hatt,W-1,100.00,,SANT,${units},\n`,
  ],
  [
    'Squarespace',
    (units: number) =>
      `Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Title,SKU,Price,Stock,Visible\np2,v2,PHYSICAL,Mugg,Q-1,100.00,${units},SANT\n`,
  ],
] as const)('a product file of %s does not change the stock of products, either', async (_shop, fileOf) => {
  const units = async () => Object.entries(await stock()).filter(([sku]) => /^[WQ]-/.test(sku))
  const before = await units()
  await imported(fileOf(5))
  const [added] = (await units()).filter(([sku]) => !before.some(([other]) => other === sku))
  expect(added?.[1]).toBe(5)
  await imported(fileOf(9))
  expect(await units()).toContainEqual(added)
  await imported(fileOf(9), { setStock: true })
  expect(await units()).toContainEqual([added?.[0], 9])
})
