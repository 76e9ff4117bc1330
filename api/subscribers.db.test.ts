import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKeys } from '../test/keyring.ts'
import { subscribe, unsubscribeToken } from '../domain/notifications/newsletter-repository.server.ts'
import type { JobPayloads } from '../domain/jobs/job-queue.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import { sendConfirmationMail } from '../server/jobs/send-confirmation-mail.ts'
import { orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

async function post(path: string, payload: object, store: StoreCode = 'sv', remoteAddress = newNetwork()) {
  const url = `/api/${path}?locale=${store}&sid=${stores[store].storeId}`
  const answer = await shop.app.inject({ method: 'POST', url, payload, remoteAddress })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

let networks = 0
/** Requests come from different addresses, unless a test says otherwise. */
const newNetwork = () => `10.0.${Math.floor(++networks / 250)}.${networks % 250}`

/** Sends the pending mails; returns their names and links. */
async function sendWaiting(): Promise<{ mail: Mail; token: string }[]> {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: 'm' }) }
  const services = {
    db: shop.db,
    mailer,
    publicUrl: 'http://shop.example',
    keys: testKeys,
    clock: () => shop.now.at,
  }
  for (const { name, data } of shop.enqueued.splice(0)) {
    expect(name).toBe('confirmation-mail')
    const { confirmationId } = data as unknown as JobPayloads['confirmation-mail']
    await sendConfirmationMail(services, confirmationId)
  }
  return mails.map((mail) => {
    const [link = ''] = /http:\/\/shop\.example\/\S+/.exec(mail.text) ?? []
    return { mail, token: new URL(link).searchParams.get('token') ?? '' }
  })
}

const subscribers = () => shop.db.selectFrom('newsletter_subscriber').selectAll().orderBy('email').execute()
const refused = ['', 'name', 'a@b', 'a b@c.de', `${'x'.repeat(250)}@c.de`, 'a\0@c.de', 7, null]

describe('the newsletter', () => {
  it('[CHROME-14] starts when the owner of the address confirms, and not before', async () => {
    expect(await post('newsletter', { email: ' Ada@Example.com ' })).toEqual({ status: 204, body: null })
    expect(await subscribers()).toEqual([])
    const [{ mail, token }] = (await sendWaiting()) as [{ mail: Mail; token: string }]
    expect(mail).toMatchObject({ to: 'ada@example.com', kind: 'newsletter-confirmation' })
    expect(mail.text).toContain('http://shop.example/sv/confirm?token=')
    expect(token).not.toContain('ada')
    expect(await post('confirmations', { token })).toEqual({ status: 200, body: { purpose: 'newsletter' } })
    expect(await subscribers()).toMatchObject([
      { store: 'sv', email: 'ada@example.com', unsubscribed_at: null, confirmed_at: new Date(shop.now.at) },
    ])
  })

  it('[CHROME-14] responds the same for every address, mails nothing to a subscribed one, and little to others', async () => {
    const known = await post('newsletter', { email: 'ada@example.com' })
    expect(await sendWaiting()).toEqual([])
    const answers = []
    for (let count = 0; count < 5; count++)
      answers.push(await post('newsletter', { email: 'new@example.com' }))
    for (const answer of answers) expect(answer).toEqual(known)
    expect((await sendWaiting()).map(({ mail }) => mail.to)).toEqual(['new@example.com', 'new@example.com'])
  })

  it('limits the requests of one network to the mails it may cause', async () => {
    const statuses = []
    for (let count = 0; count < 22; count++)
      statuses.push((await post('newsletter', { email: `n${count}@example.com` }, 'sv', '192.0.2.9')).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    shop.enqueued.length = 0
  })

  it('a link works once, until it expires, and only unmodified', async () => {
    await post('newsletter', { email: 'once@example.com' })
    await post('newsletter', { email: 'late@example.com' })
    const [once, late] = await sendWaiting()
    const forged = [
      once!.token.replace(/^[^.]+/, '1'),
      once!.token.slice(0, -2),
      'x',
      '',
      `${'z'.repeat(10)}.${'A'.repeat(43)}`,
    ]
    for (const token of forged) expect((await post('confirmations', { token })).status).toBe(403)
    const answers = await Promise.all([1, 2, 3].map(() => post('confirmations', { token: once!.token })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
    // An old link does not resubscribe an address that has unsubscribed.
    const token = unsubscribeToken(testKeys, 'sv', 'once@example.com')
    await post('unsubscribe', { email: 'once@example.com', token })
    expect((await post('confirmations', { token: once!.token })).status).toBe(403)
    shop.now.at += 3 * 24 * 3_600_000
    expect((await post('confirmations', { token: late!.token })).status).toBe(403)
    const rows = await subscribers()
    expect(rows.find(({ email }) => email === 'once@example.com')?.unsubscribed_at).not.toBeNull()
    expect(rows.some(({ email }) => email === 'late@example.com')).toBe(false)
  })

  it('[CHROME-14] rejects invalid addresses, and stores without a newsletter', async () => {
    for (const email of refused) {
      const { status, body } = await post('newsletter', { email })
      expect([email, status]).toEqual([email, 422])
      expect(Object.keys(body.errors)).toEqual(['email'])
    }
    expect((await post('newsletter', { email: 'ada@example.com' }, 'de')).status).toBe(404)
  })

  it('ends by the link of its mail, and only for that address and store', async () => {
    const email = 'bo@example.com'
    await subscribe(shop.db, { store: 'sv', email }, new Date(shop.now.at))
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
  })
})

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
    for (const wrong of refused)
      expect((await post('stock-notifications', { sku, email: wrong })).status).toBe(422)
  })
})
