import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { forceOrderStatus } from '../test/force-order-status.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { goodForm, line } from '../test/order-shop.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn, password } = shop
afterAll(() => shop.close())

/** An order of the customer in the headers; its number. */
async function orderOf(headers: Record<string, string>): Promise<string> {
  const product = await shop.addProduct({ price: 200 })
  const opened = await post(
    'checkout',
    { items: [line(product)], coupons: [], campaignData: null },
    { headers },
  )
  const path = `checkout/${opened.body.id}`
  const { shippingMethod } = goodForm
  const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
  const done = await post(`${path}/complete`, { ...goodForm, total: chosen.body.total }, { headers })
  return done.body.number as string
}

it('a customer downloads everything about themselves and nothing else', async () => {
  const { email } = await someAccount({ firstName: 'Anna', lastName: 'Export' })
  const { email: other } = await someAccount({ lastName: 'Främling' })
  const headers = bearer((await loggedIn(email)).access_token)
  await loggedIn(other)
  const number = await orderOf(headers)
  const file = await ask('auth/personal-data', { headers })
  expect(file.headers['content-disposition']).toContain('attachment')
  expect(file.body.account).toEqual([expect.objectContaining({ email, last_name: 'Export' })])
  expect(file.body.orders).toEqual([expect.objectContaining({ number })])
  const text = JSON.stringify(file.body)
  expect(text).not.toContain('Främling')
  expect(text).not.toMatch(/argon2id|_hash/)
  expect((await ask('auth/personal-data')).status).toBe(401)
})

it('an account is deleted when nothing is open; its orders stay without it', async () => {
  const { id, email } = await someAccount({ firstName: 'Anna', lastName: 'Raderad' })
  const headers = bearer((await loggedIn(email)).access_token)
  const number = await orderOf(headers)
  const erase = (secret: string) =>
    ask('auth/account', { method: 'DELETE', body: { password: secret }, headers })
  expect((await erase('fel')).status).toBe(422)
  const open = await erase(password)
  expect([open.status, open.body.message]).toEqual([409, expect.stringContaining('inte levererad')])
  await forceOrderStatus(shop.db, number, 'delivered')
  const unpaid = await erase(password)
  expect([unpaid.status, unpaid.body.message]).toEqual([409, expect.stringContaining('inte betald')])
  await sql`update orders set paid_at = now() where number = ${number}`.execute(shop.db)
  expect((await erase(password)).status).toBe(204)
  expect((await ask('auth/profile', { headers })).status).toBe(401)
  expect((await post('auth/login', { email, password })).status).toBe(401)
  const { rows } = await sql<{ text: string }>`
    select a::text as text from account a where id = ${id} union all
    select concat_ws(' ', account_id, identity_number, identity_number_encrypted) from orders
    where number = ${number}`.execute(shop.db)
  expect(rows[0]!.text).not.toMatch(/Raderad|argon2id/)
  expect(rows[0]!.text).not.toContain(email)
  expect(rows[1]!.text).toBe('')
  // The address is free for a new account.
  expect(await someAccount({ email })).not.toBeNull()
})
