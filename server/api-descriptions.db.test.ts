/**
 * The descriptions of both APIs (OpenAPI): valid, of every route, with examples of real calls. `RECORD_API_EXAMPLES=1`
 * writes the files of examples anew from the calls below; format them afterwards.
 */
import { writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import adminExamples from '../api/admin/admin-api-examples.json' with { type: 'json' }
import shopExamples from '../api/shop-api-examples.json' with { type: 'json' }
import type { ApiExamples } from '../api/api-description.ts'
import { keyPermissions } from '../domain/api-keys/api-key.ts'
import { apiAccess } from '../test/access/api-access.ts'
import { withRoutes, type AdminRoute } from '../test/admin/admin-routes.ts'
import { adminApp, apiKeyOf, callAdmin, signedInStaff, type TestKey } from '../test/admin/admin-shop.ts'
import { testServices } from '../test/composition.ts'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'
import { paidOrders } from '../test/paid-order.ts'

interface Operation {
  operationId: string
  summary?: string
  description?: string
  security: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, { schema?: object; example?: unknown }> }>
  'x-permission'?: string
  'x-step-up'?: boolean
}
interface Description {
  paths: Record<string, Record<string, Operation>>
}

let shop: OrderShop
let app: FastifyInstance
let routes: AdminRoute[]
let key: TestKey
let admin: Description
let store: Description
let orders: ReturnType<typeof paidOrders>

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  const services = testServices({ db: shop.db, clock: () => shop.now.at })
  ;({ app, routes } = await withRoutes(() =>
    adminApp(services, { jobs: orders.services.jobs, catalogue: shop.catalogue }),
  ))
  const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  key = await apiKeyOf(shop.db, owner, { permissions: keyPermissions, now: shop.now.at })
  admin = (await callAdmin(app, key, 'GET', 'openapi.json')).body as Description
  store = (await shop.app.inject('/api/openapi.json')).json()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const described = ({ paths }: Description): string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
const asPath = (route: string) => route.replaceAll(/:(\w+)/g, '{$1}')
const operationsOf = ({ paths }: Description): Operation[] => Object.values(paths).flatMap(Object.values)

describe('the description of', () => {
  it.each([
    ['the back office', () => admin],
    ['the shop', () => store],
  ])('%s is valid OpenAPI, and its operations have names of their own', async (_name, read) => {
    const { valid, errors } = await new Validator().validate(read())
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const operations = operationsOf(read())
    expect(operations.length).toBeGreaterThan(140)
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
    const silent = operations.filter(
      ({ responses }) =>
        !Object.entries(responses).some(([status, { content }]) => status === '204' || content),
    )
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
  })

  it('the back office has every route, with who may call it', () => {
    const names = routes.map(({ method, url }) => `${method} ${asPath(url)}`)
    expect(names.filter((name) => !described(admin).includes(name))).toEqual(['GET /admin/api/openapi.json'])
    for (const { method, url, permission, stepUp, isOpenToKeys } of routes) {
      const operation = admin.paths[asPath(url)]?.[method.toLowerCase()]
      if (!operation) continue
      const schemes = operation.security.flatMap(Object.keys)
      const isNamed = permission !== null && permission !== 'signed-in'
      expect([url, operation['x-permission'], operation['x-step-up'], schemes]).toEqual([
        url,
        isNamed ? permission : undefined,
        stepUp,
        permission === null ? [] : [...(isOpenToKeys ? ['key'] : []), 'session'],
      ])
    }
  })

  it('the shop has every route of the API', () => {
    const names = Object.keys(apiAccess)
      .filter((route) => / \/api\/(?!\*)/.test(route))
      .map(asPath)
    expect(names.length).toBeGreaterThan(140)
    expect(names.filter((name) => !described(store).includes(name))).toEqual([
      'GET /api/openapi.json',
      // Links for the shop's own people, and another name of `…/complete`.
      'GET /api/store-preview/{pass}',
      'GET /api/staff-pass/{pass}',
      'POST /api/checkout/{id}/order',
    ])
  })
})

/** The structure of a value: the types of its fields, and of the first entry of a list. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
}

/** Compares the calls with the stored examples, or stores them. */
function compare(file: string, stored: ApiExamples, calls: ApiExamples): void {
  if (process.env['RECORD_API_EXAMPLES'] === '1') writeFileSync(file, `${JSON.stringify(calls, null, 2)}\n`)
  else expect(shapeOf(stored)).toEqual(shapeOf(calls))
}

describe('the examples of', () => {
  it('the back office are requests and answers of a program', async () => {
    const calls: Record<string, { request?: unknown; response?: unknown }> = {}
    const call = async (
      method: 'GET' | 'POST' | 'PUT',
      [path, address]: readonly [string, string],
      request?: object,
    ) => {
      const { status, body } = await callAdmin(app, key, method, address, request)
      expect([address, status, body]).toEqual([address, 200, body])
      calls[`${method} /admin/api/${path}`] = { ...(request && { request }), response: body }
      return body
    }
    const product = await shop.addProduct({ available: 5 })
    const { sku } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
    const { number } = await orders.order([line(product)])
    await call('GET', ['orders', `orders?q=${number}`])
    await call('GET', ['orders/{number}', `orders/${number}`])
    await call('POST', ['orders/{number}/notes', `orders/${number}/notes`], { body: 'Sent to the ERP' })
    await call('POST', ['products/{store}/{sku}/stock', `products/sv/${sku}/stock`], {
      units: 12,
      reason: 'delivery',
      reference: 'PO 4711',
    })
    await call('GET', ['stock', `stock?q=${sku}`])
    await call('POST', ['coupons', 'coupons'], {
      fields: { code: 'WELCOME', percentage_discount: 10, stores: ['sv'] },
    })
    await call('POST', ['redirects', 'redirects'], {
      store: 'sv',
      path: '/sv/gammal-sida',
      target: '/sv/ny-sida',
    })
    await call('GET', ['redirects', 'redirects'])
    await call('GET', ['audit', `audit?filter.object=order:${number}&filter.actor=key`])
    compare('api/admin/admin-api-examples.json', adminExamples, calls)
  })

  it('the shop are requests and answers of a visit', async () => {
    const calls: Record<string, { request?: unknown; response?: unknown }> = {}
    const call = async (method: 'GET' | 'POST', path: string, request?: object) => {
      const { status, body } = await shop.call(method, path, request)
      expect([path, status < 300]).toEqual([path, true])
      calls[`${method} ${path.replace(/\?.*$/, '')}`] = {
        ...(request && { request }),
        response: body as unknown,
      }
    }
    const item = line(await shop.addProduct({ available: 5 }))
    await call('POST', '/api/sync-cart', { items: [item] })
    await call('POST', '/api/price-cart', { items: [item] })
    await call('POST', '/api/checkout', { items: [item] })
    compare('api/shop-api-examples.json', shopExamples, calls)
  })
})
