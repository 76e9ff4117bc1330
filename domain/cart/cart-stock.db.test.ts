import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { watchedQueries } from '../../test/watched-queries.ts'
import { createStockReader } from './cart-stock.server.ts'
import { toProductId } from '../products/product-id.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

it('[API-18] concurrent carts share one query per store, and each gets what it needs', async () => {
  const part = await shop.addProduct({ available: 7 })
  const set = await shop.addProduct({ type: 2 })
  const later = await shop.addProduct({ available: 0, incoming: 3 })
  await sql`insert into set_part values (${set}, ${part}, 4)`.execute(shop.db)
  await sql`update stock set available = 9 where product_id = ${part} and store = 'de'`.execute(shop.db)
  const watched = watchedQueries(shop.db)
  const read = createStockReader(watched.db)
  const [one, two, three, other] = await Promise.all([
    read('sv', [part]),
    read('sv', [set, part]),
    read('sv', [later, toProductId(999_999)]),
    read('de', [part]),
  ])
  expect(watched.queries).toBe(2)
  expect(one.get(part)).toMatchObject([{ productId: part, perUnit: 1, stock: { available: 7 } }])
  expect(two.get(set)).toMatchObject([{ productId: part, perUnit: 4, stock: { available: 7 } }])
  expect(two.get(part)).toHaveLength(1)
  expect(three.get(later)).toMatchObject([{ productId: later, stock: { available: 0, incoming: 3 } }])
  expect(three.get(toProductId(999_999))).toEqual([{ productId: 999_999, perUnit: 1, stock: null }])
  expect(other.get(part)).toMatchObject([{ stock: { available: 9 } }])
})

it('[API-18] a later request reads again', async () => {
  const product = await shop.addProduct({ available: 5 })
  const read = createStockReader(shop.db)
  const first = await read('sv', [product])
  await sql`update stock set available = 2 where product_id = ${product} and store = 'sv'`.execute(shop.db)
  const second = await read('sv', [product])
  expect([first, second].map((needs) => needs.get(product)?.[0]?.stock?.available)).toEqual([5, 2])
})

it('a failed read fails for all carts that wait for it, and for no later one', async () => {
  const product = await shop.addProduct({ available: 5 })
  const watched = watchedQueries(shop.db)
  watched.isGone = true
  const read = createStockReader(watched.db)
  const answers = await Promise.allSettled([read('sv', [product]), read('sv', [product])])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  watched.isGone = false
  expect((await read('sv', [product])).size).toBe(1)
})
