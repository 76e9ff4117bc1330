import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { invoiceBalances } from '../../domain/invoices/invoice-balances.server.ts'
import { payInvoice } from '../../domain/invoices/record-payment.server.ts'
import { toMinor } from '../../domain/money/money.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { toSku } from '../../domain/products/sku.ts'
import { addReturnPhoto } from './return-photos.server.ts'
import { registerReturn } from './register-return.server.ts'
import { insertWithdrawal } from './withdrawal-repository.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { withdrawalMail } from './withdrawal-mail-template.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

const sendWithdrawalMail = senderOf('withdrawal-mail', withdrawalMail)

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>
let karin: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  karin = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

/** A delivered order of two units, of which one comes back as faulty, with a photo. */
async function faultyReturn() {
  const product = await shop.addProduct({ available: 5, price: 200 })
  const order = await orders.order([line(product, 2)])
  await shipOrder(orders.services, testActor, { number: order.number, trackingNumber: 'PARCEL-1' })
  await moveOrder(orders.services, testActor, order.number, 'delivered')
  const items = [{ sku: toSku(`SKU-${product}`), quantity: 1, reason: 'defective' as const }]
  const services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at }),
    ...orders.services,
    catalogue: shop.catalogue,
  }
  const answer = await registerReturn(services, testActor, order.number, {
    items,
    comment: '<b>Gnistrar</b>',
  })
  if (!answer.ok) throw new Error(answer.code)
  const added = await addReturnPhoto(orders.services, testActor, {
    orderNumber: order.number,
    number: 1,
    bytes: await photo().jpeg().toBuffer(),
  })
  if (!added.ok) throw new Error(added.code)
  return { id: answer.registered.id, order: order.number, sku: items[0]!.sku, photo: added.id }
}

/** A payment that arrived for the order's invoice, in major units. */
async function recordTestPayment(orderNumber: string, amount: number) {
  const { id: orderId } = (await findOrderByNumber(shop.db, orderNumber))!
  const services = { ...orders.services, db: shop.db, clock: () => shop.now.at }
  const [invoice] = await invoiceBalances(services, { orderId, limit: 1 })
  const input = { invoice: invoice!, amountMinor: toMinor(amount), paidOn: '2026-11-20', reference: null }
  expect(await payInvoice(services, testActor, input)).toMatchObject({ ok: true })
}

describe('the list of returns', () => {
  it('finds them by the order, and exports a view that was saved with the columns that it names', async () => {
    const { id, order } = await faultyReturn()
    const registeredAt = new Date(shop.now.at).toISOString()
    const view = `filter.status=registered,sent&filter.registered=${registeredAt.slice(0, 10)}..&filter.store=sv&filter.order=${order}&sort=registered`
    for (const query of [view, `q=${order.toLowerCase()}`])
      expect((await callAdmin(app, karin, 'GET', `returns?${query}`)).body).toMatchObject({
        count: 1,
        rows: [
          { id, order, store: 'sv', status: 'registered', units: 1, reasons: ['defective'], registeredAt },
        ],
      })
    // As views that were saved before names were in camelCase.
    const columns = 'id,registered_at,status,units,order,reasons'
    const exported = async ({ headers }: TestStaff) =>
      app.inject({ url: `/admin/api/returns.csv?${view}&columns=${columns}&density=compact`, headers })
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    expect((await exported(owner)).body.split('\r\n')).toEqual([
      '\uFEFFid;registeredAt;status;units;order;reasons',
      `${id};${registeredAt};registered;1;${order};"[""defective""]"`,
      '',
    ])
    expect((await exported(karin)).statusCode).toBe(403)
  })
})

describe('the page of a return', () => {
  it('shows its goods, the words and photos of the buyer, and the amount that its refund books', async () => {
    const { id, order, sku, photo: taken } = await faultyReturn()
    const read = async () => (await callAdmin(app, karin, 'GET', `returns/${id}`)).body as { amount: number }
    const page = await read()
    expect(page).toMatchObject({
      id,
      order,
      status: 'registered',
      items: [{ sku, quantity: 1, reason: 'defective', transport: 'parcel', exchange: null }],
      comment: '<b>Gnistrar</b>',
      photos: [taken],
      currency: 'SEK',
      amount: 200,
      refund: null,
    })
    for (const action of ['receive', 'inspect', 'refund'])
      expect((await callAdmin(app, karin, 'POST', `returns/${id}/actions`, { action })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'refunded', refund: 1, amount: page.amount })
    const { refunds } = (await callAdmin(app, karin, 'GET', `orders/${order}`)).body as {
      refunds: { amount: number }[]
    }
    expect(refunds.map(({ amount }) => amount)).toEqual([page.amount])
  })

  it('serves its photos to staff of its store alone, and those of no other return', async () => {
    const own = await faultyReturn()
    const other = await faultyReturn()
    const load = (id: string, taken: number, { headers } = karin) =>
      app.inject({ url: `/admin/api/returns/${id}/photos/${taken}`, headers })
    const answer = await load(own.id, own.photo)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await load(own.id, other.photo)).statusCode).toBe(404)
    const norwegian = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    expect((await load(own.id, own.photo, norwegian)).statusCode).toBe(403)
    expect((await callAdmin(app, norwegian, 'GET', `returns/${own.id}`)).status).toBe(403)
    expect((await callAdmin(app, karin, 'GET', `returns/${own.order}-R9`)).body).toEqual({
      code: 'unknown_return',
    })
  })
})

describe('the steps of a return', () => {
  it('pay nothing out to staff who may handle returns and not refund, by refund or by exchange', async () => {
    const { id } = await faultyReturn()
    const warehouse = await signedInStaff(shop.db, { role: 'warehouse', now: shop.now.at })
    const step = (action: string) => callAdmin(app, warehouse, 'POST', `returns/${id}/actions`, { action })
    expect((await step('receive')).status).toBe(200)
    for (const action of ['refund', 'exchange'])
      expect(await step(action)).toMatchObject({
        status: 403,
        body: { code: 'permission_missing', permission: 'order:refund' },
      })
  })

  interface ReturnBody {
    status: string
    actions: string[]
    timeline: { action: string; actor: { name: string | null } }[]
  }
  const read = async (id: string) => (await callAdmin(app, karin, 'GET', `returns/${id}`)).body as ReturnBody
  const act = (id: string, body: object) => callAdmin(app, karin, 'POST', `returns/${id}/actions`, body)

  it('can be rejected before it arrives, with a reason that its buyer gets by mail', async () => {
    const { id } = await faultyReturn()
    expect((await read(id)).actions).toEqual(['sent', 'receive', 'reject'])
    expect((await act(id, { action: 'sent' })).status).toBe(200)
    expect((await read(id)).actions).toEqual(['receive', 'refund', 'reject'])
    expect((await act(id, { action: 'reject', reason: 'x'.repeat(501) })).status).toBe(422)
    expect((await act(id, { action: 'reject', reason: 'Paketet kom aldrig.' })).status).toBe(200)
    const { status, actions, timeline } = await read(id)
    expect([status, actions]).toEqual(['rejected', []])
    expect(timeline.map(({ action }) => action)).toEqual([
      'order.return-rejected',
      'order.return-sent',
      'order.return-photo',
      'order.return-registered',
    ])
    expect(timeline[0]!.actor.name).not.toBeNull()
    expect(orderMailsOf()).toContain('return-rejected-1')
  })

  it('shows what its refund books, with the delivery or without it', async () => {
    const { id, order } = await faultyReturn()
    const preview = async (body: object) =>
      (await callAdmin(app, karin, 'POST', `returns/${id}/refund-preview`, body)).body as {
        amount: number
        shipping: number
        offInvoice: number
        code?: string
      }
    expect((await preview({})).code).toBe('wrong_status')
    await act(id, { action: 'receive' })
    const without = await preview({})
    // Its invoice is not paid: nothing is paid out.
    expect(without).toEqual({ amount: 200, shipping: 0, offInvoice: 200, refundsShipping: false })
    const whole = await preview({ shipping: true })
    expect(whole.shipping).toBeGreaterThan(0)
    expect(whole.amount).toBe(without.amount + whole.shipping)
    // Nothing is written.
    expect((await read(id)).status).toBe('received')
    expect((await act(id, { action: 'refund', shipping: true })).status).toBe(200)
    const { refunds } = (await callAdmin(app, karin, 'GET', `orders/${order}`)).body as { refunds: object[] }
    expect(refunds).toMatchObject([{ amount: whole.amount, shipping: whole.shipping }])
    expect((await read(id)).timeline.map(({ action }) => action)).toContain('order.refund')
  })

  it('says of a refund what of it is paid out: what the buyer has paid of the invoice beyond the rest', async () => {
    const { id, order } = await faultyReturn()
    await act(id, { action: 'receive' })
    const { invoices } = (await callAdmin(app, karin, 'GET', `orders/${order}`)).body as {
      invoices: { due: { open: number } }[]
    }
    const open = invoices[0]!.due.open
    await recordTestPayment(order, open - 50)
    expect((await callAdmin(app, karin, 'POST', `returns/${id}/refund-preview`, {})).body).toMatchObject({
      amount: 200,
      offInvoice: 50,
    })
    await recordTestPayment(order, 50)
    expect((await callAdmin(app, karin, 'POST', `returns/${id}/refund-preview`, {})).body).toMatchObject({
      amount: 200,
      offInvoice: 0,
    })
  })

  const orderMailsOf = () =>
    shop.enqueued
      .filter(({ name }) => name === 'order-mail')
      .map(({ data }) => (data as { kind: string }).kind)
})

describe('a withdrawal', () => {
  /** A declaration of two of three units of a delivered order; without `matches` its number is mistyped. */
  async function declared({ matches = true, goods = '', ships = true } = {}) {
    const product = await shop.addProduct({ available: 5, price: 200 })
    const order = await orders.order([line(product, 3)])
    if (ships)
      await shipOrder(orders.services, testActor, {
        number: order.number,
        trackingNumber: `W-${order.number}`,
      })
    const { id: orderId, snapshot } = (await findOrderByNumber(shop.db, order.number))!
    const sku = toSku(`SKU-${product}`)
    const id = (await insertWithdrawal(shop.db, {
      key: randomUUID(),
      store: 'sv',
      orderId: matches ? orderId : null,
      orderNumber: matches ? order.number : 'S0',
      name: 'Anna Åberg',
      email: 'anna@example.se',
      goods,
      items: goods === '' ? [{ sku, name: 'Batteri', quantity: 2 }] : [],
      declaredAt: new Date(shop.now.at),
      periodEndsOn: null,
      refundDueOn: '2026-12-04',
    }))!
    return { id, order: order.number, uuid: snapshot.lines[0]!.uuid, sku }
  }
  const act = (id: number, body: object, person = karin) =>
    callAdmin(app, person, 'POST', `withdrawals/${id}/actions`, body)
  const rowOf = async (id: number) => {
    const { body } = await callAdmin(app, karin, 'GET', 'withdrawals?limit=100')
    return (body as { rows: { id: number }[] }).rows.find((row) => row.id === id)
  }
  const entriesOf = async (id: number) => {
    const { body } = await callAdmin(
      app,
      await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at }),
      'GET',
      `audit?filter.object=withdrawal:${id}`,
    )
    return (body as { rows: object[] }).rows
  }

  const refund = (order: string, uuid: string, quantity: number, more: object = {}) =>
    callAdmin(app, karin, 'POST', `orders/${order}/refunds`, {
      request: { lines: [{ uuid, quantity }], shipping: false },
      reason: 'withdrawal',
      idempotencyKey: randomUUID(),
      ...more,
    })
  const openIds = async () => {
    const { body } = await callAdmin(app, karin, 'GET', 'withdrawals?limit=100&filter.open=yes')
    return (body as { rows: { id: number }[] }).rows.map(({ id }) => id)
  }

  it('is exported by a view that was saved with the columns that it names', async () => {
    const { id, order, sku } = await declared()
    await declared({ matches: false })
    const declaredAt = new Date(shop.now.at).toISOString()
    const view = `filter.open=yes&filter.due=2026-12-04..2026-12-04&filter.matched=yes&filter.store=sv&sort=-declared&q=${order}`
    const items = [{ sku, name: 'Batteri', quantity: 2 }]
    expect((await callAdmin(app, karin, 'GET', `withdrawals?${view}`)).body).toMatchObject({
      count: 1,
      rows: [
        { id, order, orderNumber: order, refundDueOn: '2026-12-04', goodsBackAt: null, items, declaredAt },
      ],
    })
    // As views that were saved before names were in camelCase.
    const columns = 'id,refund_due_on,order,declared_at,goods_back_at,items'
    const exported = async ({ headers }: TestStaff) =>
      app.inject({ url: `/admin/api/withdrawals.csv?${view}&columns=${columns}&density=compact`, headers })
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    expect((await exported(owner)).body.split('\r\n')).toEqual([
      '\uFEFFid;refundDueOn;order;declaredAt;goodsBackAt;items',
      `${id};2026-12-04;${order};${declaredAt};;"${JSON.stringify(items).replaceAll('"', '""')}"`,
      '',
    ])
    expect((await exported(karin)).statusCode).toBe(403)
  })

  it('ends once its units are refunded, which those of its order page prepare', async () => {
    const { id, order, uuid, sku } = await declared()
    const { withdrawals } = (await callAdmin(app, karin, 'GET', `orders/${order}`)).body as {
      withdrawals: object[]
    }
    expect(withdrawals).toMatchObject([{ id, items: [{ sku, quantity: 2 }], rejection: null }])
    expect((await refund(order, uuid, 1)).status).toBe(200)
    expect(await act(id, { action: 'close' })).toMatchObject({
      status: 409,
      body: { code: 'withdrawal_not_refunded' },
    })
    expect(await openIds()).toContain(id)
    expect((await refund(order, uuid, 1)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ doneAt: expect.any(String), rejection: null })
    expect(await openIds()).not.toContain(id)
    expect((await entriesOf(id))[0]).toMatchObject({ action: 'withdrawal.close' })
    // It has no deadline any more: it comes after those that have one, also later ones.
    const { id: open } = await declared()
    const { body } = await callAdmin(app, karin, 'GET', 'withdrawals?limit=100&sort=due')
    const ids = (body as { rows: { id: number }[] }).rows.map((row) => row.id)
    expect(ids.indexOf(open)).toBeLessThan(ids.indexOf(id))
  })

  it('in words ends with the refund that was made for it, not with another one', async () => {
    const { id, order, uuid } = await declared({ goods: 'det ena batteriet' })
    expect((await refund(order, uuid, 1)).status).toBe(200)
    expect(await openIds()).toContain(id)
    expect((await refund(order, uuid, 1, { withdrawal: id })).status).toBe(200)
    expect(await openIds()).not.toContain(id)
  })

  it('of an order that is cancelled ends with it', async () => {
    const [cancelled, refunded] = [await declared({ ships: false }), await declared({ ships: false })]
    expect((await callAdmin(app, karin, 'POST', `orders/${cancelled.order}/cancel`)).status).toBe(200)
    expect((await refund(refunded.order, refunded.uuid, 3)).status).toBe(200)
    const open = await openIds()
    for (const { id } of [cancelled, refunded]) expect(open).not.toContain(id)
  })

  it('is rejected with a reason that its buyer gets by mail once, until it is opened again', async () => {
    const { id, order } = await declared()
    const mails = () =>
      shop.enqueued.filter(
        ({ name, data }) =>
          name === 'withdrawal-mail' && (data as unknown as { withdrawalId: number }).withdrawalId === id,
      )
    expect((await act(id, { action: 'reject', reason: ' ' })).status).toBe(422)
    expect((await act(id, { action: 'reject', reason: 'x'.repeat(501) })).status).toBe(422)
    expect((await act(id, { action: 'reject', reason: 'Plomben är bruten.' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ rejection: 'Plomben är bruten.', doneAt: expect.any(String) })
    expect(mails().map(({ data }) => data)).toEqual([{ withdrawalId: id, mail: 'rejection' }])
    expect((await act(id, { action: 'reject', reason: 'Igen' })).body).toEqual({ code: 'already_done' })
    const sent: Mail[] = []
    const services = {
      db: shop.db,
      mailer: { send: async (mail: Mail) => (sent.push(mail), { messageId: 'x' }) },
      keys: testKeys,
      publicUrl: 'http://shop.example',
      clock: () => shop.now.at,
    }
    await sendWithdrawalMail(services, { withdrawalId: id, mail: 'rejection' })
    await sendWithdrawalMail(services, { withdrawalId: id, mail: 'rejection' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: 'anna@example.se', subject: expect.stringContaining(order) })
    expect(sent[0]!.text).toContain('Plomben är bruten.')
    expect((await entriesOf(id))[0]).toMatchObject({
      action: 'withdrawal.reject',
      reason: 'Plomben är bruten.',
      actor: 'staff',
      actorId: String(karin.id),
    })
    expect((await act(id, { action: 'close', undo: true })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ rejection: null, doneAt: null })
  })

  it('without an order is given one that exists, and of which the person may handle returns', async () => {
    const { id, order } = await declared({ matches: false })
    expect(await act(id, { action: 'match', order: 'S999999999' })).toMatchObject({
      status: 404,
      body: { code: 'unknown_order' },
    })
    const foreign = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    expect((await act(id, { action: 'match', order }, foreign)).status).toBe(403)
    expect((await act(id, { action: 'match', order: ` ${order.toLowerCase()} ` })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ order, orderNumber: 'S0' })
    expect((await entriesOf(id))[0]).toMatchObject({
      action: 'withdrawal.match',
      before: { order: null },
      after: { order },
    })
  })
})
