import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { jobAnswer } from '../../contract/admin/jobs.ts'
import type { shippingPlan } from '../../contract/admin/ship-orders.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { orderShipper } from '../../domain/dispatch/ship-orders.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { runStaffJob, type RunServices } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { createImportRunner } from '../../catalogue-import/run-import-job.server.ts'
import type { Services } from '../../server/compose.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { openCarriers, type SimulatedCarriers } from '../../test/simulated-carriers.ts'

let shop: OrderShop
let app: FastifyInstance
let packer: TestStaff
let simulated: SimulatedCarriers
let services: Services
let orders: ReturnType<typeof paidOrders>
const started: number[] = []

beforeAll(async () => {
  ;[shop, simulated] = await Promise.all([orderShop(), openCarriers()])
  orders = paidOrders(shop)
  services = testServices({ db: shop.db, clock: () => shop.now.at, carriers: simulated.accounts })
  const jobs: JobQueue = {
    enqueue: async (trx, name, data, options) => {
      if ('jobId' in data) started.push(data.jobId)
      else await orders.services.jobs.enqueue(trx, name as 'order-mail', data as never, options)
    },
  }
  app = await adminApp(services, { jobs, catalogue: shop.catalogue })
  packer = await signedInStaff(shop.db, { role: 'warehouse', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await Promise.all([shop.close(), simulated.stop()])
})

const runServices = (more: Partial<RunServices> = {}): RunServices => ({
  db: shop.db,
  clock: () => shop.now.at,
  products: productEditor,
  runImport: createImportRunner(tmpdir()),
  shipOrder: orderShipper({ ...services, jobs: orders.services.jobs }),
  ...more,
})
/** A process that is killed after it has shipped, before the outcome is recorded. */
const killedBehind =
  (ship: RunServices['shipOrder']): RunServices['shipOrder'] =>
  async (...shipment) => {
    await ship(...shipment)
    throw new Error('killed')
  }
const placed = async () => orders.order([line(await shop.addProduct({ available: 5 }), 2)])
const post = (path: string, body: object, person = packer) => callAdmin(app, person, 'POST', path, body)
const planOf = async (target: object, person = packer) =>
  (await post('shipments/preview', { target }, person)).body as z.infer<typeof shippingPlan>
const jobOf = async (id: number) =>
  (await callAdmin(app, packer, 'GET', `jobs/${id}`)).body as z.infer<typeof jobAnswer>
const labelsOf = (id: number, person = packer) =>
  app.inject({ url: `/admin/api/shipments/${id}/labels`, headers: person.headers })

describe('several orders', () => {
  it('are shipped as one job after a dry run, each with a parcel, and their labels are one file', async () => {
    const [first, second, gone] = [await placed(), await placed(), await placed()]
    await callAdmin(app, packer, 'POST', `orders/${gone.number}/ship`, { trackingNumber: 'P-1' })
    const numbers = [first.number, second.number, gone.number]
    const plan = await planOf({ orders: numbers })
    expect(plan).toMatchObject({ total: 3, ships: 2 })
    expect(plan.rows.map(({ number, store, refusal }) => [number, store, refusal])).toEqual([
      [first.number, 'sv', null],
      [second.number, 'sv', null],
      [gone.number, 'sv', 'nothing_left'],
    ])
    expect(await orders.status(first.number)).toBe('received')
    expect(await listAudit(shop.db, { objectKind: 'order', objectId: first.number, limit: 9 })).toHaveLength(
      2,
    )

    expect(await post('shipments', { target: { orders: numbers }, count: 2 })).toMatchObject({
      status: 409,
      body: { code: 'count_changed', count: 3 },
    })
    const { body } = await post('shipments', { target: { orders: numbers }, count: 3 })
    const { job: id } = body as { job: number }
    expect(started).toEqual([id])
    expect((await labelsOf(id)).json()).toEqual({ code: 'unknown_label' })
    await runStaffJob(runServices(), id)
    const { job, rows } = await jobOf(id)
    expect(job).toMatchObject({
      kind: 'order-shipping',
      state: 'done',
      changed: 2,
      refused: 1,
      canUndo: false,
    })
    expect(rows).toEqual([
      { objectId: gone.number, store: 'sv', outcome: 'refused', refusal: 'nothing_left' },
      { objectId: first.number, store: 'sv', outcome: 'changed', refusal: null },
      { objectId: second.number, store: 'sv', outcome: 'changed', refusal: null },
    ])
    expect(await orders.status(second.number)).toBe('shipped')
    const labels = await labelsOf(id)
    expect(labels.headers['content-type']).toBe('application/pdf')
    expect((await PDFDocument.load(labels.rawPayload)).getPageCount()).toBe(2)
    const [entry] = await listAudit(shop.db, { objectKind: 'order', objectId: first.number, limit: 1 })
    expect(entry?.actor).toMatchObject({ kind: 'staff', id: String(packer.id) })
    expect((await post(`jobs/${id}/undo`, {})).body).toMatchObject({ code: 'not_reversible' })
  })

  it('of a view are those of the stores in which the person ships, and at most so many', async () => {
    const { number } = await placed()
    expect(await planOf({ query: `q=${number}` })).toMatchObject({ total: 1, ships: 1 })
    const danish = await signedInStaff(shop.db, { role: 'warehouse', stores: ['da'], now: shop.now.at })
    expect(await planOf({ query: `q=${number}` }, danish)).toMatchObject({ total: 0 })
    expect((await post('shipments/preview', { target: { orders: [number] } }, danish)).body).toMatchObject({
      code: 'store_not_permitted',
    })
    const reader = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    expect((await post('shipments', { target: { orders: [number] }, count: 1 }, reader)).status).toBe(403)
    expect((await post('shipments/preview', { target: { query: 'sort=nonsense' } })).body).toMatchObject({
      code: 'invalid_view',
    })
    const many = Array.from({ length: 201 }, () => number)
    expect((await post('shipments/preview', { target: { orders: many } })).body).toEqual({
      code: 'too_many_orders',
      most: 200,
    })
    expect((await post('shipments', { target: { query: 'q=nothing-at-all' }, count: 1 })).body).toMatchObject(
      {
        code: 'count_changed',
      },
    )
  })

  it('are each shipped once by a job that was killed behind one of them', async () => {
    const [first, second] = [await placed(), await placed()]
    const { body } = await post('shipments', {
      target: { orders: [first.number, second.number] },
      count: 2,
    })
    const { job: id } = body as { job: number }
    const ship = runServices().shipOrder
    await expect(runStaffJob(runServices({ shipOrder: killedBehind(ship) }), id)).rejects.toThrow('killed')
    await runStaffJob(runServices(), id)
    const { job, rows } = await jobOf(id)
    expect(job).toMatchObject({ state: 'done', changed: 1, unchanged: 1, refused: 0 })
    expect(rows.map(({ objectId: number, outcome }) => [number, outcome])).toEqual([
      [first.number, 'unchanged'],
      [second.number, 'changed'],
    ])
    const page = await callAdmin(app, packer, 'GET', `orders/${first.number}`)
    expect((page.body as { shipments: unknown[] }).shipments).toHaveLength(1)
  })

  it('of an order in two deliveries ship one of them, also in a job that was killed behind it', async () => {
    const awaited = { available: 0, incoming: 5, incomingAt: '2026-11-30T00:00:00.000Z' }
    const lines = [line(await shop.addProduct({ available: 5 })), line(await shop.addProduct(awaited))]
    const { id: checkout } = await openCheckout(shop, lines)
    const { body: split } = await shop.call('PATCH', `/api/checkout/${checkout}`, { splitDelivery: true })
    const order = (
      await shop.call('POST', `/api/checkout/${checkout}/complete`, { ...goodForm, total: split.total })
    ).body as { number: string }
    const { body } = await post('shipments', { target: { orders: [order.number] }, count: 1 })
    const { job: id } = body as { job: number }
    const ship = runServices().shipOrder
    await expect(runStaffJob(runServices({ shipOrder: killedBehind(ship) }), id)).rejects.toThrow('killed')
    await runStaffJob(runServices(), id)
    const page = await callAdmin(app, packer, 'GET', `orders/${order.number}`)
    expect((page.body as { shipments: unknown[] }).shipments).toHaveLength(1)
  })

  it('whose carrier has not answered ship by themselves once it does', async () => {
    const { number } = await placed()
    const { body } = await post('shipments', { target: { orders: [number] }, count: 1 })
    const { job: id } = body as { job: number }
    await runStaffJob(
      runServices({
        shipOrder: orderShipper({
          ...services,
          jobs: orders.services.jobs,
          parcels: { ...services.parcels, book: async () => ({ ok: false, code: 'carrier_unavailable' }) },
        }),
      }),
      id,
    )
    const { rows } = await jobOf(id)
    expect(rows).toMatchObject([{ objectId: number, outcome: 'unchanged', refusal: 'carrier_waits' }])
    expect(await orders.status(number)).toBe('received')
  })
})
