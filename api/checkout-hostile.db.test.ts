import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const complete = (id: string, form: object, store: 'sv' | 'no' | 'de' | 'da' = 'sv') =>
  shop.call('POST', `/api/checkout/${id}/complete`, form, store)

describe('a request', () => {
  it('[API-01] without the store’s own sid is refused', async () => {
    for (const query of [
      '',
      '?locale=sv',
      '?locale=sv&sid=8',
      '?locale=xx&sid=7',
      '?locale=sv&sid=7&sid=8',
    ]) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/checkout${query}`,
        payload: { items: [] },
      })
      expect([query, answer.statusCode]).toEqual([query, 400])
      expect(answer.json().message).toBeTypeOf('string')
    }
  })

  it('[API-03] that cannot be parsed gets a JSON error message', async () => {
    const url = '/api/checkout?locale=de&sid=9'
    const post = (payload: string, type = 'application/json') =>
      shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(await post('{"items":[')).toMatchObject({ statusCode: 400 })
    expect((await post('{"items":[')).json()).toEqual({ message: 'Die Anfrage war nicht lesbar.' })
    expect(await post('a=b', 'text/csv')).toMatchObject({ statusCode: 415 })
    expect(await post(`{"items":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({ statusCode: 413 })
    expect(await post('{"items":[]}')).toMatchObject({ statusCode: 422 })
    expect((await post('[]')).json().errors).toHaveProperty('body')
  })

  it('survives hostile texts in every field of the form', async () => {
    const naughty = [
      '\0',
      'a\0b',
      '\ud800',
      '<script>alert(1)</script>',
      "'; drop table orders; --",
      '{{7*7}}',
      '‮abc',
      '𝒳'.repeat(500),
      '\r\nBcc: x@y.se',
      '${jndi:ldap://x}',
      'null',
      '💥',
    ]
    const product = await shop.addProduct({ available: 5000 })
    const fields = [
      'email',
      'phone',
      'firstName',
      'lastName',
      'companyName',
      'identityNumber',
      'address',
      'postalCode',
      'city',
      'shippingMethod',
      'servicePoint',
    ]
    for (const field of fields) {
      const { id, total } = await openCheckout(shop, [line(product)])
      for (const text of naughty) {
        const answer = await complete(id, { ...goodForm, total, [field]: text })
        expect([field, text, [200, 422].includes(answer.status)]).toEqual([field, text, true])
        if (answer.status === 200) break
      }
      for (const value of [null, 1, true, [], {}]) {
        const answer = await complete(id, { ...goodForm, total, [field]: value })
        expect([field, value, answer.status < 500]).toEqual([field, value, true])
      }
    }
  })

  it('survives every kind of number as total', async () => {
    const product = await shop.addProduct()
    const { id } = await openCheckout(shop, [line(product)])
    for (const total of [-1, 1e21, 0.1 + 0.2, 1e-9, '5', null, 9007199254740992]) {
      const answer = await complete(id, { ...goodForm, total })
      expect([total, [409, 422].includes(answer.status)]).toEqual([total, true])
    }
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/checkout/${id}/complete?locale=sv&sid=7`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...goodForm }).replace('}', ',"total":1e400}'),
    })
    expect(answer.statusCode).toBe(422)
  })
})
