import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'
import { roomyLimits } from '../test/roomy-limits.ts'

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

describe('opening checkouts', () => {
  it('stores the recipients of gift cards alone, and of at most a hundred lines', async () => {
    const product = await shop.addProduct()
    const gift_recipient = {
      name: 'Bo',
      email: 'bo@example.se',
      deliver_on: '2026-12-24',
      greeting: 'x'.repeat(500),
    }
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ ...line(product), gift_recipient }))
    const open = (items: object[]) => shop.call('POST', '/api/checkout', { items })
    expect((await open(lines(101))).status).toBe(422)
    const { status, body } = await open(lines(100))
    expect(status).toBe(201)
    const { rows } = await sql<{ bytes: number; recipients: boolean }>`
      select length(items::text) as bytes, items::text like '%bo@example.se%' as recipients
      from checkout where id = ${body.id}`.execute(shop.db)
    expect(rows[0]!.recipients).toBe(false)
  })

  it('is limited per network and minute', async () => {
    const { sv } = roomyLimits
    const few = await orderShop({ orderLimits: { ...roomyLimits, sv: { ...sv, checkoutsPerMinute: 2 } } })
    const items = [line(await few.addProduct())]
    const open = async (remoteAddress: string) =>
      (
        await few.app.inject({
          method: 'POST',
          url: '/api/checkout?locale=sv&sid=7',
          payload: { items },
          remoteAddress,
        })
      ).statusCode
    const statuses = []
    for (let n = 1; n <= 3; n++) statuses.push(await open('192.0.2.9'))
    expect([...statuses, await open('192.0.2.10')]).toEqual([201, 201, 429, 201])
    await few.close()
  })
})
