/** People with accounts in the order shop, and the API calls they make. Only in `.db.test.ts` files. */
import { expect } from 'vitest'
import { createAccount } from '../domain/accounts/account-repository.server.ts'
import { hashPassword } from '../domain/accounts/password.server.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { orderShop } from './order-shop.ts'
import { testActor } from './test-actor.ts'

interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  store?: StoreCode
  /** Address the request comes from. */
  address?: string
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function accountShop(...overrides: Parameters<typeof orderShop>) {
  const shop = await orderShop(...overrides)
  const password = 'rätt häst batteri'
  const passwordHash = await hashPassword(password)
  let people = 0

  async function ask(path: string, { method = 'GET', body, headers, store = 'sv', address }: Ask = {}) {
    const answer = await shop.app.inject({
      method,
      url: `/api/${path}?locale=${store}&sid=${stores[store].storeId}`,
      headers: headers ?? {},
      ...(address !== undefined && { remoteAddress: address }),
      ...(body !== undefined && { payload: body as object }),
    })
    const json = answer.body === '' ? null : answer.json()
    return { status: answer.statusCode, body: json, cookies: answer.cookies, headers: answer.headers }
  }
  const post = (path: string, body: unknown, more: Ask = {}) => ask(path, { method: 'POST', body, ...more })

  return {
    ...shop,
    password,
    ask,
    post,
    /** An account that no other test uses. */
    async someAccount(more: Partial<Parameters<typeof createAccount>[2]> = {}) {
      const email = `kund${++people}@exempel.se`
      return (await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash, ...more }))!
    },
    async loggedIn(email: string) {
      const { status, body } = await post('auth/login', { email, password })
      expect(status).toBe(200)
      return body as { access_token: string; refresh_token: string }
    },
    /** The storefront's cookie after a login. */
    async cookieOf(email: string): Promise<string> {
      const { cookies } = await post(
        'auth/login',
        { email, password },
        { headers: { 'x-session': 'cookie' } },
      )
      const { name, value } = cookies.find((cookie) => cookie.value !== '')!
      return `${name}=${value}`
    },
  }
}
