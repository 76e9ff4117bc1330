import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { createGoodsNames } from './goods-name.server.ts'
import type { WantedGoods } from './missing.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
})
afterAll(() => test.drop())

const none: WantedGoods = { products: [], categories: [], groups: [], discountCategories: [] }
const nameOf = (wanted: Partial<WantedGoods>, store: 'sv' | 'de' = 'sv') =>
  createGoodsNames(test.db)(store, { ...none, ...wanted })
const group = (number: number, ...skus: string[]) =>
  sql`update product set group_id = ${number}, discount_category = ${`D${number}`} where sku = any(${skus})`.execute(
    test.db,
  )
const categoryId = async (code: string) =>
  (await test.db.selectFrom('category').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

it('names categories and products in the language of the store', async () => {
  const [button, cables] = [await categoryId('button'), await categoryId('cables')]
  expect(await nameOf({ categories: [button] })).toBe('Knappceller')
  expect(await nameOf({ categories: [button, cables] }, 'de')).toBe('Knopfzellen und Kabel')
  expect(await nameOf({ products: [ids['NC-AA4']!] })).toBe('Ängsbatteri AA 4-pack')
})

it('names a group by the narrowest category that holds all of its products in the store', async () => {
  await group(31, 'NC-2032')
  await group(32, 'NC-AA10')
  expect(await nameOf({ groups: [31] })).toBe('Knappceller')
  expect(await nameOf({ discountCategories: ['D31'] }, 'de')).toBe('Knopfzellen')
  await group(31, 'NC-2032', 'NC-AA10')
  expect(await nameOf({ groups: [31] })).toBe('Batterier')
})

it('names nothing where a part of the goods has no name, or there are too many names', async () => {
  await group(33, 'NC-2032', 'KV-CABLE')
  expect(await nameOf({ groups: [33] })).toBeNull()
  expect(await nameOf({ groups: [77] })).toBeNull()
  expect(await nameOf({ products: [ids['NC-AA10']!, 999_999] })).toBeNull()
  expect(await nameOf({ products: Object.values(ids).slice(0, 4) })).toBeNull()
})
