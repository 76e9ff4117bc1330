import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKeys } from '../test/keyring.ts'
import { subscribe, unsubscribeToken } from '../domain/notifications/newsletter-repository.server.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import { orderShop, type OrderShop } from '../test/order-shop.ts'
import { invalidEmails, subscribing } from '../test/subscribing.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const { post, sendWaiting } = subscribing(() => shop)
const subscribers = () => shop.db.selectFrom('newsletter_subscriber').selectAll().orderBy('email').execute()

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
    for (const email of invalidEmails) {
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
