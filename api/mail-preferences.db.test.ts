import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { isOptIn, mailTopics, type MailTopic } from '../domain/mail/mail-kind.ts'
import { oneClickRecipient, wantsMail } from '../domain/notifications/mail-preferences.server.ts'
import { mailPaths } from '../domain/notifications/mail-paths.ts'
import { unsubscribeToken } from '../domain/notifications/recipient-token.server.ts'
import { waitForStock } from '../modules/back-in-stock/wait-for-stock.test-support.ts'
import { stores } from '../domain/stores/stores.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { testKeys } from '../test/keyring.ts'

/** A topic whose mails come unless they are refused. */
const refusable = mailTopics.findLast((topic) => !isOptIn(topic))!

const shop = await accountShop()
const { ask, someAccount, loggedIn } = shop
afterAll(() => shop.close())

const topicsOf = (body: { topics: { topic: string; wanted: boolean }[] }) =>
  Object.fromEntries(body.topics.map(({ topic, wanted }) => [topic, wanted]))

const read = (email: string, token: string, store: 'sv' | 'de' = 'sv') =>
  shop.app
    .inject(
      `/api/mail-preferences?${new URLSearchParams({ locale: store, sid: String(stores[store].storeId), email, token })}`,
    )
    .then((answer) => ({ status: answer.statusCode, body: answer.json() }))

describe('one-click unsubscription', () => {
  const clicked = (path: string, more: object = {}) =>
    shop.app.inject({
      method: 'POST',
      url: path,
      payload: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // As a mail program's server sends it: no page of the shop, no cookie that counts.
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
        cookie: 'anode=x',
      },
      ...more,
    })

  it('ends a topic by the address alone, may be repeated, and never redirects', async () => {
    const email = 'anna+brev@exempel.se'
    const recipient = oneClickRecipient(email, unsubscribeToken(testKeys, 'sv', email))
    const path = mailPaths.oneClick('sv', refusable, recipient)
    for (let time = 0; time < 2; time++) {
      const answer = await clicked(path)
      expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([200, undefined, []])
      expect(await wantsMail(shop.db, { store: 'sv', email }, refusable)).toBe(false)
    }
    const audited = await sql`select 1 from audit_entry where action = 'mail_topic.refuse'
      and after @> ${JSON.stringify({ topic: refusable })}::jsonb and object_id not like '%@%'`.execute(
      shop.db,
    )
    expect(audited.rows).toHaveLength(1)
    const multipart = await clicked(path, {
      payload: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(multipart.statusCode).toBe(200)
    // A person who opens the address chooses on a page; nothing has changed by then.
    const opened = await shop.app.inject(path)
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      mailPaths.preferences('sv', email, unsubscribeToken(testKeys, 'sv', email)),
    ])
  })

  it('refuses the token of another address or store, and unknown topics', async () => {
    const email = 'bo@exempel.se'
    const token = unsubscribeToken(testKeys, 'sv', email)
    const wrong = [
      mailPaths.oneClick('sv', refusable, oneClickRecipient('cleo@exempel.se', token)),
      mailPaths.oneClick('no', refusable, oneClickRecipient(email, token)),
      mailPaths.oneClick('sv', refusable, 'x.y'),
      mailPaths.oneClick('sv', refusable, oneClickRecipient(email, '')),
    ]
    for (const path of wrong) expect((await clicked(path)).statusCode, path).toBe(403)
    const topic = mailPaths.oneClick('sv', 'order' as MailTopic, oneClickRecipient(email, token))
    expect((await clicked(topic)).statusCode).toBe(400)
    expect(await wantsMail(shop.db, { store: 'sv', email }, refusable)).toBe(true)
  })
})

describe('the choice of mails', () => {
  it('is read and changed by the token of a mail, and by nobody else', async () => {
    const email = 'dag@exempel.se'
    const token = unsubscribeToken(testKeys, 'sv', email)
    const product = await shop.addProduct({ available: 0 })
    await waitForStock(shop.db, { store: 'sv', productId: product, email }, new Date(shop.now.at))
    expect(topicsOf((await read(email, token)).body)).toMatchObject({
      stock: true,
      [refusable]: true,
    })
    const change = (topics: object[], proof = token) =>
      ask('mail-preferences', { method: 'PUT', body: { email, token: proof, topics } })
    const changed = await change([{ topic: 'stock', wanted: false }])
    expect(topicsOf(changed.body)).toMatchObject({
      stock: false,
      [refusable]: true,
    })
    const wishes = await sql`select 1 from stock_notification where email = ${email}`.execute(shop.db)
    expect(wishes.rows).toEqual([])
    expect((await read(email, 'x')).status).toBe(403)
    expect((await read('other@exempel.se', token)).status).toBe(403)
    expect((await change([{ topic: refusable, wanted: false }], 'x')).status).toBe(403)
  })

  it('belongs to the account too', async () => {
    const { email } = await someAccount()
    const headers = bearer((await loggedIn(email)).access_token)
    const body = { topics: [{ topic: refusable, wanted: false }] }
    const changed = await ask('auth/mail-preferences', { method: 'PUT', body, headers })
    expect(changed.body.confirmation_sent).toBe(false)
    expect(topicsOf((await ask('auth/mail-preferences', { headers })).body)).toMatchObject({
      [refusable]: false,
    })
    expect((await ask('auth/mail-preferences')).status).toBe(401)
    expect((await ask('auth/mail-preferences', { method: 'PUT', body })).status).toBe(401)
  })
})

it('the owner of an address sees what it waits for, mailed or expired, and removes it; nobody else does', async () => {
  const { id, email } = await someAccount()
  const headers = bearer((await loggedIn(email)).access_token)
  const [back, waiting, old] = [
    await shop.addProduct({ available: 0 }),
    await shop.addProduct({ available: 0 }),
    await shop.addProduct({ available: 0 }),
  ]
  const now = new Date(shop.now.at)
  for (const productId of [back, waiting]) await waitForStock(shop.db, { store: 'sv', productId, email }, now)
  const longAgo = new Date(shop.now.at - 370 * 24 * 3_600_000)
  await waitForStock(shop.db, { store: 'sv', productId: old, email }, longAgo)
  await sql`update stock_notification set sent_at = ${now} where product_id = ${back}`.execute(shop.db)
  const token = unsubscribeToken(testKeys, 'sv', email)
  const list = (proof: string) =>
    shop.app.inject(
      `/api/notices?${new URLSearchParams({ locale: 'sv', sid: String(stores.sv.storeId), email, token: proof })}`,
    )
  const states = (notices: { state: string }[]) => notices.map(({ state }) => state).toSorted()
  const seen = (await list(token)).json<{ kind: string; sku: string; state: string }[]>()
  expect(states(seen)).toEqual(['active', 'expired', 'mailed'])
  expect((await list('x')).statusCode).toBe(403)
  const remove = (proof: string, sku: string) =>
    ask('notices/remove', { method: 'POST', body: { email, token: proof, kind: 'stock', sku } })
  const skuIn = (state: string) => seen.find((notice) => notice.state === state)!.sku
  expect((await remove('x', skuIn('active'))).status).toBe(403)
  expect((await remove(token, skuIn('active'))).status).toBe(204)
  expect((await remove(token, skuIn('active'))).status).toBe(404)

  // The account shows them once its address is verified.
  expect((await ask('auth/notices', { headers })).body).toEqual([])
  await sql`update account set email_verified_at = now() where id = ${id}`.execute(shop.db)
  expect(states((await ask('auth/notices', { headers })).body)).toEqual(['expired', 'mailed'])
  const path = `auth/notices/stock/${skuIn('mailed')}`
  const other = await someAccount()
  const stranger = bearer((await loggedIn(other.email)).access_token)
  expect((await ask(path, { method: 'DELETE', headers: stranger })).status).toBe(404)
  expect((await ask(path, { method: 'DELETE', headers })).status).toBe(204)
  expect(states((await ask('auth/notices', { headers })).body)).toEqual(['expired'])
  const { rows } = await sql`select 1 from audit_entry where action = 'stock_notice.remove'`.execute(shop.db)
  expect(rows).toHaveLength(2)
})
