import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { accountShop, bearer } from '../../test/account-shop.ts'

const shop = await accountShop()
const { ask, someAccount, loggedIn } = shop
afterAll(() => shop.close())

/** Calls for the devices of a session of an account on a device of its own. */
async function devicesIn(email: string) {
  const headers = bearer((await loggedIn(email)).access_token)
  return (method: 'GET' | 'POST' | 'PUT', devices: object[] = []) =>
    ask('auth/devices', { method, headers, ...(method !== 'GET' && { body: { devices } }) })
}

describe('the saved devices of an account', () => {
  it('are united at a login with the names of the device, then kept as they are changed', async () => {
    const { rows } = await sql<{ id: number }>`insert into device (slug, kind, maker, model)
      select 'test-' || n, 'smoke-alarm', 'Maker', 'Model ' || n from generate_series(1, 3) n
      returning id`.execute(shop.db)
    const [first, second, third] = rows.map(({ id }) => id) as [number, number, number]
    const { email } = await someAccount()
    const phone = await devicesIn(email)
    await phone('POST', [{ id: first, label: 'Hallen' }, { id: second }])
    const computer = await devicesIn(email)
    const joined = await computer('POST', [{ id: third }, { id: first }, { id: 999_999 }])
    expect(joined.body).toEqual([
      { id: third, slug: 'test-3', name: 'Maker Model 3', label: null },
      { id: first, slug: 'test-1', name: 'Maker Model 1', label: 'Hallen' },
      { id: second, slug: 'test-2', name: 'Maker Model 2', label: null },
    ])
    await computer('PUT', [{ id: second, label: 'Köket' }])
    expect((await phone('GET')).body).toEqual([
      { id: second, slug: 'test-2', name: 'Maker Model 2', label: 'Köket' },
    ])
    expect((await ask('auth/devices')).status).toBe(401)
  })
})
