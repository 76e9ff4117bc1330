import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminServices } from './admin-services.ts'
import type { z } from 'zod'
import type { ordersAnswer } from '../../contract/admin/orders.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { insertManyOrders } from '../../test/many-orders.ts'

let database: TestDatabase
let app: FastifyInstance
const now = Date.UTC(2026, 10, 23, 9)

beforeAll(async () => {
  database = await testDatabase()
  await insertManyOrders(database.db, 60)
  app = await adminApp(testServices({ db: database.db, clock: () => now }), {
    jobs: {} as AdminServices['jobs'],
    catalogue: {} as AdminServices['catalogue'],
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

type Orders = z.infer<typeof ordersAnswer>

describe('the table of orders', () => {
  it('is the view of its query string, within the stores of the person', async () => {
    const person = await signedInStaff(database.db, { role: 'manager', stores: ['sv', 'no'], now })
    const first = await callAdmin(
      app,
      person,
      'GET',
      'orders?filter.status=delivered,held&sort=total&limit=5',
    )
    expect(first.status).toBe(200)
    const page = first.body as Orders
    expect(page.rows).toHaveLength(5)
    expect(page).toMatchObject({ count: 12, countIsExact: true })
    expect(new Set(page.rows.map(({ store }) => store))).toEqual(new Set(['sv', 'no']))
    const rest = await callAdmin(
      app,
      person,
      'GET',
      `orders?filter.status=delivered,held&sort=total&limit=50&after=${page.next}`,
    )
    const totals = [...page.rows, ...(rest.body as Orders).rows].map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(totals).toHaveLength(12)
    const csv = await app.inject({
      url: '/admin/api/orders.csv?filter.status=delivered,held&sort=total&columns=number,total',
      headers: person.headers,
    })
    const lines = csv.body.trim().split('\r\n')
    expect([csv.statusCode, lines[0], lines.length]).toEqual([200, 'number;total', 13])
    expect(lines.slice(1, 3)).toEqual(
      page.rows.slice(0, 2).map(({ number, total }) => `${number};${String(total).replace('.', ',')}`),
    )
    const sheet = await app.inject({
      url: '/admin/api/orders.xlsx?filter.status=delivered,held&sort=total&columns=number,total',
      headers: person.headers,
    })
    expect([sheet.statusCode, sheet.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="orders.xlsx"',
    ])
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('exports columns that a former view names with underscores', async () => {
    const person = await signedInStaff(database.db, { role: 'owner', now })
    const { body } = await app.inject({
      url: '/admin/api/orders.csv?columns=placed_at,customer_type',
      headers: person.headers,
    })
    const [heading, first] = body.trim().split('\r\n')
    expect(heading).toMatch(/placedAt;customerType$/)
    expect(first).toMatch(/^\d{4}-\d{2}-\d{2}.*;(private|business)$/)
  })

  it('refuses filters and keys that it does not know', async () => {
    const person = await signedInStaff(database.db, { role: 'owner', now })
    for (const query of ['filter.statuss=held', 'filter.status=lost', 'sort=secret', 'after=x', 'limit=9999'])
      expect((await callAdmin(app, person, 'GET', `orders?${query}`)).status, query).toBe(400)
  })

  it('refuses values that the database cannot read, also where they are exported', async () => {
    const person = await signedInStaff(database.db, { role: 'owner', now })
    for (const query of ['filter.email=%00', 'filter.sku=a%00', 'filter.placed=0000-01-01..'])
      for (const path of ['orders', 'orders.csv', 'orders.xlsx'])
        expect((await callAdmin(app, person, 'GET', `${path}?${query}`)).status, query).toBe(400)
    for (const path of ['search?q=a%00b', 'products/%00', 'coupons/%00', 'price-grid?q=%00'])
      expect((await callAdmin(app, person, 'GET', path)).status, path).toBe(400)
  })

  it('exports persons only to those who may, after a step-up', async () => {
    const warehouse = await signedInStaff(database.db, { role: 'warehouse', now })
    expect((await callAdmin(app, warehouse, 'GET', 'orders.csv')).body).toMatchObject({
      code: 'permission_missing',
      permission: 'export:personal',
    })
    const early = await signedInStaff(database.db, { role: 'owner', steppedUp: false, now })
    for (const ending of ['csv', 'xlsx'])
      expect((await callAdmin(app, early, 'GET', `orders.${ending}`)).body).toMatchObject({
        code: 'step_up_required',
      })
  })
})
