import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountShop } from '../../test/account-shop.ts'
import { goodForm, line } from '../../test/order-shop.ts'

let shop: Awaited<ReturnType<typeof accountShop>>
beforeAll(async () => {
  shop = await accountShop()
})
afterAll(() => shop.close())

/** A customer with a subscription on invoice, and their calls. */
async function subscriber() {
  const product = await shop.addProduct({ price: 200, intervals: ['1 month', '3 months'] })
  const { email } = await shop.someAccount()
  const { access_token: token } = await shop.loggedIn(email)
  const ask = (path: string, method = 'GET', body?: unknown) =>
    shop.ask(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    } as never)
  const items = [line(product, 2, { subscription_interval: '3 months' })]
  const opened = await ask('checkout', 'POST', { items })
  const id = opened.body.id as string
  const chosen = await ask(`checkout/${id}`, 'PATCH', { shippingMethod: goodForm.shippingMethod })
  const placed = await ask(`checkout/${id}/complete`, 'POST', { ...goodForm, total: chosen.body.total })
  const [subscription] = (await ask('subscriptions')).body as { id: string }[]
  const patch = (body: unknown) => ask(`subscriptions/${subscription!.id}`, 'PATCH', body)
  return { ask, patch, opened: opened.body, placed, subscription: subscription! }
}

describe('a checkout with a subscription', () => {
  it('[SUBS-02] shows its terms, offers only methods that can repeat, and asks a guest to log in', async () => {
    const product = await shop.addProduct({ price: 200, intervals: ['3 months'] })
    const items = [line(product, 2, { subscription_interval: '3 months' })]
    const { body: opened } = await shop.post('checkout', { items })
    expect(opened).toMatchObject({
      needs_login: true,
      subscriptions: [{ quantity: 2, interval: '3 months', price: 200, first_renewal_on: '2027-02-20' }],
      payment_methods: { private: ['invoice'] },
      payment_choices: { private: [{ id: 'invoice', provider: 'invoice', offers: ['invoice'] }] },
    })
    const { body } = await shop.ask(`checkout/${opened.id}`, {
      method: 'PATCH',
      body: { shippingMethod: goodForm.shippingMethod },
    } as never)
    const refused = await shop.post(`checkout/${opened.id}/complete`, { ...goodForm, total: body.total })
    expect(refused).toMatchObject({ status: 409, body: { code: 'login_required' } })
    const single = await shop.post('checkout', { items: [line(product, 2)] })
    expect(single.body).toMatchObject({ needs_login: false, subscriptions: [] })
  })
})

describe('GET /api/subscriptions', () => {
  it('[SUBS-03] [API-29] lists product, interval, next date and status, to its customer only', async () => {
    const { subscription, opened, placed } = await subscriber()
    expect(opened.needs_login).toBe(false)
    expect(subscription).toEqual({
      id: `${placed.body.number}-A1`,
      store: 'sv',
      status: 'active',
      sku: expect.any(String),
      name: expect.any(String),
      slug: expect.any(String),
      quantity: 2,
      interval: '3 months',
      intervals: ['1 month', '3 months'],
      ends_on: null,
      next_on: '2027-02-20',
      price: 200,
      price_at_most: 200,
      address: { address: 'Storgatan 1', postalCode: '12345', city: 'Luleå' },
      payment: { method: 'invoice', label: null },
      payment_methods: ['invoice'],
      problem: null,
      can_change: true,
    })
    expect((await shop.ask('subscriptions')).status).toBe(401)
    const stranger = await subscriber()
    expect((await stranger.ask('subscriptions')).body).toHaveLength(1)
    const path = `subscriptions/${subscription.id}`
    expect(await stranger.ask(path, 'PATCH', { status: 'cancelled' })).toMatchObject({ status: 404 })
    expect(await stranger.ask(`${path}/payment-method`, 'POST')).toMatchObject({ status: 404 })
    const result = (setup: string) => stranger.ask(`${path}/payment-method/result`, 'POST', { setup })
    expect(await result('seti_1')).toMatchObject({ status: 404 })
    expect(await result('')).toMatchObject({ status: 422, body: { errors: { setup: expect.any(String) } } })
  })
})

describe('PATCH /api/subscriptions/:id', () => {
  it('[SUBS-04] pauses, resumes, skips, and changes interval, quantity and address', async () => {
    const { patch } = await subscriber()
    expect((await patch({ status: 'paused' })).body).toMatchObject({ status: 'paused', next_on: null })
    expect(await patch({ skip_next: true })).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect((await patch({ status: 'active' })).body).toMatchObject({
      status: 'active',
      next_on: '2027-02-20',
    })
    expect((await patch({ skip_next: true })).body).toMatchObject({ next_on: '2027-05-20' })
    expect((await patch({ interval: '1 month' })).body).toMatchObject({
      interval: '1 month',
      next_on: '2027-05-20',
    })
    expect((await patch({ skip_next: true })).body).toMatchObject({ next_on: '2027-06-20' })
    expect((await patch({ quantity: 5 })).body).toMatchObject({ quantity: 5 })
    const address = { address: 'Nygatan 2', postalCode: '11122', city: 'Stockholm' }
    expect((await patch({ address })).body).toMatchObject({ address: address })
  })

  it('refuses what the shop does not offer, with the field', async () => {
    const { patch } = await subscriber()
    expect(await patch({ interval: '2 weeks' })).toMatchObject({
      status: 422,
      body: { code: 'interval_not_offered' },
    })
    expect(await patch({ address: { address: 'Nygatan 2', postalCode: '1', city: '' } })).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: { postalCode: expect.any(String), city: expect.any(String) } },
    })
    for (const body of [
      {},
      { quantity: 0 },
      { status: 'done' },
      { quantity: 2, skip_next: true },
      { account_id: 1 },
    ])
      expect((await patch(body)).status).toBe(422)
  })

  it('[SUBS-05] cancels for good, with a receipt by mail, however often it is asked', async () => {
    const { patch, subscription } = await subscriber()
    const mails = () => shop.enqueued.filter(({ name }) => name === 'subscription-mail').length
    const before = mails()
    const tabs = await Promise.all([1, 2].map(() => patch({ status: 'cancelled' })))
    for (const { body } of tabs) expect(body).toMatchObject({ status: 'cancelled', next_on: null })
    expect((await patch({ status: 'cancelled' })).status).toBe(200)
    expect(mails()).toBe(before + 1)
    for (const body of [{ status: 'active' }, { status: 'paused' }, { skip_next: true }, { quantity: 1 }])
      expect(await patch(body)).toMatchObject({ status: 409, body: { code: 'cancelled' } })
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', subscription.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['subscription.start', 'subscription.cancelled'])
    expect(entries[1]!.actor_kind).toBe('buyer')
  })
})
