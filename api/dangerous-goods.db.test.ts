import { afterAll, beforeAll, expect, it } from 'vitest'
import { dangerousGoodsClass } from '../domain/products/dangerous-goods.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'
import type { ShopProduct } from '../test/shop-product.ts'
import type { DB } from '../db/schema.generated.ts'
import { sql, type Updateable } from 'kysely'
import type { CartItem } from '../contract/cart.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

type Facts = Pick<Updateable<DB['product']>, 'un_number' | 'battery_energy_mwh' | 'gross_weight_g'>

/** A product with the facts, in the database and as the index returns it. */
async function addGoods(facts: Facts, product: ShopProduct = {}) {
  const kind = dangerousGoodsClass({
    unNumber: facts.un_number ?? null,
    batteryEnergyMilliwattHours: facts.battery_energy_mwh ?? null,
    lithiumContentMilligrams: null,
  })
  const packed = { classes: kind === null ? [] : [kind], weightGrams: facts.gross_weight_g ?? 0 }
  const id = await shop.addProduct({ ...product, packed })
  await shop.db.updateTable('product').set(facts).where('id', '=', toProductId(id)).execute()
  return id
}

async function methodsFor(checkout: string): Promise<{ id: string; price: number }[]> {
  const { body } = await shop.call('GET', `/api/shipping-methods?postalCode=12345&checkout=${checkout}`)
  return body
}

it('a large lithium battery is delivered to the door only, a small one also to a service point', async () => {
  const offered = async (energy: number) => {
    const product = await addGoods({ un_number: 'UN3480', battery_energy_mwh: energy })
    const { id } = await openCheckout(shop, [line(product)])
    return (await methodsFor(id)).map((method) => method.id)
  }
  expect(await offered(36_000)).toEqual(['postnord-pickup', 'instabox-locker', 'budbee-home'])
  expect(await offered(450_000)).toEqual(['budbee-home'])
})

it('a method that may not carry the goods is refused when the order is placed', async () => {
  const product = await addGoods({ un_number: 'UN3480', battery_energy_mwh: 450_000 })
  const { id, total } = await openCheckout(shop, [line(product)], { shippingMethod: 'postnord-letter' })
  const form = { ...goodForm, shippingMethod: 'postnord-letter', total }
  const { status, body } = await shop.call('POST', `/api/checkout/${id}/complete`, form)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['shippingMethod']])
})

it('sync-cart says which methods cannot carry a line, of a set from its parts', async () => {
  const large = await addGoods({ un_number: 'UN3480', battery_energy_mwh: 450_000, gross_weight_g: 2_000 })
  const set = await shop.addProduct({ type: 3 })
  await sql`insert into set_part values (${set}, ${large}, 2)`.execute(shop.db)
  const starter = await shop.addProduct({ starterBattery: true })
  const plain = await shop.addProduct()
  const { body } = await shop.call('POST', '/api/sync-cart', {
    items: [line(set), line(starter), line(plain)],
    coupons: [],
    checkout_order_id: null,
  })
  const toTheDoorOnly = ['postnord-pickup', 'instabox-locker', 'postnord-letter']
  expect(body.map((item: CartItem) => item.shipping)).toEqual([
    { weight_grams: 4_000, excluded_methods: toTheDoorOnly },
    { weight_grams: 0, excluded_methods: toTheDoorOnly },
    { weight_grams: 0, excluded_methods: [] },
  ])
})

it('goods that no method carries are named', async () => {
  const spray = await addGoods({ un_number: 'UN1950' }, { name: 'Kontaktspray 200 ml' })
  const plain = await shop.addProduct()
  const { id } = await openCheckout(shop, [line(plain), line(spray)])
  expect((await shop.call('GET', `/api/checkout/${id}`)).body.undeliverable).toEqual(['Kontaktspray 200 ml'])
  expect(await methodsFor(id)).toEqual([])
})

it('the weight of all units decides the price of the delivery', async () => {
  const product = await addGoods({ un_number: 'none', gross_weight_g: 20_000 }, { price: 100 })
  const priceOf = async (quantity: number) => {
    const { id } = await openCheckout(shop, [line(product, quantity)])
    const home = (await methodsFor(id)).find((method) => method.id === 'budbee-home')
    return [home?.price, (await shop.call('GET', `/api/checkout/${id}`)).body.shipping]
  }
  expect(await priceOf(1)).toEqual([69, 69])
  expect(await priceOf(2)).toEqual([99, 99])
})
