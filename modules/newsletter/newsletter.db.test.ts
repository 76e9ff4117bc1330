import { afterAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { jobActor } from '../../domain/audit/actor.ts'
import { isOptIn, mailTopics } from '../../domain/mail/mail-kind.ts'
import { oneClickRecipient, mailConsents } from '../../domain/notifications/mail-preferences.server.ts'
import { mailPaths } from '../../domain/notifications/mail-paths.ts'
import { unsubscribeToken } from '../../domain/notifications/recipient-token.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { eraseAroundOrders } from '../../domain/personal-data/erase-around-orders.server.ts'
import { exportCustomer } from '../../domain/personal-data/export-customer.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testKeys } from '../../test/keyring.ts'
import { invalidEmails, subscribing } from '../../test/subscribing.ts'
import { optIn } from './opt-in.server.ts'

const shop = await accountShop()
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
    await optIn.start(shop.db, { store: 'sv', email }, new Date(shop.now.at))
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

const topicsOf = (body: { topics: { topic: string; wanted: boolean }[] }) =>
  Object.fromEntries(body.topics.map(({ topic, wanted }) => [topic, wanted]))

describe('the choice of mails', () => {
  it('has the newsletter in the stores that have one, ended by the button of a mail program', async () => {
    const of = { store: 'sv', email: 'anna+brev@exempel.se' } as const
    await optIn.start(shop.db, of, new Date(shop.now.at))
    const wanted = async () =>
      (await mailConsents(shop.db, of)).find(({ topic }) => topic === 'newsletter')?.isWanted
    expect(await wanted()).toBe(true)
    const recipient = oneClickRecipient(of.email, unsubscribeToken(testKeys, 'sv', of.email))
    const clicked = await shop.app.inject({
      method: 'POST',
      url: mailPaths.oneClick('sv', 'newsletter', recipient),
    })
    expect(clicked.statusCode).toBe(200)
    expect(await wanted()).toBe(false)
    const choices = async (store: 'sv' | 'de') => {
      const query = { email: of.email, token: unsubscribeToken(testKeys, store, of.email) }
      const answer = await shop.app.inject(
        `/api/mail-preferences?${new URLSearchParams({ locale: store, sid: String(stores[store].storeId), ...query })}`,
      )
      return topicsOf(answer.json())
    }
    expect(await choices('sv')).toMatchObject({ newsletter: false })
    expect(await choices('de')).not.toHaveProperty('newsletter')
  })

  it('starts the newsletter at once with the token of a mail, and of an account once its address is proven', async () => {
    const byToken = 'dag@exempel.se'
    const changed = await shop.ask('mail-preferences', {
      method: 'PUT',
      body: {
        email: byToken,
        token: unsubscribeToken(testKeys, 'sv', byToken),
        topics: [{ topic: 'newsletter', wanted: true }],
      },
    })
    expect(topicsOf(changed.body)).toMatchObject({ newsletter: true })

    const { id, email } = await shop.someAccount()
    const headers = bearer((await shop.loggedIn(email)).access_token)
    const other = mailTopics.findLast((topic) => !isOptIn(topic))!
    const body = {
      topics: [
        { topic: 'newsletter', wanted: true },
        { topic: other, wanted: false },
      ],
    }
    const put = () => shop.ask('auth/mail-preferences', { method: 'PUT', body, headers })
    const first = await put()
    expect(first.body.confirmation_sent).toBe(true)
    expect(topicsOf(first.body)).toMatchObject({ newsletter: false, [other]: false })
    expect(shop.enqueued.at(-1)?.name).toBe('confirmation-mail')
    await sql`update account set email_verified_at = now() where id = ${id}`.execute(shop.db)
    const second = await put()
    expect(second.body.confirmation_sent).toBe(false)
    expect(topicsOf((await shop.ask('auth/mail-preferences', { headers })).body)).toMatchObject({
      newsletter: true,
      [other]: false,
    })
  })
})

it('is exported and erased with its address, and kept after its end until claims lapse', async () => {
  const email = 'gone@exempel.se'
  await sql`insert into newsletter_subscriber (store, email, subscribed_at, confirmed_at, unsubscribed_at) values
    ('sv', 'ended@exempel.se', '2020-01-01', '2020-01-01', '2021-01-01'),
    ('sv', ${email}, '2020-01-01', '2020-01-01', null)`.execute(shop.db)
  const exported = await exportCustomer(shop.db, { guestEmail: email })
  expect(exported['newsletter']).toMatchObject([{ store: 'sv', source: 'confirmed' }])
  const clock = () => shop.now.at
  expect(await applyRetention({ db: shop.db, clock }, jobActor('retention'))).toEqual({ newsletter: 1 })
  const emails = async () => (await subscribers()).map((row) => row.email)
  expect(await emails()).toContain(email)
  expect(await emails()).not.toContain('ended@exempel.se')
  const now = new Date(shop.now.at)
  await shop.db
    .transaction()
    .execute((trx) => eraseAroundOrders(trx, { accountId: null, orderIds: [], email, now }))
  expect(await emails()).not.toContain(email)
})
