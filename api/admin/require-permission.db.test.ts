import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminServices } from './admin-services.ts'
import { idleMs, longestMs } from '../../domain/staff/staff-session-repository.server.ts'
import { adminApp, adminUrl, callAdmin, signedInStaff, visitorHeaders } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { requirePermissions } from './require-permission.ts'

let database: TestDatabase
let app: FastifyInstance
let now = Date.UTC(2026, 10, 23, 9)

beforeAll(async () => {
  database = await testDatabase()
  const services = testServices({ db: database.db, clock: () => now })
  app = await adminApp(services, {
    jobs: {} as AdminServices['jobs'],
    catalogue: {} as AdminServices['catalogue'],
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

describe('the back office', () => {
  it('tells who is signed in what they may do, and in which stores', async () => {
    const warehouse = await signedInStaff(database.db, { role: 'warehouse', stores: ['sv'], now })
    const { status, body } = await callAdmin(app, warehouse, 'GET', 'session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      staff: { id: warehouse.id, email: warehouse.email },
      grants: { 'order:ship': ['sv'] },
      steppedUpUntil: new Date(now + 300_000).toISOString(),
    })
    expect(body).not.toHaveProperty(['grants', 'order:refund'])
  })

  it('knows nobody without a session, with a wrong one, or a deactivated one', async () => {
    const signedOut = { status: 401, body: { code: 'not_signed_in' } }
    expect(await callAdmin(app, null, 'GET', 'session')).toEqual(signedOut)
    const person = await signedInStaff(database.db, { role: 'owner', now })
    const other = { headers: { ...person.headers, cookie: `anode_staff=${'A'.repeat(43)}` } }
    expect(await callAdmin(app, other, 'GET', 'session')).toEqual(signedOut)
    await database.db
      .updateTable('staff')
      .set({ deactivated_at: new Date(now) })
      .where('id', '=', person.id)
      .execute()
    expect(await callAdmin(app, person, 'GET', 'session')).toEqual(signedOut)
  })

  it('ends a session that is idle, and every session in the end', async () => {
    const statusOf = async (person: { headers: { cookie: string } }) =>
      (await callAdmin(app, person, 'GET', 'session')).status
    const began = now
    const idle = await signedInStaff(database.db, { role: 'owner', now })
    const busy = await signedInStaff(database.db, { role: 'owner', now })
    now = began + idleMs - 1
    expect(await statusOf(busy)).toBe(200)
    now = began + idleMs
    expect([await statusOf(idle), await statusOf(busy)]).toEqual([401, 200])
    while (now + idleMs / 2 < began + longestMs) {
      now += idleMs / 2
      expect(await statusOf(busy)).toBe(200)
    }
    now = began + longestMs
    expect(await statusOf(busy)).toBe(401)
  })

  it('answers changes only to its own pages', async () => {
    const person = await signedInStaff(database.db, { role: 'owner', now })
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      const { 'sec-fetch-site': _own, ...headers } = person.headers
      const from = { headers: { ...headers, ...(site && { 'sec-fetch-site': site }) } }
      expect(await callAdmin(app, from as never, 'POST', 'session')).toEqual({
        status: 403,
        body: { code: 'cross_site' },
      })
    }
    expect((await callAdmin(app, person, 'POST', 'session')).status).toBe(404)
  })

  it('limits the requests of an address, also those that nobody is signed in for', async () => {
    const services = testServices({ db: database.db, clock: () => now })
    const limited = await adminApp(services, {
      jobs: {} as AdminServices['jobs'],
      catalogue: {} as AdminServices['catalogue'],
      requestsPerMinute: 2,
    })
    const statuses: number[] = []
    for (const cookie of ['A', 'B', 'C'].map((sign) => `anode_staff=${sign.repeat(43)}`)) {
      const guessed = {
        headers: { ...visitorHeaders, cookie, 'x-forwarded-for': `192.0.2.${statuses.length}` },
      }
      statuses.push((await callAdmin(limited, guessed, 'GET', 'session')).status)
    }
    expect(statuses).toEqual([401, 401, 429])
    await limited.close()
  })

  it('has one address: pages of another host redirect, its API does not answer there', async () => {
    const elsewhere = { ...visitorHeaders, host: 'localhost:3002' }
    const page = await app.inject({ url: '/orders?q=1', headers: elsewhere })
    expect([page.statusCode, page.headers.location]).toEqual([302, `${adminUrl}/orders?q=1`])
    expect((await callAdmin(app, { headers: elsewhere }, 'GET', 'session')).status).toBe(421)
  })

  it('forbids other scripts, frames and embedding', async () => {
    const { headers } = await app.inject({ url: '/', headers: visitorHeaders })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
  })

  it('does not start with a route that declares no permission', async () => {
    const { default: Fastify } = await import('fastify')
    const bare = Fastify()
    const services = testServices({ db: database.db, clock: () => now })
    const log = { info: () => {}, warn: () => {} }
    requirePermissions(bare, { ...services, log, adminUrl })
    expect(() => bare.get('/admin/api/all', async () => 'x')).toThrow('declares no permission')
    await bare.close()
  })
})
