import { afterAll, describe, expect, it } from 'vitest'
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { findOrderByNumber } from '../domain/orders/order-repository.server.ts'
import { line, orderShop } from '../test/order-shop.ts'
import { paidOrders } from '../test/paid-order.ts'
import { testActor } from '../test/test-actor.ts'

const shop = await orderShop()
const paid = paidOrders(shop)
afterAll(() => shop.close())

const get = (path: string) => shop.app.inject({ method: 'GET', url: `/api/orders/${path}?locale=sv&sid=7` })

describe('an invoice as PDF', () => {
  it('is read with the order’s token, once it is issued, and only if it is the order’s own', async () => {
    const [mine, other] = await Promise.all(
      [1, 2].map(async () => paid.order([line(await shop.addProduct({ price: 100 }))])),
    )
    const token = (await findOrderByNumber(shop.db, mine!.number))!.accessToken
    expect((await get(`confirmation/${token}/invoices/1`)).statusCode).toBe(404)
    await shipOrder(paid.services, testActor, { number: mine!.number, trackingNumber: 'A' })
    await shipOrder(paid.services, testActor, { number: other!.number, trackingNumber: 'B' })
    const answer = await get(`confirmation/${token}/invoices/1`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="invoice-sv-1.pdf"',
    })
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const described = await shop.app.inject({ method: 'GET', url: '/api/openapi.json' })
    expect(described.json().paths['/api/orders/{id}/invoices/{number}'].get.responses['200']).toBeDefined()
    // The second invoice is another order's.
    expect((await get(`confirmation/${token}/invoices/2`)).statusCode).toBe(404)
    expect((await get(`confirmation/${'0'.repeat(token.length)}/invoices/1`)).statusCode).toBe(404)
    expect((await get(`${mine!.number}/invoices/1`)).statusCode).toBe(401)
  })
})
