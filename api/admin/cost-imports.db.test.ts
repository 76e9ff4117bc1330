import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { CostCheck } from '../../contract/admin/cost-imports.ts'
import type { jobAnswer } from '../../contract/admin/jobs.ts'
import { readCosts, setCosts } from '../../domain/catalogue/product-cost.server.ts'
import { toMinor } from '../../domain/money/money.ts'
import { toSku, type Sku } from '../../domain/products/sku.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let one: Sku
let two: Sku

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
beforeEach(async () => {
  one = await skuOf(await shop.addProduct({ available: 5 }))
  two = await skuOf(await shop.addProduct({ available: 5 }))
  await setCosts(shop.db, testActor, { sku: one, costs: { SEK: toMinor(10) } })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

async function skuOf(productId: Awaited<ReturnType<OrderShop['addProduct']>>): Promise<Sku> {
  const row = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  return toSku(row.sku)
}

async function upload(path: string, content: string, person = owner) {
  const { statusCode: status, body } = await app.inject({
    method: 'POST',
    url: `/admin/api/${path}`,
    headers: { ...person.headers, 'content-type': 'application/octet-stream' },
    payload: content,
  })
  return { status, body: JSON.parse(body) as CostCheck & { code: string; job: number; fault: unknown } }
}
const check = (content: string, person?: TestStaff) => upload('cost-imports/check', content, person)
const start = (content: string, person?: TestStaff) => upload('cost-imports?name=costs.csv', content, person)
const job = async (id: number, person = owner) => {
  const { status, body } = await callAdmin(app, person, 'GET', `jobs/${id}`)
  return { status, ...(body as z.infer<typeof jobAnswer>) }
}
const fileOf = (...rows: string[]) => ['sku,currency,cost', ...rows].join('\n')
const costs = async () => [await readCosts(shop.db, one), await readCosts(shop.db, two)]

describe('a file of purchase costs', () => {
  it('is checked without changing anything: differences, and each problem with its line and field', async () => {
    const file = fileOf(`${one.toLowerCase()},SEK,12.50`, `${one},EUR,1`, 'NO-SUCH,SEK,1', `${two},USD,1`)
    const { status, body } = await check(file)
    expect(status).toBe(200)
    expect(body).toMatchObject({ read: 4, changed: 2, unchanged: 0, refused: 2 })
    expect(body.changes).toEqual([
      { row: 2, sku: one, currency: 'SEK', before: 10, after: 12.5 },
      { row: 3, sku: one, currency: 'EUR', before: null, after: 1 },
    ])
    expect(body.problems).toMatchObject([
      { row: 4, sku: 'NO-SUCH', column: 'sku', code: 'unknown_sku' },
      { row: 5, sku: two, column: 'currency', code: 'unused_currency' },
    ])
    expect(body.problemsCsv).toContain('is the currency of no store')
    expect(await costs()).toEqual([{ SEK: toMinor(10) }, {}])
  })

  it('changes the costs as a job, with an entry of the audit for each product, and is undone', async () => {
    const file = fileOf(`${one},SEK,12.50`, `${two},NOK,7`, `${two},SEK,8`, 'NO-SUCH,SEK,1')
    const { body } = await start(file)
    expect(await costs()).toEqual([{ SEK: toMinor(12.5) }, { NOK: toMinor(7), SEK: toMinor(8) }])
    const { job: done, problems } = await job(body.job)
    expect(done).toMatchObject({
      kind: 'cost-import',
      state: 'done',
      changed: 2,
      refused: 0,
      stores: ['sv', 'no'],
      canUndo: true,
    })
    expect(problems).toMatchObject([{ row: 5, sku: 'NO-SUCH', code: 'unknown_sku' }])
    const audit = await callAdmin(
      app,
      owner,
      'GET',
      `audit?filter.object=product:${two}&filter.action=cost.change`,
    )
    expect((audit.body as { rows: object[] }).rows).toMatchObject([
      {
        actorId: String(owner.id),
        before: { NOK: null, SEK: null },
        after: { NOK: 700, SEK: 800 },
        reason: `costs.csv · job ${body.job}`,
      },
    ])
    // Changed since: its row is refused, the other one is taken back.
    await setCosts(shop.db, testActor, { sku: one, costs: { SEK: toMinor(99) } })
    const undone = (await callAdmin(app, owner, 'POST', `jobs/${body.job}/undo`)).body as {
      job: number
    }
    expect((await job(undone.job)).job).toMatchObject({ changed: 1, refused: 1 })
    expect(await costs()).toEqual([{ SEK: toMinor(99) }, {}])
  })

  it('is not imported where nothing changes, or the file is none', async () => {
    expect(await start(fileOf(`${one},SEK,10`))).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_change' },
    })
    expect(await check('')).toMatchObject({
      status: 409,
      body: { code: 'unreadable_feed', fault: { code: 'empty' } },
    })
    expect((await check('x'.repeat(6 * 1024 * 1024))).status).toBe(413)
  })

  it('is for staff who may change prices in every store of its currencies', async () => {
    const swedish = await signedInStaff(shop.db, { role: 'manager', stores: ['sv'], now: shop.now.at })
    const auditor = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    const krona = fileOf(`${one},SEK,11`)
    const both = fileOf(`${one},SEK,11`, `${one},NOK,11`)
    expect((await check(krona, auditor)).body.code).toBe('permission_missing')
    expect((await check(both, swedish)).body.code).toBe('store_not_permitted')
    expect((await start(both, swedish)).body.code).toBe('store_not_permitted')
    expect((await check(krona, swedish)).body).toMatchObject({ changed: 1 })
    const { body } = await start(both)
    expect((await job(body.job, swedish)).status).toBe(404)
    expect((await callAdmin(app, swedish, 'GET', `jobs/${body.job}/rows.csv`)).status).toBe(404)
  })
})
