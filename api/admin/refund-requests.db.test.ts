import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { orderPage } from '../../contract/admin/orders.ts'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { minor, toMajor } from '../../domain/money/money.ts'
import {
  adminApp,
  apiKeyOf,
  callAdmin,
  signedInStaff,
  type Sender,
  type TestStaff,
} from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>
let karin: TestStaff
let lena: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  const signIn = () => signedInStaff(shop.db, { role: 'service', now: shop.now.at })
  karin = await signIn()
  lena = await signIn()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

type Page = z.infer<typeof orderPage>
const read = async (number: string, person = karin) =>
  (await callAdmin(app, person, 'GET', `orders/${number}`)).body as Page
const keyOf = (person: TestStaff) =>
  apiKeyOf(shop.db, person, { permissions: ['order:refund'], now: shop.now.at })
const post = (person: Sender, number: string, action: string, body?: object) =>
  callAdmin(app, person, 'POST', `orders/${number}/${action}`, body)

/** A delivered order of two lines: one above the limit of the store, one below it. */
async function dearOrder() {
  const limitMinor = storePolicies.sv.refundApprovalAboveMinor!
  const dear = await shop.addProduct({ available: 5, price: toMajor(limitMinor) + 100 })
  const order = await orders.order([line(dear), line(await shop.addProduct({ available: 5 }))])
  await orders.ship(order.number)
  const { lines } = await read(order.number)
  const [large, small] = lines.toSorted((a, b) => b.total - a.total)
  return { number: order.number, large: large!, small: small! }
}

let keys = 0
const refundOf = (uuid: string) => ({
  request: { lines: [{ uuid, quantity: 1 }], shipping: false },
  reason: 'complaint',
  idempotencyKey: `request-${(keys += 1)}`,
})

describe('a refund above the limit of the store', () => {
  it('is refused to one person, and booked as asked for when another one approves it', async () => {
    const { number, large } = await dearOrder()
    const refund = refundOf(large.uuid)
    expect((await post(karin, number, 'refund-preview', refund)).body).toMatchObject({
      amount: large.total,
      needsApproval: true,
    })
    expect(await post(karin, number, 'refunds', refund)).toMatchObject({
      status: 409,
      body: { code: 'approval_required', amountMinor: large.total * 100 },
    })
    const { status, body } = await post(karin, number, 'refund-requests', refund)
    expect([status, body]).toEqual([200, { id: expect.any(Number), amount: large.total }])
    expect((await post(lena, number, 'refund-requests', refundOf(large.uuid))).body).toEqual({
      code: 'already_requested',
    })
    expect((await read(number)).refunds).toEqual([])
    const { id } = body as { id: number }
    expect((await post(karin, number, `refund-requests/${id}/approve`)).body).toEqual({ code: 'own_request' })
    const both = await Promise.all([1, 2].map(() => post(lena, number, `refund-requests/${id}/approve`)))
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const page = await read(number)
    expect(page.refunds).toMatchObject([{ number: 1, amount: large.total }])
    expect(page.refundRequests).toMatchObject([{ status: 'approved', isOwn: true, rejection: null }])
    const done = page.timeline.slice(0, 3).map(({ action, actor }) => `${action} ${actor.id}`)
    expect(new Set(done)).toEqual(
      new Set([
        `order.approve_refund ${lena.id}`,
        `order.refund ${lena.id}`,
        `order.request_refund ${karin.id}`,
      ]),
    )
  })

  it('counts the refunds of an order together, so that parts do not pass', async () => {
    const { number, large, small } = await dearOrder()
    expect((await post(karin, number, 'refund-requests', refundOf(small.uuid))).body).toEqual({
      code: 'below_limit',
    })
    expect((await post(karin, number, 'refunds', refundOf(small.uuid))).status).toBe(200)
    const part = (amount: number) => ({
      request: { lines: [{ uuid: large.uuid, amount }], shipping: false },
      reason: 'price_reduction',
      idempotencyKey: `reduction-${(keys += 1)}`,
    })
    const half = Math.round(large.total / 2)
    expect((await post(karin, number, 'refunds', part(half))).status).toBe(200)
    expect((await post(karin, number, 'refunds', part(half))).body).toMatchObject({
      code: 'approval_required',
    })
  })

  it('is rejected with a reason, and may be asked for again', async () => {
    const { number, large } = await dearOrder()
    const ask = async () =>
      ((await post(karin, number, 'refund-requests', refundOf(large.uuid))).body as { id: number }).id
    const id = await ask()
    const todo = (await callAdmin(app, lena, 'GET', 'todo')).body as {
      tasks: { name: string; count: number }[]
    }
    expect(todo.tasks).toContainEqual(expect.objectContaining({ name: 'refund_requested', count: 1 }))
    const reject = (person: TestStaff, reason: string) =>
      post(person, number, `refund-requests/${id}/reject`, { reason })
    expect((await reject(lena, ' ')).status).toBe(422)
    expect((await reject(karin, 'x')).body).toEqual({ code: 'own_request' })
    expect((await reject(lena, 'The goods are not back')).status).toBe(200)
    expect((await reject(lena, 'again')).body).toEqual({ code: 'already_done' })
    const page = await read(number, lena)
    expect(page.refundRequests).toMatchObject([
      { status: 'rejected', rejection: 'The goods are not back', isOwn: false },
    ])
    expect(page.refunds).toEqual([])
    expect(page.timeline[0]).toMatchObject({
      action: 'order.reject_refund',
      reason: 'The goods are not back',
      actor: { id: String(lena.id) },
    })
    expect(await ask()).toBeGreaterThan(id)
  })
})

describe('the limits of a store', () => {
  afterEach(() => applySettings('sv', {}))
  const settled = async (more: { approval?: number | null; stepUp?: number | null }) => {
    applySettings('sv', {
      refunds: {
        approvalAboveMinor: more.approval == null ? null : minor(more.approval * 100),
        stepUpAboveMinor: more.stepUp == null ? null : minor(more.stepUp * 100),
      },
    })
  }

  it('ask for a step-up above one of them, also of the person who approves', async () => {
    const { number, large, small } = await dearOrder()
    const [elsa, nils] = await Promise.all(
      [1, 2].map(() => signedInStaff(shop.db, { role: 'service', steppedUp: false, now: shop.now.at })),
    )
    await settled({ stepUp: small.total })
    // It is asked for when the refund is booked: before that the refund is possible.
    expect((await read(number, elsa)).actions).toContainEqual({
      name: 'refund',
      allowed: true,
      reason: null,
    })
    expect((await post(elsa!, number, 'refunds', refundOf(small.uuid))).status).toBe(200)
    const asked = await post(elsa!, number, 'refunds', refundOf(large.uuid))
    expect(asked).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    const key = await keyOf(lena)
    expect(await post(key, number, 'refunds', refundOf(large.uuid))).toMatchObject({
      status: 403,
      body: { code: 'not_for_api_keys' },
    })
    await settled({ stepUp: small.total, approval: small.total })
    const { body } = await post(elsa!, number, 'refund-requests', refundOf(large.uuid))
    const approve = (person: TestStaff) =>
      post(person, number, `refund-requests/${(body as { id: number }).id}/approve`)
    expect((await approve(nils!)).body).toMatchObject({ code: 'step_up_required' })
    expect((await approve(lena)).status).toBe(200)
  })

  it('are set by the merchant; without them one person is enough', async () => {
    const { number, large } = await dearOrder()
    await settled({})
    expect((await post(karin, number, 'refunds', refundOf(large.uuid))).status).toBe(200)
  })

  it('apply to commands, which can be confirmed by nobody', async () => {
    const { number, large, small } = await dearOrder()
    const refund = ({ uuid }: typeof large) =>
      orders.refund(number, { lines: [{ uuid, quantity: 1 }], shipping: false })
    expect(await refund(large)).toMatchObject({ ok: false, code: 'approval_required' })
    await settled({ stepUp: 0 })
    expect(await refund(small)).toMatchObject({ ok: true })
  })
})
