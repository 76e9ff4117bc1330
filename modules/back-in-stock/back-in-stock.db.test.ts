import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { invalidEmails, subscribing } from '../../test/subscribing.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const { post, sendWaiting } = subscribing(() => shop)

describe('a back-in-stock notice', () => {
  const wishes = () => shop.db.selectFrom('stock_notification').selectAll().orderBy('store').execute()

  it('[CARD-11] is stored once per product, store and address, when the owner of the address confirms', async () => {
    const product = await shop.addProduct({ available: 0 })
    const ask = (store: StoreCode) =>
      post('stock-notifications', { sku: `SKU-${product}`, email: 'Ada@example.com' }, store)
    for (const store of ['sv', 'sv', 'da'] as const) expect((await ask(store)).status).toBe(204)
    expect(await wishes()).toEqual([])
    const sent = await sendWaiting()
    expect(sent.map(({ mail }) => [mail.to, mail.kind, mail.subject])).toEqual([
      ['ada@example.com', 'stock-confirmation', 'Bekräfta bevakningen av x'],
      ['ada@example.com', 'stock-confirmation', 'Bekräfta bevakningen av x'],
      ['ada@example.com', 'stock-confirmation', 'Bekræft besked om x'],
    ])
    expect((await post('confirmations', { token: sent[0]!.token })).body).toEqual({ purpose: 'stock' })
    // The other link for the same request is used up with it.
    expect((await post('confirmations', { token: sent[1]!.token })).status).toBe(403)
    await post('confirmations', { token: sent[2]!.token })
    expect((await wishes()).map(({ store, email }) => [store, email])).toEqual([
      ['da', 'ada@example.com'],
      ['sv', 'ada@example.com'],
    ])
    await shop.db.updateTable('stock_notification').set({ sent_at: new Date() }).execute()
    await ask('sv')
    expect((await wishes()).every(({ sent_at }) => sent_at !== null)).toBe(true)
    await post('confirmations', { token: (await sendWaiting())[0]!.token })
    expect((await wishes()).map(({ sent_at }) => sent_at === null)).toEqual([false, true])
  })

  it('[CARD-11] is accepted only for a product that is out of stock, so that no mail is sent about one that can be bought', async () => {
    const ask = async (id: number) => {
      const answer = await post('stock-notifications', { sku: `SKU-${id}`, email: 'eve@example.com' })
      return [answer.status, answer.body?.message]
    }
    const orderable = [409, 'Varan är inte slut just nu. Ladda om sidan.']
    expect(await ask(await shop.addProduct({ available: 3 }))).toEqual(orderable)
    expect(await ask(await shop.addProduct({ available: 0, incoming: 4 }))).toEqual(orderable)
    expect(await ask(await shop.addProduct({ available: 0, discontinued: true }))).toEqual(orderable)
    expect(await ask(await shop.addProduct({ type: 4 }))).toEqual(orderable)
    // For a variant in stock a mail would be sent at once.
    const parent = await shop.addProduct({ available: 0 })
    const variant = await shop.addProduct({ available: 2 })
    await sql`update product set variant_of = ${parent} where id = ${variant}`.execute(shop.db)
    expect(await ask(parent)).toEqual(orderable)
    expect(shop.enqueued).toEqual([])
    expect(await ask(await shop.addProduct({ available: 0 }))).toEqual([204, undefined])
    shop.enqueued.length = 0
  })

  it('[CARD-11] is rejected for a product the store does not sell and for an invalid address', async () => {
    const product = await shop.addProduct({ available: 0, notIn: ['de'] })
    const sku = `SKU-${product}`
    const email = 'ada@example.com'
    expect((await post('stock-notifications', { sku: 'NONE', email })).status).toBe(404)
    expect((await post('stock-notifications', { sku, email }, 'de')).status).toBe(404)
    for (const wrong of invalidEmails)
      expect((await post('stock-notifications', { sku, email: wrong })).status).toBe(422)
  })
})
