import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKeys } from '../test/keyring.ts'
import { unsubscribeToken } from '../domain/newsletter/newsletter-repository.server.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { orderShop, type OrderShop } from '../test/order-shop.ts'
import { handleError } from './errors.ts'
import { subscriberRoutes } from './subscribers.ts'

let shop: OrderShop
let app: FastifyInstance
beforeAll(async () => {
  shop = await orderShop()
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  await app.register(subscriberRoutes, {
    db: shop.db,
    catalogue: shop.catalogue,
    keys: testKeys,
    clock: () => shop.now.at,
  })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

async function post(path: string, payload: object, store: StoreCode = 'sv') {
  const url = `/api/${path}?locale=${store}&sid=${stores[store].storeId}`
  const answer = await app.inject({ method: 'POST', url, payload })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

const subscribers = () => shop.db.selectFrom('newsletter_subscriber').selectAll().orderBy('email').execute()
const refused = ['', 'name', 'a@b', 'a b@c.de', `${'x'.repeat(250)}@c.de`, 'a\0@c.de', 7, null]

describe('the newsletter', () => {
  it('[CHROME-14] takes an address once, however it is written', async () => {
    for (const email of ['Ada@Example.com', ' ada@example.com ', 'ada@example.com'])
      expect(await post('newsletter', { email })).toEqual({ status: 204, body: null })
    expect(await subscribers()).toMatchObject([
      { store: 'sv', email: 'ada@example.com', unsubscribed_at: null },
    ])
  })

  it('[CHROME-14] refuses what is no address, and stores that have none', async () => {
    for (const email of refused) {
      const { status, body } = await post('newsletter', { email })
      expect([email, status]).toEqual([email, 422])
      expect(Object.keys(body.errors)).toEqual(['email'])
    }
    expect((await post('newsletter', { email: 'ada@example.com' }, 'de')).status).toBe(404)
  })

  it('ends by the link of its mail, and only for that address and store', async () => {
    const email = 'bo@example.com'
    await post('newsletter', { email })
    const token = unsubscribeToken(testKeys, 'sv', email)
    const ended = async () =>
      (await subscribers()).find((row) => row.email === email)?.unsubscribed_at !== null
    for (const wrong of [
      '',
      'x',
      'x'.repeat(43),
      unsubscribeToken(testKeys, 'no', email),
      unsubscribeToken(testKeys, 'sv', 'ada@example.com'),
    ])
      expect((await post('unsubscribe', { email, token: wrong })).status).toBe(403)
    expect(await ended()).toBe(false)
    expect((await post('unsubscribe', { email: ' BO@example.com', token })).status).toBe(204)
    expect((await post('unsubscribe', { email, token })).status).toBe(204)
    expect(await ended()).toBe(true)
    await post('newsletter', { email })
    expect(await ended()).toBe(false)
  })
})

describe('a notice of stock', () => {
  it('[CARD-11] is noted once per product, store and address', async () => {
    const product = await shop.addProduct({ available: 0 })
    const ask = (store: StoreCode) =>
      post('stock-notifications', { sku: `SKU-${product}`, email: 'Ada@example.com' }, store)
    for (const store of ['sv', 'sv', 'da'] as const) expect((await ask(store)).status).toBe(204)
    const wishes = () => shop.db.selectFrom('stock_notification').selectAll().orderBy('store').execute()
    expect((await wishes()).map(({ store, email }) => [store, email])).toEqual([
      ['da', 'ada@example.com'],
      ['sv', 'ada@example.com'],
    ])
    await shop.db.updateTable('stock_notification').set({ sent_at: new Date() }).execute()
    await ask('sv')
    expect((await wishes()).map(({ sent_at }) => sent_at === null)).toEqual([false, true])
  })

  it('[CARD-11] is refused for a product the store does not know and for what is no address', async () => {
    const product = await shop.addProduct({ notIn: ['de'] })
    const sku = `SKU-${product}`
    const email = 'ada@example.com'
    expect((await post('stock-notifications', { sku: 'NONE', email })).status).toBe(404)
    expect((await post('stock-notifications', { sku, email }, 'de')).status).toBe(404)
    for (const wrong of refused)
      expect((await post('stock-notifications', { sku, email: wrong })).status).toBe(422)
  })
})
