import { afterAll, expect, it } from 'vitest'
import type { NewOffer } from './offer-repository.server.ts'
import { addToSegment, createOffer, removeOffer } from './offer-repository.server.ts'
import { minor } from '../../domain/money/money.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { goodForm, line } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

const customer = async () => {
  const { id, email } = await someAccount({ discounts: { B2: 1000 } })
  return { id, headers: bearer((await loggedIn(email)).access_token) }
}
const offer = async (productId: ProductId, to: NewOffer['to'], more: Partial<NewOffer> = {}) => {
  const created = await createOffer(shop.db, testActor, {
    store: 'sv',
    productId,
    priceMinor: minor(150_00),
    quantity: 3,
    to,
    expiresAt: null,
    ...more,
  })
  return created.ok ? created.id : 0
}

it('has a price in the digits of the currency, and none that is nothing', async () => {
  const { id: accountId, headers } = await customer()
  const product = await shop.addProduct({ price: 200 })
  const terms = { store: 'sv', productId: product, quantity: 1, to: { accountId }, expiresAt: null } as const
  const created = await createOffer(shop.db, testActor, { ...terms, priceMinor: minor(149_50) })
  expect(created).toMatchObject({ ok: true, priceMinor: 150_00 })
  const list = await ask('offers', { headers })
  expect(list.body).toMatchObject([{ price: 150 }])
  expect(await createOffer(shop.db, testActor, { ...terms, priceMinor: minor(45) })).toEqual({
    ok: false,
    code: 'rounds_to_nothing',
  })
})

it('[ACCOUNT-03] [API-29] an offer of the customer is listed and sold at its price and quantity', async () => {
  const { id: accountId, headers } = await customer()
  const product = await shop.addProduct({ price: 200, discountCategory: 'B2' })
  const id = await offer(product, { accountId })
  const list = await ask('offers', { headers })
  expect(list.body).toEqual([
    expect.objectContaining({ id, price: 150, ordinary_price: 200, quantity: 3, expires_at: null }),
  ])
  const items = [line(product, 1, { offer_item_id: id }), line(product, 2)]
  const synced = await post('sync-cart', { items }, { headers })
  expect(synced.body).toEqual([
    expect.objectContaining({ offer_item_id: id, price: 150, ordinary_price: 200, quantity: 3 }),
    expect.objectContaining({ offer_item_id: null, price: 200, quantity: 2 }),
  ])
  // The customer's percentage applies to the plain line only.
  const priced = await post('price-cart', { items, coupons: [] }, { headers })
  expect(priced.body.sum).toBe(3 * 150 + 2 * 180)

  const opened = await post('checkout', { items, coupons: [], campaignData: null }, { headers })
  const { shippingMethod } = goodForm
  const path = `checkout/${opened.body.id}`
  const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
  const done = await post(`${path}/complete`, { ...goodForm, total: chosen.body.total }, { headers })
  expect(done.status).toBe(200)
  const order = await ask(`orders/${done.body.number}`, { headers })
  expect(order.body.lines[0].reasons).toEqual([
    expect.objectContaining({ kind: 'personalOffer', amount: 150 }),
  ])
})

it('an offer of a segment is its members’, and nobody else’s', async () => {
  const member = await customer()
  const stranger = await customer()
  const product = await shop.addProduct({ price: 200 })
  await addToSegment(shop.db, testActor, { name: 'workshops', accountIds: [member.id] })
  const { id: segmentId } = await shop.db
    .selectFrom('customer_segment')
    .select('id')
    .executeTakeFirstOrThrow()
  const id = await offer(product, { segmentId })
  const prices = async (claim: unknown, headers?: Record<string, string>) => {
    const items = [line(product, 1, { offer_item_id: claim })]
    const { body } = await post('sync-cart', { items }, headers ? { headers } : {})
    return (body as { price: number; quantity: number }[]).map(({ price, quantity }) => [price, quantity])
  }
  expect(await prices(id, member.headers)).toEqual([[150, 3]])
  expect(await prices(id, stranger.headers)).toEqual([[200, 1]])
  expect(await prices(id)).toEqual([[200, 1]])
  expect(await prices(id + 1000, member.headers)).toEqual([[200, 1]])
  expect(await prices(`${id} or 1=1`, member.headers)).toEqual([[200, 1]])
  expect((await ask('offers', { headers: stranger.headers })).body).toEqual([])
  expect((await ask('offers')).status).toBe(401)
  // Not for another product, and only once in a cart.
  const other = await shop.addProduct({ price: 90 })
  const items = [
    line(other, 1, { offer_item_id: id }),
    line(product, 1, { offer_item_id: id }),
    line(product, 1, { offer_item_id: id }),
  ]
  const { body } = await post('sync-cart', { items }, { headers: member.headers })
  expect((body as { price: number }[]).map(({ price }) => price)).toEqual([90, 150, 200])
})

it('an offer ends when it expires or is removed, and never raises a price', async () => {
  const { id: accountId, headers } = await customer()
  const product = await shop.addProduct({ price: 200 })
  const short = await offer(product, { accountId }, { expiresAt: new Date(shop.now.at + 60_000) })
  const removed = await offer(product, { accountId })
  const dear = await offer(product, { accountId }, { priceMinor: minor(250_00), quantity: 1 })
  const priceWith = async (id: number) => {
    const items = [line(product, 1, { offer_item_id: id })]
    return (await post('sync-cart', { items }, { headers })).body[0].price as number
  }
  expect([await priceWith(short), await priceWith(removed), await priceWith(dear)]).toEqual([150, 150, 200])
  expect(await removeOffer(shop.db, testActor, removed, new Date(shop.now.at))).toBe(true)
  expect(await removeOffer(shop.db, testActor, removed, new Date(shop.now.at))).toBe(false)
  shop.now.at += 60_000
  expect([await priceWith(short), await priceWith(removed)]).toEqual([200, 200])
  expect((await ask('offers', { headers })).body.map(({ id }: { id: number }) => id)).toEqual([dear])
})
