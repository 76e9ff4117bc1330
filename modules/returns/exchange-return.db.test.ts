import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kustomShop, type KustomShop } from '../../test/kustom-shop.ts'
import { line, openCheckout } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { checkBooks } from '../../domain/books/check-books.server.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { finalizePayment } from '../../domain/payments/finalize-payment.server.ts'
import { performOperations } from '../../domain/payments/perform-operations.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { cancelOrder } from '../../domain/refunds/cancel-order.server.ts'
import type { RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import { refundsOf } from '../../domain/refunds/refund-repository.server.ts'
import { storeCodes, storePolicies } from '../../domain/stores/stores.ts'
import { exchangeChoices } from './exchange-choices.server.ts'
import { exchangeReturn, receiveReturn, refundReturn } from './handle-return.server.ts'
import { refundOrder } from '../../domain/refunds/refund-order.server.ts'
import { previewReturn, readReturns, registerReturn, type ReturnServices } from './register-return.server.ts'
import type { ReturnItem } from './return.ts'

let world: KustomShop
let services: ReturnServices & RefundServices & KustomShop['services']
let invoiced: ReturnType<typeof paidOrders>
beforeAll(async () => {
  world = await kustomShop()
  services = {
    ...(world.services as unknown as typeof services),
    catalogue: world.shop.catalogue,
  }
  invoiced = paidOrders(world.shop)
})
afterAll(() => world.close())
beforeEach(() => world.control('POST', 'reset'))

/** Variants of one product, at prices in major units; the first one's id first. */
async function variants(...prices: number[]): Promise<number[]> {
  const parent = await world.shop.addProduct({ price: 1 })
  const ids = []
  for (const price of prices) ids.push(await world.shop.addProduct({ price, available: 20 }))
  await sql`update product set variant_of = ${parent} where id = any(${ids})`.execute(world.shop.db)
  return ids
}

/** Runs the payment operations that were enqueued. */
async function performEnqueued(): Promise<void> {
  const jobs = world.shop.enqueued.splice(0)
  for (const { name, data } of jobs)
    if (name === 'payment-operation')
      await performOperations(world.services, testActor, (data as unknown as { attemptId: number }).attemptId)
}

async function deliver(number: string): Promise<void> {
  const shipped = await shipOrder(services, testActor, { number, trackingNumber: 'PARCEL-1' })
  expect(shipped).toMatchObject({ ok: true })
  await performEnqueued()
  expect(await moveOrder(services, testActor, number, 'delivered')).toMatchObject({ ok: true })
}

/** A delivered order that was paid by card. */
async function paidByCard(product: number, quantity: number): Promise<string> {
  const { id } = await openCheckout(world.shop, [line(product, quantity)])
  const payment = await world.openFrame(id)
  const address = {
    email: 'anna.berg@example.se',
    given_name: 'Anna',
    family_name: 'Berg',
    street_address: 'Storgatan 1',
    postal_code: '12345',
    city: 'Luleå',
    phone: '0701234567',
  }
  await world.shopper(payment, 'address', { address, customerType: 'person' })
  await world.shopper(payment, 'pay', { method: 'CARD' })
  const paid = { store: 'sv', provider: 'klarna', providerOrderId: payment } as const
  const settled = await finalizePayment(services, testActor, paid)
  if (!settled.ok) throw new Error(`not paid: ${JSON.stringify(settled)}`)
  await deliver(settled.number)
  return settled.number
}

const orderOf = async (number: string) => (await findOrderByNumber(world.shop.db, number))!
const item = (product: number, quantity: number, variant?: number): ReturnItem => ({
  sku: toSku(`SKU-${product}`),
  quantity,
  reason: 'wrong_choice',
  ...(variant !== undefined && { exchangeFor: toSku(`SKU-${variant}`) }),
})

/** Registers a return and notes its arrival. */
async function arrived(number: string, items: ReturnItem[]): Promise<string> {
  const answer = await registerReturn(services, testActor, number, { items, comment: '' })
  if (!answer.ok) throw new Error(`not registered: ${answer.code}`)
  await receiveReturn(services, testActor, answer.registered.id)
  return answer.registered.id
}

async function exchanged(id: string) {
  const answer = await exchangeReturn(services, testActor, id)
  if (!answer.ok || answer.exchangeOrder === null) throw new Error(`not exchanged: ${JSON.stringify(answer)}`)
  await performEnqueued()
  return { ...answer, order: await orderOf(answer.exchangeOrder) }
}

const paymentOf = async (number: string) => invoiced.attemptOf((await orderOf(number)).id)

async function expectBalancedBooks(): Promise<void> {
  const report = await checkBooks(world.shop.db, { stores: storeCodes, atProviders: null })
  expect(report.checks.filter(({ differences }) => differences > 0)).toEqual([])
}

describe('the exchange of a return that was paid by card', () => {
  it('adds up to the öre over both orders, until the new goods come back too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          old: fc.integer({ min: 400, max: 999 }),
          wanted: fc.integer({ min: 300, max: 999 }),
          bought: fc.integer({ min: 1, max: 3 }),
          back: fc.integer({ min: 1, max: 3 }),
        }),
        async ({ old, wanted, bought, ...chosen }) => {
          const [oldCents, newCents] = [old * 100, wanted * 100]
          const back = Math.min(bought, chosen.back)
          const [first = 0, second = 0] = await variants(old, wanted)
          const number = await paidByCard(first, bought)
          const items = [item(first, back, second)]
          const preview = await previewReturn(services, await orderOf(number), items)
          if (newCents > oldCents) {
            expect(preview).toEqual({ ok: false, code: 'exchange_unavailable', sku: `SKU-${first}` })
            return
          }
          if (!preview.ok) throw new Error(preview.code)
          const { order, refund } = await exchanged(await arrived(number, items))
          const newMinor = newCents * back
          expect(preview.exchange.get(toSku(`SKU-${first}`))?.totalMinor).toBe(newMinor)
          expect(order.snapshot).toMatchObject({ totalMinor: newMinor, payableMinor: 0, payment: 'none' })
          expect(refund).toMatchObject({
            amountMinor: oldCents * back,
            toProviderMinor: (oldCents - newCents) * back,
            reason: 'exchange',
          })
          expect(await paymentOf(number)).toMatchObject({ refunded: (oldCents - newCents) * back })
          // The new goods are returned like those of any order: the card gets the rest.
          await deliver(order.number)
          await refundReturn(services, testActor, await arrived(order.number, [item(second, back)]))
          await performEnqueued()
          expect(await paymentOf(number)).toMatchObject({ refunded: oldCents * back })
        },
      ),
      { numRuns: 5, endOnFailure: true },
    )
    await expectBalancedBooks()
  })

  it('is linked, has mails of its own, and refunds the card if the new order is cancelled', async () => {
    const [first = 0, second = 0] = await variants(500, 450)
    const number = await paidByCard(first, 2)
    const id = await arrived(number, [item(first, 1, second)])
    const { order } = await exchanged(id)
    const stored = await orderOf(number)
    const { returns } = await readReturns(services, stored)
    expect(returns).toMatchObject([{ status: 'exchanged', exchangeOrder: order.number, amountMinor: 5_000 }])
    expect(order.status).toBe('received')
    expect(order.snapshot.exchange).toEqual({ returnId: id, orderNumber: number, amountMinor: 45_000 })
    const mail = await invoiced.mailOf(stored.id, 'return-exchanged-1')
    expect(mail?.text).toContain(order.number)
    expect((await invoiced.mailOf(order.id, 'confirmation'))?.text).toContain(id)
    // What came by exchange is returned for a refund.
    expect(await exchangeChoices(services, order)).toEqual(new Map([[`SKU-${second}`, []]]))
    expect(await cancelOrder(services, testActor, order.number)).toMatchObject({ ok: true })
    await performEnqueued()
    expect(await paymentOf(number)).toMatchObject({ refunded: 50_000 })
    await expectBalancedBooks()
  })

  it('pays out nothing above the limit of one person when who handled it alone also cancels the new order', async () => {
    const staff = (id: string) => ({ kind: 'staff', id, onBehalfOf: null, requestId: null }) as const
    const price = toMajor(storePolicies.sv.refundApprovalAboveMinor!) + 100
    const [first = 0, second = 0] = await variants(price, price)
    const number = await paidByCard(first, 1)
    const registered = await registerReturn(services, testActor, number, {
      items: [item(first, 1, second)],
      comment: '',
    })
    if (!registered.ok) throw new Error(registered.code)
    const { id } = registered.registered
    await receiveReturn(services, staff('1'), id)
    const answer = await exchangeReturn(services, staff('1'), id)
    if (!answer.ok) throw new Error(answer.code)
    const order = answer.exchangeOrder!
    const refused = { ok: false, code: 'approval_required' }
    expect(await cancelOrder(services, staff('1'), order)).toEqual(refused)
    const asked = { number: order, request: 'everything', reason: 'goodwill', idempotencyKey: 'k' } as const
    expect(await refundOrder(services, staff('1'), asked)).toMatchObject(refused)
    expect((await orderOf(order)).status).toBe('received')
    expect(await cancelOrder(services, staff('2'), order)).toMatchObject({ code: 'step_up_required' })
    const confirmed = { isSteppedUp: true }
    expect(await cancelOrder(services, staff('2'), order, confirmed)).toMatchObject({ ok: true })
    await performEnqueued()
    expect(await paymentOf(number)).toMatchObject({ refunded: price * 100 })
    await expectBalancedBooks()
  })

  it('of several returns pays out at most the limit of one person in parts', async () => {
    const staff = { kind: 'staff', id: '1', onBehalfOf: null, requestId: null } as const
    const price = toMajor(storePolicies.sv.refundApprovalAboveMinor!) * 0.6
    const [first = 0, second = 0] = await variants(price, price)
    const number = await paidByCard(first, 2)
    const answers = []
    for (let n = 1; n <= 2; n++) {
      const registered = await registerReturn(services, testActor, number, {
        items: [item(first, 1, second)],
        comment: '',
      })
      if (!registered.ok) throw new Error(registered.code)
      await receiveReturn(services, staff, registered.registered.id)
      const answer = await exchangeReturn(services, staff, registered.registered.id, { isSteppedUp: true })
      if (!answer.ok) throw new Error(answer.code)
      answers.push(await cancelOrder(services, staff, answer.exchangeOrder!, { isSteppedUp: true }))
    }
    expect(answers).toMatchObject([{ ok: true }, { ok: false, code: 'approval_required' }])
  })

  it('is refused when the variant is sold out by then, and refunded instead', async () => {
    const [first = 0, second = 0, dearer = 0] = await variants(300, 300, 301)
    const number = await paidByCard(first, 1)
    const choices = await exchangeChoices(services, await orderOf(number))
    expect(choices.get(toSku(`SKU-${first}`))).toMatchObject([
      { sku: `SKU-${second}`, state: 'offered' },
      { sku: `SKU-${dearer}`, state: 'dearer' },
    ])
    const id = await arrived(number, [item(first, 1, second)])
    await sql`update stock set available = 0 where product_id = ${second}`.execute(world.shop.db)
    expect(await exchangeReturn(services, testActor, id)).toEqual({ ok: false, code: 'out_of_stock' })
    expect(await refundsOf(world.shop.db, (await orderOf(number)).id)).toEqual([])
    expect(await refundReturn(services, testActor, id)).toMatchObject({
      ok: true,
      refund: { amountMinor: (await orderOf(number)).snapshot.totalMinor },
    })
    await performEnqueued()
    await expectBalancedBooks()
  })
})

it('an exchange of goods on invoice is a credit note and a new invoice', async () => {
  const [first = 0, second = 0] = await variants(500, 400)
  const { number, id: orderId } = await invoiced.order([line(first, 2)])
  await deliver(number)
  const { order } = await exchanged(await arrived(number, [item(first, 1, second)]))
  expect(await invoiced.papers(orderId)).toMatchObject([
    { kind: 'invoice' },
    { kind: 'credit_note', amount: 50_000 },
  ])
  await deliver(order.number)
  expect(await invoiced.papers(order.id)).toMatchObject([{ kind: 'invoice', amount: 40_000, vat: 8_000 }])
  expect(await exchangeReturn(services, testActor, `${number}-R1`)).toMatchObject({ code: 'wrong_status' })
  await expectBalancedBooks()
})
