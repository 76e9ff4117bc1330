import { afterAll, describe, expect, it } from 'vitest'
import { longestSessionMs } from '../domain/accounts/account.ts'
import { issueStaffPass } from '../domain/staff/staff-pass.server.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { testKeys } from '../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'

const shop = await accountShop()
const secure = await accountShop({ publicUrl: 'https://shop.example' })
afterAll(() => Promise.all([shop.close(), secure.close()]))

describe('a session', () => {
  /** Renews every 50 minutes until it is refused; returns how long the session lived. */
  async function lifeOf(
    strategy: 'auth' | 'order-auth',
    pair: { access_token: string; refresh_token: string },
  ) {
    const begun = shop.now.at
    const path = strategy === 'auth' ? 'auth/profile' : 'order-auth/info'
    for (let { access_token, refresh_token } = pair; ;) {
      expect((await shop.ask(path, { headers: bearer(access_token) })).status).toBe(200)
      shop.now.at += 50 * 60_000
      const next = await shop.post(`${strategy}/refresh`, { refresh_token })
      if (next.status !== 200) {
        expect((await shop.ask(path, { headers: bearer(access_token) })).status).toBe(401)
        return shop.now.at - begun
      }
      ;({ access_token, refresh_token } = next.body)
    }
  }

  it('of one order ends a day after its login, however often it is renewed', async () => {
    const snapshot = snapshotOf('sv')
    const order = await writtenOrder(shop.db, snapshot)
    const { email } = snapshot.customer
    const { body } = await shop.post('order-auth/login', { order_id: order.number, email })
    const life = await lifeOf('order-auth', body)
    expect(life).toBeGreaterThanOrEqual(longestSessionMs.order)
    expect(life).toBeLessThan(longestSessionMs.order + 3600_000)
  })

  it('of an account ends thirty days after its login: access and refresh token alike', async () => {
    const { email } = await shop.someAccount()
    const pair = await shop.loggedIn(email)
    const begun = shop.now.at
    await shop.db
      .updateTable('session_family')
      .set({ created_at: new Date(begun - longestSessionMs.account + 60_000) })
      .execute()
    expect((await shop.ask('auth/profile', { headers: bearer(pair.access_token) })).status).toBe(200)
    const { body } = await shop.post('auth/refresh', { refresh_token: pair.refresh_token })
    shop.now.at = begun + 60_000
    expect((await shop.ask('auth/profile', { headers: bearer(body.access_token) })).status).toBe(401)
    expect((await shop.post('auth/refresh', { refresh_token: body.refresh_token })).status).toBe(401)
  })
})

describe('with an https PUBLIC_URL', () => {
  it('every cookie of the API is Secure, and the session’s can be set by this host only', async () => {
    const { email } = await secure.someAccount()
    const login = () =>
      secure.post('auth/login', { email, password: secure.password }, { headers: { 'x-session': 'cookie' } })
    const { cookies, headers } = await login()
    expect(cookies.map(({ name, secure: isSecure }) => [name, isSecure])).toEqual([
      ['__Host-anode_account', true],
      ['__Host-anode_order', true],
      ['anode_device', true],
    ])
    for (const text of [headers['set-cookie']].flat().slice(0, 2))
      expect(text).toMatch(/; Path=\/; .*; Secure$/)
    const pair = cookies[0]!.value
    const profile = (cookie: string) => secure.ask('auth/profile', { headers: { cookie } })
    expect((await profile(`a=b; __Host-anode_account=${pair}`)).status).toBe(200)
    // A cookie that another host of the domain, or plain http, could have set is ignored.
    expect((await profile(`anode_account=${pair}`)).status).toBe(401)
    const pass = issueStaffPass(testKeys, secure.now.at + 60_000)
    const staff = await secure.app.inject({ method: 'GET', url: `/api/staff-pass/${pass}` })
    expect(String(staff.headers['set-cookie'])).toMatch(/^anode_staff=.*; Secure$/)
  })
})
