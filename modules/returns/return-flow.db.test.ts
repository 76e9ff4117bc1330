import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { reconcileParcels } from '../../domain/dispatch/book-shipment.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { inspectReturn, receiveReturn, refundReturn, rejectReturn } from './handle-return.server.ts'
import type { ReturnMail } from './return-mail-kind.ts'
import { readReturns } from './register-return.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line } from '../../test/order-shop.ts'
import { paidOrders, plain } from '../../test/paid-order.ts'
import { openCarriers, type SimulatedCarriers } from '../../test/simulated-carriers.ts'
import { testActor } from '../../test/test-actor.ts'

let simulated: SimulatedCarriers
let shop: Awaited<ReturnType<typeof accountShop>>
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  simulated = await openCarriers()
  shop = await accountShop({ carriers: simulated.accounts })
  paid = paidOrders(shop)
})
afterAll(() => Promise.all([shop.close(), simulated.stop()]))

/** A product with the facts of its battery. */
async function product(price: number, { un = 'none', starter = false, mwh = 10_000 } = {}) {
  const id = await shop.addProduct({ price, ...(starter && { starterBattery: true }) })
  await sql`update product set un_number = ${un === '' ? null : un}, battery_energy_mwh = ${mwh},
    gross_weight_g = 300, attributes = ${JSON.stringify({ starter_battery: starter })}::jsonb where id = ${id}`.execute(
    shop.db,
  )
  return id
}

/** A delivered order with the headers of its own login. */
async function delivered(lines: ReturnType<typeof line>[], store: StoreCode = 'sv') {
  const { number, id } = await paid.order(lines, { store })
  await shipOrder(paid.services, testActor, { number, trackingNumber: 'PARCEL-1' })
  await moveOrder(paid.services, testActor, number, 'delivered')
  const { body } = await shop.post(
    'order-auth/login',
    { order_id: number, email: 'anna.berg@example.se' },
    { store },
  )
  const headers = bearer(body.access_token)
  const send = (path: string, items?: unknown) =>
    shop.post(`orders/${number}/${path}`, items === undefined ? {} : { items }, { headers, store })
  return { number, id, headers, send }
}

const item = (id: number, quantity: number, reason = 'changed_mind', more = {}) => ({
  sku: `SKU-${id}`,
  quantity,
  reason,
  ...more,
})

describe('the refund of a return', () => {
  it('[RETURN-02] is shown before it is sent, and booked to the öre as shown, for random carts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            cents: fc.integer({ min: 1_000, max: 19_999 }),
            bought: fc.integer({ min: 1, max: 4 }),
            back: fc.integer({ min: 0, max: 4 }),
            reason: fc.constantFrom('changed_mind', 'defective'),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (goods) => {
          const ids = await Promise.all(goods.map(({ cents }) => product((cents + 10_000) / 100)))
          const order = await delivered(goods.map(({ bought }, index) => line(ids[index]!, bought)))
          const items = goods.flatMap(({ back, bought, reason }, index) =>
            back > 0 ? [item(ids[index]!, Math.min(back, bought), reason)] : [],
          )
          fc.pre(items.length > 0)
          const { body: preview } = await order.send('returns/preview', items)
          const { body: registered } = await order.send('returns', items)
          await receiveReturn(paid.services, testActor, registered.id)
          const answer = await refundReturn(paid.services, testActor, registered.id)
          if (!answer.ok || !answer.refund) throw new Error('not refunded')
          expect(preview.total).toBe(answer.refund.amountMinor / 100)
          expect(preview.shipping).toBe(answer.refund.shippingMinor / 100)
          const isAll = goods.every(({ back, bought }) => back >= bought)
          const { shipping } = (await findOrderByNumber(shop.db, order.number))!.snapshot
          expect(answer.refund.shippingMinor).toBe(isAll ? shipping.priceMinor : 0)
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('has the deposit of a starter battery, which gets instructions in place of a label', async () => {
    const battery = await product(90, { un: 'UN2794', starter: true })
    const order = await delivered([line(battery, 2)], 'de')
    const { body: preview } = await order.send('returns/preview', [item(battery, 1)])
    expect(preview).toMatchObject({ total: 97.5, shipping: 0 })
    const { body } = await order.send('returns', [item(battery, 1)])
    expect(body.transports).toEqual(['lead_acid'])
    expect((await order.send('returns/1/label')).body).toEqual({ state: 'unavailable', tracking_url: null })
    const mail = await paid.mailOf(order.id, 'return-registered-1')
    expect(mail!.subject).toContain(`${order.number}-R1`)
    expect(mail!.text).toContain('Bleibatterien dürfen nicht')
    expect(plain(mail!.text)).toContain('97,50 €')
  })

  it('leaves the delivery out once the time for withdrawal has passed', async () => {
    const id = await product(400)
    const order = await delivered([line(id)])
    await sql`update orders set delivered_at = to_timestamp(${shop.now.at / 1000}) - interval '16 days'
      where id = ${order.id}`.execute(shop.db)
    expect((await order.send('returns/preview', [item(id, 1)])).body).toMatchObject({ shipping: 0 })
    const faulty = await order.send('returns/preview', [item(id, 1, 'defective')])
    expect(faulty.body.shipping).toBeGreaterThan(0)
  })
})

describe('the way back', () => {
  it('has a label that only the order’s buyer can load, and states that the buyer sees', async () => {
    const id = await product(300, { un: 'UN3480' })
    const order = await delivered([line(id, 3)])
    const stranger = await delivered([line(id)])
    const status = async () => {
      const found = (await findOrderByNumber(shop.db, order.number))!
      const { returns } = await readReturns({ db: shop.db, clock: () => shop.now.at }, found)
      return returns.map((entry) => [entry.status, entry.parcel?.status, entry.amountMinor])
    }
    await order.send('returns', [item(id, 2, 'changed_mind', { is_damaged: false })])
    expect(await status()).toEqual([['registered', undefined, 60_000]])
    const mail = async (step: ReturnMail) => plain((await paid.mailOf(order.id, `return-${step}-1`))!.text)
    expect(await mail('registered')).toContain('600 kr')
    const labelPath = `orders/${order.number}/returns/1/label`
    expect((await shop.ask(labelPath, { headers: order.headers })).status).toBe(404)
    expect((await order.send('returns/1/label')).body).toMatchObject({
      state: 'ready',
      tracking_url: expect.any(String),
    })
    expect(await status()).toEqual([['registered', 'booked', 60_000]])
    const load = (path: string, headers: Record<string, string> = {}) =>
      shop.app.inject({ url: `/api/${path}?locale=sv&sid=7`, headers })
    const label = await load(labelPath, order.headers)
    expect([label.statusCode, label.headers['content-type'], label.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    expect((await load(labelPath)).statusCode).toBe(401)
    expect((await load(labelPath, stranger.headers)).statusCode).toBe(403)
    const { accessToken } = (await findOrderByNumber(shop.db, order.number))!
    const { accessToken: foreign } = (await findOrderByNumber(shop.db, stranger.number))!
    const byToken = (token: string) => load(`orders/confirmation/${token}/returns/1/label`)
    expect((await byToken(accessToken)).statusCode).toBe(200)
    expect((await byToken(foreign)).statusCode).toBe(404)
    expect((await byToken('f'.repeat(32))).statusCode).toBe(404)

    expect((await order.send('returns/1/sent')).body).toEqual({ status: 'sent' })
    expect((await order.send('returns/1/sent')).status).toBe(409)
    expect((await order.send('returns/9/sent')).status).toBe(404)
    const number = `${order.number}-R1`
    await receiveReturn(paid.services, testActor, number)
    await inspectReturn(paid.services, testActor, number)
    expect(await status()).toEqual([['inspected', 'booked', 60_000]])
    expect(await rejectReturn(paid.services, testActor, number, 'Varan är använd.')).toMatchObject({
      ok: true,
    })
    expect(await status()).toEqual([['rejected', 'booked', null]])
    expect(await mail('received')).toContain('kommit till oss')
    expect(await mail('rejected')).toContain('Skäl: Varan är använd.')
    const entries = await listAudit(shop.db, { objectKind: 'order', objectId: order.number, limit: 20 })
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(
        ['registered', 'sent', 'received', 'inspected', 'rejected'].map((step) => `order.return-${step}`),
      ),
    )
  })

  it('of damaged lithium batteries is never a parcel; the carrier is asked again where it does not answer', async () => {
    const id = await product(300, { un: 'UN3480' })
    const order = await delivered([line(id, 2)])
    const damaged = await order.send('returns', [item(id, 1, 'defective', { is_damaged: true })])
    expect(damaged.body.transports).toEqual(['damaged_lithium'])
    expect((await order.send('returns/1/label')).body.state).toBe('unavailable')
    await order.send('returns', [item(id, 1)])
    await simulated.fault({ kind: 'status', status: 503, count: 5, provider: 'postnord' })
    expect((await order.send('returns/2/label')).body).toEqual({ state: 'pending', tracking_url: null })
    await simulated.reset()
    await sql`update parcel set updated_at = now() - interval '1 hour', claimed_until = null`.execute(shop.db)
    const services = {
      ...testServices({ db: shop.db, carriers: simulated.accounts }),
      jobs: paid.services.jobs,
    }
    expect(await reconcileParcels(services, testActor)).toEqual({ booked: 1, waiting: 0 })
    expect((await order.send('returns/2/label')).body.state).toBe('ready')
  })
})
