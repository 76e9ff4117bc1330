/** Every route of the back office, generated from the routes themselves: who may call it, and what it leaves behind. */
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions, roleNames, roles } from '../../domain/permissions/permissions.ts'
import { keyPermissions } from '../../domain/api-keys/api-key.ts'
import { newKeySecret } from '../../domain/api-keys/key-secret.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { adminCalls, type CallWorld } from '../../test/admin/admin-calls.ts'
import { anyAddress, withRoutes, type AdminRoute } from '../../test/admin/admin-routes.ts'
import { adminApp, apiKeyOf, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let routes: AdminRoute[]
let others: AdminRoute[]
let world: CallWorld

beforeAll(async () => {
  shop = await orderShop()
  const orders = paidOrders(shop)
  const now = shop.now.at
  const services = testServices({ db: shop.db, clock: () => shop.now.at })
  const built = await withRoutes(() =>
    adminApp(services, { jobs: orders.services.jobs, catalogue: shop.catalogue }),
  )
  ;({ app, routes, others } = built)
  // Keeps every store owned while calls deactivate others.
  const keeper = await signedInStaff(shop.db, { role: 'owner', now })
  await sql`insert into staff_passkey (credential_id, staff_id, public_key, counter, transports, name, backed_up, created_at)
    values ('keeper', ${keeper.id}, '', 0, '{}', 'Key', false, now())`.execute(shop.db)
  world = {
    order: async () => {
      const { number, lines } = await orders.order([line(await shop.addProduct({ available: 5 }))])
      return { number, uuid: lines[0]!.uuid }
    },
    colleague: () => signedInStaff(shop.db, { role: 'service', stores: [], now }),
  }
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const nameOf = ({ method, url }: AdminRoute) => `${method} ${url}`
const isReading = ({ method }: AdminRoute) => method === 'GET'
type Method = Parameters<typeof callAdmin>[2]
const visit = (person: Parameters<typeof callAdmin>[1], route: AdminRoute) =>
  callAdmin(
    app,
    person,
    route.method as Method,
    anyAddress(route),
    isReading(route) || route.method === 'DELETE' ? undefined : {},
  )

describe('every route of the back office', () => {
  it('refuses everybody without a session', async () => {
    const closed = routes.filter(({ permission }) => permission !== null)
    expect(closed.length).toBeGreaterThan(10)
    for (const route of closed) {
      const { status, body } = await visit(null, route)
      expect([nameOf(route), status, (body as { code: string }).code]).toEqual([
        nameOf(route),
        401,
        'not_signed_in',
      ])
    }
  })

  it('is open without a session only to sign in', () => {
    const open = routes.filter(({ permission }) => permission === null).map(nameOf)
    expect(open.filter((name) => !/^POST \/admin\/api\/(?:invitation|sign-in)(?:\/|$)/.test(name))).toEqual(
      [],
    )
  })

  it('refuses changes that another site sends, with any member of staff signed in', async () => {
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    const elsewhere = { headers: { ...owner.headers, 'sec-fetch-site': 'cross-site' } }
    for (const route of routes.filter((each) => !isReading(each))) {
      const { body } = await visit(elsewhere, route)
      expect([nameOf(route), (body as { code: string }).code]).toEqual([nameOf(route), 'cross_site'])
    }
  })

  it('refuses each role what it lacks, in each store, and nothing that it has', async () => {
    const guarded = routes.filter(({ permission }) => permission !== null && permission !== 'signed-in')
    for (const role of roleNames)
      for (const store of storeCodes) {
        const person = await signedInStaff(shop.db, { role, stores: [store], now: shop.now.at })
        for (const route of guarded) {
          const permission = route.permission as (typeof roles)[typeof role][number]
          const { status, body } = await visit(person, route)
          const code = (body as { code?: string } | null)?.code
          const isRefused = status === 403 && code === 'permission_missing'
          expect([role, store, nameOf(route), isRefused]).toEqual([
            role,
            store,
            nameOf(route),
            !roles[role].includes(permission),
          ])
        }
      }
  }, 240_000)

  it('with a store in its address refuses those who hold the permission in other stores only', async () => {
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now: shop.now.at })
    const ofStores = routes.filter(({ url }) => url.includes('/:store'))
    expect(ofStores.length).toBeGreaterThan(10)
    for (const route of ofStores)
      expect([nameOf(route), await visit(danish, route)]).toMatchObject([
        nameOf(route),
        { status: 403, body: { code: 'store_not_permitted', store: 'sv' } },
      ])
  })

  it('is below /admin/api where it changes something', () => {
    expect(others.filter((route) => !isReading(route)).map(nameOf)).toEqual([])
  })

  it('refuses secrets that nobody has made, and a key where it is closed to keys', async () => {
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    const all = { permissions, now: shop.now.at }
    const key = await apiKeyOf(shop.db, owner, all)
    // A cookie that comes along adds nothing.
    const withCookie = { headers: { ...owner.headers, authorization: key.headers.authorization } }
    const unknown = { headers: { ...owner.headers, authorization: `Bearer ${newKeySecret()}` } }
    const closed = routes.filter((route) => !route.isOpenToKeys)
    const others = closed.filter(
      ({ permission, stepUp }) =>
        !stepUp &&
        (permission === 'signed-in' || (permission !== null && keyPermissions.includes(permission))),
    )
    expect(others.map(nameOf).filter((name) => !/\/(?:security|views)(?:\/|$)/.test(name))).toEqual([
      'POST /admin/api/step-up',
      'POST /admin/api/step-up/code',
      'POST /admin/api/sign-out',
      'GET /admin/api/mentions',
      'POST /admin/api/orders/:number/mentions/seen',
      'POST /admin/api/orders/:number/refund-requests/:id/approve',
      'POST /admin/api/orders/:number/refund-requests/:id/reject',
      'GET /admin/api/jobs',
      'POST /admin/api/jobs/seen',
      'GET /admin/api/todo',
      'GET /admin/api/search',
      'POST /admin/api/browser-errors',
    ])
    for (const route of closed)
      for (const sender of [key, withCookie])
        expect([nameOf(route), await visit(sender, route)]).toMatchObject([
          nameOf(route),
          { status: 403, body: { code: 'not_for_api_keys' } },
        ])
    const guarded = routes.filter(({ permission }) => permission !== null)
    expect(guarded.length).toBeGreaterThan(150)
    for (const route of guarded) {
      await sql`delete from attempt`.execute(shop.db)
      expect([nameOf(route), await visit(unknown, route)]).toMatchObject([
        nameOf(route),
        { status: 401, body: { code: 'invalid_api_key' } },
      ])
    }
  }, 240_000)

  it('refuses a key without its permission, of a person who has lost it, and in another store', async () => {
    const now = shop.now.at
    const owner = await signedInStaff(shop.db, { role: 'owner', now })
    const former = await signedInStaff(shop.db, { role: 'owner', stores: [], now })
    const open = routes.filter(
      ({ isOpenToKeys, permission }) => isOpenToKeys && permission !== null && permission !== 'signed-in',
    )
    expect(open.length).toBeGreaterThan(100)
    const missing = { status: 403, body: { code: 'permission_missing' } }
    for (const permission of keyPermissions) {
      const others = keyPermissions.filter((each) => each !== permission)
      const without = await apiKeyOf(shop.db, owner, { permissions: others, now })
      const lost = await apiKeyOf(shop.db, former, { permissions: keyPermissions, now })
      const elsewhere = await apiKeyOf(shop.db, owner, {
        permissions: [permission],
        stores: ['da'],
        now,
      })
      const only = await apiKeyOf(shop.db, owner, { permissions: [permission], now })
      for (const route of open.filter((each) => each.permission === permission)) {
        const name = nameOf(route)
        expect([name, await visit(without, route)]).toMatchObject([name, missing])
        expect([name, await visit(lost, route)]).toMatchObject([name, missing])
        if (route.url.includes('/:store'))
          expect([name, await visit(elsewhere, route)]).toMatchObject([
            name,
            { status: 403, body: { code: 'store_not_permitted', store: 'sv' } },
          ])
        const { status, body } = await visit(only, route)
        const isLet = status !== 401 && (body as { code?: string } | null)?.code !== 'permission_missing'
        expect([name, isLet]).toEqual([name, true])
      }
    }
  }, 240_000)

  it('with a step-up refuses a session without one', async () => {
    const owner = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now: shop.now.at })
    for (const route of routes.filter(({ stepUp }) => stepUp))
      expect([nameOf(route), (await visit(owner, route)).body]).toMatchObject([
        nameOf(route),
        { code: 'step_up_required' },
      ])
  })

  it('that changes something has a call in test/admin/admin-calls.ts, and leaves an audit entry', async () => {
    const changing = routes.filter((route) => !isReading(route))
    expect(changing.map(nameOf).filter((name) => adminCalls[name] === undefined)).toEqual([])
    for (const route of changing) {
      const name = nameOf(route)
      const line = adminCalls[name]!
      if ('testedIn' in line) expect([name, existsSync(line.testedIn)]).toEqual([name, true])
      if (!('call' in line)) continue
      const { path, body } = await line.call(world)
      const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
      const answer = await callAdmin(app, owner, route.method as Method, path, body)
      expect([name, answer.status, answer.body]).toEqual([
        name,
        expect.toSatisfy((status: number) => status < 300),
        answer.body,
      ])
      const { rows } = await sql<{ entries: number }>`select count(*)::integer as entries from audit_entry
        where actor_kind = 'staff' and actor_id = ${String(owner.id)}`.execute(shop.db)
      expect([name, rows[0]!.entries]).not.toEqual([name, 0])
    }
  }, 240_000)

  it('that changes an order of another store refuses an owner who is none there, and a key of other stores', async () => {
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now: shop.now.at })
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    const key = await apiKeyOf(shop.db, owner, {
      permissions: keyPermissions,
      stores: ['da'],
      now: shop.now.at,
    })
    for (const route of routes.filter((each) => !isReading(each) && each.url.includes('/orders/'))) {
      const line = adminCalls[nameOf(route)]!
      if (!('call' in line)) continue
      const { path, body } = await line.call(world)
      expect(await callAdmin(app, danish, route.method as Method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'store_not_permitted', store: 'sv' },
      })
      expect(await callAdmin(app, key, route.method as Method, path, body)).toMatchObject({
        status: 403,
        body: { code: route.isOpenToKeys ? 'store_not_permitted' : 'not_for_api_keys' },
      })
    }
  })
})
