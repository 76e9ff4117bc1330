import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testKeys } from '../test/keyring.ts'
import { findLogin, issueAccountToken } from '../domain/accounts/account-repository.server.ts'
import { takeAttempts } from '../domain/security/attempts.server.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { line } from '../test/order-shop.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn, cookieOf, password } = shop
afterAll(() => shop.close())

describe('an account’s login', () => {
  it('[API-12] [API-14] [AUTH-08] returns a token pair that opens the profile', async () => {
    const { email } = await someAccount({ firstName: 'Anna', discounts: { B2: 800 } })
    const pair = await loggedIn(` ${email.toUpperCase()} `)
    expect(Object.keys(pair).sort()).toEqual(['access_token', 'refresh_token'])
    const profile = await ask('auth/profile', { headers: bearer(pair.access_token) })
    expect(profile.body).toEqual({
      user: expect.objectContaining({ email, firstName: 'Anna', scope: null, discount: { B2: 8 } }),
    })
    expect(profile.headers['cache-control']).toBe('no-store')
  })

  it('[AUTH-10] rejects a wrong password and an unknown address with the same message, in every language', async () => {
    const { email } = await someAccount()
    for (const store of ['sv', 'no', 'de', 'da'] as const) {
      const wrong = await post('auth/login', { email, password: 'fel' }, { store })
      const unknown = await post('auth/login', { email: 'ingen@exempel.se', password: 'fel' }, { store })
      expect(wrong.status).toBe(401)
      expect(unknown.body).toEqual(wrong.body)
    }
  })

  it('hints at a former shop after every wrong login once the store has customers of one, for every address', async () => {
    const { email } = await someAccount()
    const ask = async (who: string) => {
      const { body } = await post('auth/login', { email: who, password: 'fel' }, { store: 'da' })
      return (body as { has_moved: boolean }).has_moved
    }
    expect([await ask(email), await ask('ingen@exempel.se')]).toEqual([false, false])
    const moved = await someAccount({ store: 'da', passwordHash: null })
    expect([await ask(email), await ask('ingen@exempel.se'), await ask(moved.email)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('never opens an account without a password', async () => {
    const { email } = await someAccount({ passwordHash: null })
    expect((await post('auth/login', { email, password: '' })).status).toBe(401)
    expect((await post('auth/login', { email, password: 'A'.repeat(22) })).status).toBe(401)
  })

  it('limits guessing, and lets the customer in again when the window is over', async () => {
    const { email } = await someAccount()
    const guess = (n: number) =>
      post('auth/login', { email, password: `gissning ${n}` }, { address: '10.1.0.1' })
    for (let n = 1; n <= 10; n++) expect((await guess(n)).status).toBe(401)
    expect((await guess(11)).status).toBe(429)
    expect((await post('auth/login', { email, password }, { address: '10.1.0.1' })).status).toBe(429)
    shop.now.at += 15 * 60_000
    expect((await post('auth/login', { email, password }, { address: '10.1.0.1' })).status).toBe(200)
    const { rows } = await sql<{ text: string }>`select attempt::text as text from attempt`.execute(shop.db)
    expect(rows.map(({ text }) => text).join()).not.toContain('exempel')
  })

  it('is rate-limited for an address that tries many accounts', async () => {
    const services = { db: shop.db, keys: testKeys, clock: () => shop.now.at }
    const { email } = await someAccount()
    const from = (address: string) => post('auth/login', { email, password }, { address })
    for (let n = 1; n <= 60; n++) await takeAttempts(services, [{ kind: 'login-network', key: '10.9.9.9' }])
    expect((await from('10.9.9.9')).status).toBe(429)
    expect((await from('::ffff:10.9.9.9')).status).toBe(429)
    expect((await from('10.9.9.8')).status).toBe(200)
  })

  it('is rate-limited for a network that uses another of its addresses each time', async () => {
    const from = (host: number) =>
      post('auth/forgot-password', { email: `${host}@exempel.se` }, { address: `2001:db8:1:2:3:4:5:${host}` })
    const { id, email } = await someAccount()
    for (let host = 1; host <= 20; host++) await from(host)
    shop.enqueued.length = 0
    await post('auth/forgot-password', { email }, { address: '2001:db8:1:2::ffff' })
    expect(shop.enqueued).toEqual([])
    await post('auth/forgot-password', { email }, { address: '2001:db8:1:3::1' })
    expect(shop.enqueued).toEqual([{ name: 'reset-mail', data: { accountId: id, store: 'sv' } }])
  })

  it('[API-12] accepts a link’s token, once', async () => {
    const { id } = await someAccount()
    const now = shop.now.at
    const { token } = await issueAccountToken(shop.db, { accountId: id, purpose: 'login', now, lifeMs: 1000 })
    expect((await post('auth/login', { token })).status).toBe(200)
    expect((await post('auth/login', { token })).status).toBe(401)
    const late = await issueAccountToken(shop.db, { accountId: id, purpose: 'login', now, lifeMs: 0 })
    expect((await post('auth/login', { token: late.token })).status).toBe(401)
    const other = await issueAccountToken(shop.db, { accountId: id, purpose: 'password', now, lifeMs: 1000 })
    expect((await post('auth/login', { token: other.token })).status).toBe(401)
    expect((await post('auth/login', { token: "' or 1=1 --" })).status).toBe(401)
  })
})

describe('a session', () => {
  it('[API-13] [AUTH-03] is renewed by its refresh token, and ends when a used one is sent again', async () => {
    const first = await loggedIn((await someAccount()).email)
    const second = (await post('auth/refresh', { refresh_token: first.refresh_token })).body
    expect(second.access_token).not.toBe(first.access_token)
    expect((await ask('auth/profile', { headers: bearer(second.access_token) })).status).toBe(200)
    expect((await post('auth/refresh', { refresh_token: first.refresh_token })).status).toBe(401)
    expect((await ask('auth/profile', { headers: bearer(second.access_token) })).status).toBe(401)
    expect((await post('auth/refresh', { refresh_token: second.refresh_token })).status).toBe(401)
  })

  it('[AUTH-04] renewed at 3001 s is valid until 6601 s; unused for 3600 s it is over', async () => {
    const begun = shop.now.at
    const at = (seconds: number) => (shop.now.at = begun + seconds * 1000)
    const first = await loggedIn((await someAccount()).email)
    const idle = await loggedIn((await someAccount()).email)
    const profile = (token: string) => ask('auth/profile', { headers: bearer(token) })
    at(3001)
    const second = (await post('auth/refresh', { refresh_token: first.refresh_token })).body
    at(3599)
    expect((await profile(idle.access_token)).status).toBe(200)
    at(3600)
    expect((await profile(idle.access_token)).status).toBe(401)
    expect((await post('auth/refresh', { refresh_token: idle.refresh_token })).status).toBe(401)
    at(6600)
    expect((await profile(second.access_token)).status).toBe(200)
    at(6601)
    expect((await profile(second.access_token)).status).toBe(401)
  })

  it('is stored as digests only', async () => {
    const pair = await loggedIn((await someAccount()).email)
    const { rows } = await sql<{ text: string }>`select session_pair::text as text from session_pair`.execute(
      shop.db,
    )
    const all = rows.map(({ text }) => text).join()
    const plain = [pair.access_token, pair.refresh_token]
    for (const token of plain) {
      expect(all).not.toContain(token)
      expect(all).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  it('[ROLE-07] is required for account data, and for nothing else', async () => {
    for (const path of ['auth/profile', 'orders', 'orders/S1', 'order-auth/info'])
      for (const headers of [{}, bearer('x'.repeat(43)), { authorization: 'Basic abc' }])
        expect([path, (await ask(path, { headers })).status]).toEqual([path, 401])
    expect((await ask('auth/profile', { method: 'PUT', body: {} })).status).toBe(401)
    const product = await shop.addProduct()
    expect((await post('sync-cart', { items: [line(product)] })).status).toBe(200)
  })
})

describe('the storefront’s cookie', () => {
  it('stores the pair where no script can read it, and no token is in the response', async () => {
    const { email } = await someAccount()
    const answer = await post('auth/login', { email, password }, { headers: { 'x-session': 'cookie' } })
    expect(answer.status).toBe(204)
    expect(answer.body).toBeNull()
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({
        name: 'anode_account',
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 3600,
      }),
    )
  })

  it('[AUTH-02] [AUTH-03] counts as the bearer token and is renewed below 600 s of life', async () => {
    const { email } = await someAccount()
    const cookie = await cookieOf(email)
    const begun = shop.now.at
    const profile = (headers: Record<string, string>) => ask('auth/profile', { headers })
    shop.now.at = begun + 3_000_000
    expect((await profile({ cookie })).cookies).toEqual([])
    shop.now.at = begun + 3_001_000
    const renewed = await profile({ cookie })
    expect(renewed.status).toBe(200)
    const next = renewed.cookies.find(({ name }) => name === 'anode_account')!
    expect(cookie).not.toContain(next.value)
    // A second request of the same page was in flight with the old pair.
    const meanwhile = await profile({ cookie })
    expect([meanwhile.status, meanwhile.cookies]).toEqual([200, []])
    shop.now.at = begun + 6_600_000
    expect((await profile({ cookie: `anode_account=${next.value}` })).status).toBe(200)
  })

  it('[AUTH-05] is deleted when nothing can be renewed', async () => {
    const cookie = await cookieOf((await someAccount()).email)
    shop.now.at += 3_600_000
    const { status, cookies } = await ask('auth/profile', { headers: { cookie } })
    expect(status).toBe(401)
    expect(cookies).toContainEqual(expect.objectContaining({ name: 'anode_account', value: '', maxAge: 0 }))
  })

  it('accepts no name that mail clients would show as a link', async () => {
    const cookie = await cookieOf((await someAccount()).email)
    const body = { firstName: 'Eva', lastName: 'evil.shop' }
    const answer = await ask('auth/profile', { method: 'PUT', body, headers: { cookie } })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['lastName']])
  })

  it('changes nothing for another site', async () => {
    const cookie = await cookieOf((await someAccount()).email)
    const body = { firstName: 'Eva', lastName: 'Ek' }
    const change = (headers: Record<string, string>) =>
      ask('auth/profile', { method: 'PUT', body, headers: { cookie, ...headers } })
    expect((await change({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await change({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await change({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await change({ origin: 'null' })).status).toBe(403)
    const own = { origin: 'http://shop.example', 'sec-fetch-site': 'same-origin' }
    expect((await change(own)).status).toBe(200)
    const login = { email: 'a@b.se', password }
    const foreign = { 'x-session': 'cookie', origin: 'https://evil.example' }
    expect((await post('auth/login', login, { headers: foreign })).cookies).toEqual([])
  })

  it('[AUTH-14] is deleted by logging out, and so is the session', async () => {
    const cookie = await cookieOf((await someAccount()).email)
    const out = await post('auth/logout', undefined, { headers: { cookie } })
    expect(out.status).toBe(204)
    expect(out.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ['anode_account', 0],
      ['anode_order', 0],
    ])
    expect((await ask('auth/profile', { headers: { cookie } })).status).toBe(401)
    expect((await post('auth/logout', undefined)).status).toBe(204)
  })
})

describe('a forgotten password', () => {
  it('[AUTH-11] gets the same response for every address, and a job is enqueued in any case', async () => {
    const { id, email } = await someAccount()
    const answers = []
    shop.enqueued.length = 0
    for (const address of [email, 'ingen@exempel.se', 'inte en adress'])
      answers.push(await post('auth/forgot-password', { email: address }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(shop.enqueued).toEqual([
      { name: 'reset-mail', data: { accountId: id, store: 'sv' } },
      { name: 'reset-mail', data: { accountId: null, store: 'sv' } },
      { name: 'reset-mail', data: { accountId: null, store: 'sv' } },
    ])
    shop.enqueued.length = 0
    const wanted = '/sv/my-account/orders/return/S1'
    await post('auth/forgot-password', { email, destination: `${wanted}?token=x` })
    expect(shop.enqueued).toEqual([
      { name: 'reset-mail', data: { accountId: id, store: 'sv', destination: wanted } },
    ])
    for (let n = 0; n < 5; n++)
      expect((await post('auth/forgot-password', { email })).body).toEqual(answers[0]?.body)
    expect(shop.enqueued.filter(({ data }) => 'accountId' in data && data.accountId === id)).toHaveLength(2)
  })

  it('[AUTH-12] is replaced by the mail’s token, once and within its hour; every session ends', async () => {
    const { id, email } = await someAccount()
    const session = await loggedIn(email)
    const issue = { accountId: id, purpose: 'password', now: shop.now.at, lifeMs: 3_600_000 } as const
    const { token } = await issueAccountToken(shop.db, issue)
    const other = await issueAccountToken(shop.db, issue)
    const change = (body: object) => post('auth/change-password', body)
    expect((await change({ token, password: 'sju tkn' })).body.errors).toHaveProperty('password')
    expect((await change({ token, password: 'x'.repeat(201) })).status).toBe(422)
    expect((await change({ token, password: 'nytt lösenord' })).status).toBe(204)
    expect((await change({ token, password: 'nytt lösenord' })).status).toBe(401)
    expect((await change({ token: other.token, password: 'nytt lösenord' })).status).toBe(401)
    expect((await ask('auth/profile', { headers: bearer(session.access_token) })).status).toBe(401)
    expect((await post('auth/login', { email, password })).status).toBe(401)
    expect((await post('auth/login', { email, password: 'nytt lösenord' })).status).toBe(200)
    const late = await issueAccountToken(shop.db, issue)
    shop.now.at += 3_600_000
    expect((await change({ token: late.token, password: 'åtta tecken' })).status).toBe(401)
    expect((await findLogin(shop.db, email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
