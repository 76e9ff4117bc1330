import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { accountShop, bearer } from '../test/account-shop.ts'
import { line } from '../test/order-shop.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

const home = {
  kind: 'delivery',
  isDefault: true,
  firstName: 'Bo',
  lastName: 'Ek',
  companyName: '',
  address: 'Hamngatan 9',
  postalCode: '111 47',
  city: 'Stockholm',
} as const

async function customer() {
  const { id, email } = await someAccount({ street: 'Storgatan 1', postalCode: '97231', city: 'Luleå' })
  const headers = bearer((await loggedIn(email)).access_token)
  return {
    id,
    headers,
    add: (more: object = {}) => post('auth/addresses', { ...home, ...more }, { headers }),
    put: (address: number, more: object = {}) =>
      ask(`auth/addresses/${address}`, { method: 'PUT', body: { ...home, ...more }, headers }),
    remove: (address: number) => ask(`auth/addresses/${address}`, { method: 'DELETE', headers }),
    list: async (store: 'sv' | 'da' = 'sv') => (await ask('auth/addresses', { headers, store })).body,
  }
}

describe('the address book', () => {
  it('keeps several addresses with one default of each kind, validated by the country', async () => {
    const anna = await customer()
    expect((await anna.add()).status).toBe(204)
    expect((await anna.add({ address: 'Kajen 2' })).status).toBe(204)
    expect((await anna.add({ kind: 'invoice', companyName: 'Ek El AB' })).status).toBe(204)
    const book = await anna.list()
    expect(book).toMatchObject([
      { kind: 'invoice', companyName: 'Ek El AB', isDefault: true },
      { kind: 'delivery', address: 'Kajen 2', isDefault: true },
      { kind: 'delivery', address: 'Hamngatan 9', isDefault: false, postalCode: '11147' },
    ])
    expect((await anna.put(book[2].id, { city: 'Solna' })).status).toBe(204)
    expect((await anna.list()).map(({ city, isDefault }: typeof home) => [city, isDefault])).toEqual([
      ['Stockholm', true],
      ['Solna', true],
      ['Stockholm', false],
    ])
    const wrong = await anna.add({ postalCode: '12', firstName: '', city: 'evil.com' })
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
      422,
      ['city', 'firstName', 'postalCode'],
    ])
    expect(await anna.list('da')).toEqual([])
    expect((await anna.remove(book[0].id)).status).toBe(204)
    expect((await anna.remove(book[0].id)).status).toBe(404)
    const audited = await sql`select 1 from audit_entry
      where object_kind = 'account' and object_id = ${String(anna.id)} and action like '%address'`.execute(
      shop.db,
    )
    expect(audited.rows).toHaveLength(5)
  })

  it('[ROLE-07] belongs to its customer', async () => {
    const [anna, bo] = [await customer(), await customer()]
    await anna.add()
    const [{ id }] = await anna.list()
    expect((await bo.put(id)).status).toBe(404)
    expect((await bo.remove(id)).status).toBe(404)
    expect(await bo.list()).toEqual([])
    for (const method of ['GET', 'POST'] as const)
      expect((await ask('auth/addresses', { method, ...(method === 'POST' && { body: home }) })).status).toBe(
        401,
      )
  })

  it('fills the defaults in at checkout: the invoice address as the buyer’s own, the other as delivery', async () => {
    const anna = await customer()
    const product = await shop.addProduct({ price: 200 })
    const open = async () => {
      const body = { items: [line(product)], coupons: [], campaignData: null }
      return (await post('checkout', body, { headers: anna.headers })).body
    }
    expect(await open()).toMatchObject({ separateDelivery: false, address: { address: 'Storgatan 1' } })
    await anna.add()
    await anna.add({ kind: 'invoice', firstName: 'Eva', address: 'Boxen 3', city: 'Umeå' })
    expect(await open()).toMatchObject({
      separateDelivery: true,
      contact: { firstName: 'Eva' },
      address: {
        address: 'Boxen 3',
        city: 'Umeå',
        deliveryFirstName: 'Bo',
        deliveryAddress: 'Hamngatan 9',
        deliveryPostalCode: '11147',
      },
    })
  })
})
