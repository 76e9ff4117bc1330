/** API keys: how owners make them, what programs do with them, and what the audit says of it. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  adminApp,
  apiKeyOf,
  callAdmin,
  signedInStaff,
  type Sender,
  type TestKey,
  type TestStaff,
} from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

const dayMs = 24 * 3_600_000
const lines: string[] = []

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let orders: ReturnType<typeof paidOrders>

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  const log = pino({ base: null }, { write: (text: string) => void lines.push(text) })
  const services = testServices({
    db: shop.db,
    clock: () => shop.now.at,
    log,
  })
  app = await adminApp(services, { jobs: orders.services.jobs, catalogue: shop.catalogue, log })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
beforeEach(async () => {
  await sql`delete from attempt`.execute(shop.db)
  await sql`update api_key set revoked_at = now()`.execute(shop.db)
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  lines.length = 0
})

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  sender: Sender = owner,
) => callAdmin(app, sender, method, path, body)
const codeOf = async (sender: Sender, path = 'session') => {
  const { status, body } = await call('GET', path, undefined, sender)
  return status === 200 ? 200 : `${status} ${(body as { code: string }).code}`
}
const bearer = (secret: string): Sender => ({
  headers: { host: owner.headers.host, authorization: `Bearer ${secret}` },
})
const terms = { name: 'ERP', permissions: ['order:read', 'order:note'], stores: ['sv'], validDays: 90 }

/** A key as an owner makes it: its id and secret. */
async function made(more: Partial<typeof terms> = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await call('POST', 'api-keys', { ...terms, ...more })
  expect(status).toBe(200)
  const { key, shownOnce: secret } = body as { key: string; shownOnce: string }
  return { id: key, secret }
}

const rowOf = async (id: string) =>
  ((await call('GET', `api-keys/${id}`)).body as { row: Record<string, unknown> }).row

describe('an API key', () => {
  it('is made by an owner, and its secret is shown once and stored nowhere', async () => {
    const { id, secret } = await made()
    expect(secret).toMatch(/^anode_key_[\w-]{43}$/)
    expect(await rowOf(id)).toMatchObject({
      name: 'ERP',
      state: 'active',
      permissions: ['order:read', 'order:note'],
      stores: ['sv'],
      secretStart: secret.slice(0, 14),
      expiresAt: new Date(shop.now.at + 90 * dayMs).toISOString(),
      usedAt: null,
    })
    expect((await call('GET', 'session', undefined, bearer(secret))).body).toMatchObject({
      staff: { id: owner.id },
      grants: { 'order:read': ['sv'], 'order:note': ['sv'] },
      steppedUpUntil: null,
    })
    const { rows } = await sql<{ stored: string }>`
      select (select jsonb_agg(k)::text from api_key k) || (select jsonb_agg(a)::text from audit_entry a) as stored`.execute(
      shop.db,
    )
    const random = secret.slice('anode_key_'.length)
    expect(rows[0]!.stored).not.toContain(random)
    expect(lines.join('')).not.toContain(random)
  })

  it('is refused to those who are no owners everywhere, without a step-up, and with what only people may', async () => {
    const now = shop.now.at
    const manager = await signedInStaff(shop.db, { role: 'manager', now })
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now })
    const idle = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now })
    const answers = await Promise.all(
      [manager, danish, idle].map((person) => call('POST', 'api-keys', terms, person)),
    )
    expect(answers.map(({ body }) => (body as { code: string }).code)).toEqual([
      'permission_missing',
      'store_not_permitted',
      'step_up_required',
    ])
    for (const more of [
      { permissions: ['staff:edit'] },
      { permissions: ['customer:export'] },
      { permissions: [] },
      { validDays: 366 },
      { validDays: 0 },
    ])
      expect((await call('POST', 'api-keys', { ...terms, ...more })).status).toBe(422)
  })

  it('does what it permits in its stores, under its own name in the audit', async () => {
    const { id, secret } = await made()
    const erp = bearer(secret)
    const { number } = await orders.order([line(await shop.addProduct({ available: 5 }))])
    expect((await call('GET', `orders/${number}`, undefined, erp)).status).toBe(200)
    expect((await call('POST', `orders/${number}/notes`, { body: 'In the ERP' }, erp)).status).toBe(200)
    expect(await codeOf(erp, 'coupons')).toBe('403 permission_missing')
    expect((await call('POST', `orders/${number}/cancel`, {}, erp)).body).toMatchObject({
      code: 'permission_missing',
    })
    const { body } = await call('GET', `audit?filter.object=order:${number}&filter.actor=key`)
    expect((body as { rows: unknown[] }).rows).toMatchObject([
      {
        action: 'order.note',
        actor: 'key',
        actorId: id,
        actorName: 'ERP',
        actorPerson: expect.stringContaining('owner'),
      },
    ])
    const ofPerson = await call('GET', `audit?filter.object=order:${number}&filter.staff=${owner.id}`)
    expect(ofPerson.body).toMatchObject({ rows: [{ actor: 'key' }] })
    const page = await call('GET', `orders/${number}`)
    expect((page.body as { timeline: unknown[] }).timeline).toContainEqual(
      expect.objectContaining({
        actor: { kind: 'key', id, name: 'ERP', person: expect.stringContaining('owner') },
      }),
    )
  })

  it('changes what staff undo', async () => {
    const key = await apiKeyOf(shop.db, owner, { permissions: ['stock:edit'], now: shop.now.at })
    const { sku } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', await shop.addProduct({ available: 5 }))
      .executeTakeFirstOrThrow()
    const change = { units: 3, reason: 'delivery', reference: 'D1' }
    expect((await call('POST', `products/sv/${sku}/stock`, change, key)).body).toEqual({ available: 8 })
    const { body } = await call('GET', `audit?filter.object=product:${sku}`)
    const [entry] = (body as { rows: { id: number; canUndo: boolean }[] }).rows
    expect(entry).toMatchObject({ actor: 'key', actorName: 'ERP', canUndo: true })
    expect((await call('POST', `audit/${entry!.id}/undo`)).status).toBe(200)
  })

  it('never has more than its person has now', async () => {
    const now = shop.now.at
    const person = await signedInStaff(shop.db, { role: 'owner', now })
    const key = await apiKeyOf(shop.db, person, { permissions: ['order:read', 'coupon:edit'], now })
    expect(await codeOf(key, 'orders')).toBe(200)
    await sql`update staff_role set role = 'warehouse' where staff_id = ${person.id}`.execute(shop.db)
    expect((await call('POST', 'coupons', {}, key)).body).toMatchObject({ code: 'permission_missing' })
    expect(await codeOf(key, 'orders')).toBe(200)
    await sql`delete from staff_role where staff_id = ${person.id}`.execute(shop.db)
    expect(await codeOf(key, 'orders')).toBe('403 permission_missing')
    await sql`update staff set locked_at = now() where id = ${person.id}`.execute(shop.db)
    expect(await codeOf(key)).toBe('401 api_key_suspended')
    await sql`update staff set locked_at = null, deactivated_at = now() where id = ${person.id}`.execute(
      shop.db,
    )
    expect(await codeOf(key)).toBe('401 api_key_suspended')
  })

  it('is revoked when its person leaves, and does not return with the person', async () => {
    const person = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    const key = await apiKeyOf(shop.db, person, { permissions: ['order:read'], now: shop.now.at })
    expect((await call('POST', `staff/${person.id}/deactivate`)).status).toBe(204)
    const { body } = await call('GET', `audit?filter.object=api_key:${key.id}`)
    expect(body).toMatchObject({ rows: [{ action: 'api_key.revoke', actorId: String(owner.id) }] })
    await sql`update staff set deactivated_at = null where id = ${person.id}`.execute(shop.db)
    expect(await codeOf(key)).toBe('401 api_key_revoked')
  })

  it('of stores that are gone is not one of all stores', async () => {
    const key = await apiKeyOf(shop.db, owner, {
      permissions: ['order:read'],
      stores: ['fi' as never],
      now: shop.now.at,
    })
    expect(await codeOf(key, 'orders')).toBe('403 permission_missing')
  })

  it('ends at its time, and at once when it is revoked', async () => {
    const { id, secret } = await made({ validDays: 1 })
    const began = shop.now.at
    try {
      shop.now.at = began + dayMs - 1
      expect(await codeOf(bearer(secret))).toBe(200)
      shop.now.at = began + dayMs
      expect(await codeOf(bearer(secret))).toBe('401 api_key_expired')
    } finally {
      shop.now.at = began
    }
    expect((await call('POST', `api-keys/${id}/revoke`, { reason: 'Leaked' })).status).toBe(200)
    expect(await codeOf(bearer(secret))).toBe('401 api_key_revoked')
    expect((await call('POST', `api-keys/${id}/replace`, { validDays: 90 })).body).toMatchObject({
      code: 'not_offered',
    })
    const { body } = await call('GET', `audit?filter.object=api_key:${id}`)
    expect((body as { rows: unknown[] }).rows).toMatchObject([
      { action: 'api_key.revoke', reason: 'Leaked', canUndo: false },
      { action: 'api_key.add', canUndo: false },
    ])
  })

  it('is replaced by its person alone; the former secret is valid for a day', async () => {
    const { id, secret } = await made({ validDays: 10 })
    const other = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    expect((await call('POST', `api-keys/${id}/replace`, { validDays: 90 }, other)).body).toMatchObject({
      code: 'not_your_key',
    })
    const replaced = await call('POST', `api-keys/${id}/replace`, { validDays: 90 })
    const { shownOnce: next } = replaced.body as { shownOnce: string }
    expect(next).not.toBe(secret)
    expect(await rowOf(id)).toMatchObject({ expiresAt: new Date(shop.now.at + 90 * dayMs).toISOString() })
    expect([await codeOf(bearer(secret)), await codeOf(bearer(next))]).toEqual([200, 200])
    const began = shop.now.at
    try {
      shop.now.at = began + dayMs
      expect([await codeOf(bearer(secret)), await codeOf(bearer(next))]).toEqual([
        '401 api_key_replaced',
        200,
      ])
    } finally {
      shop.now.at = began
    }
  })

  it('records its last use at most once a minute', async () => {
    const key = await apiKeyOf(shop.db, owner, { permissions: ['order:read'], now: shop.now.at })
    const usedAt = async () =>
      (
        await shop.db
          .selectFrom('api_key')
          .select('used_at')
          .where('id', '=', key.id)
          .executeTakeFirstOrThrow()
      ).used_at?.getTime() ?? null
    const began = shop.now.at
    try {
      await codeOf(key)
      await expect.poll(usedAt).toBe(began)
      shop.now.at = began + 30_000
      await codeOf(key)
      shop.now.at = began + 61_000
      await codeOf(key)
      await expect.poll(usedAt).toBe(began + 61_000)
    } finally {
      shop.now.at = began
    }
  })

  it('is refused without a trace of the secret in the log, and after many attempts for a while', async () => {
    const wrong = `anode_key_${'A'.repeat(43)}`
    for (const authorization of [`Bearer ${wrong}`, 'bearer anode_key_x', `BEARER  ${wrong}`])
      expect(await codeOf({ headers: { ...owner.headers, authorization } })).toBe('401 invalid_api_key')
    // What is no key is of a proxy for signing in, and the session counts.
    for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.AA'])
      expect(await codeOf({ headers: { ...owner.headers, authorization } })).toBe(200)
    expect(lines.join('')).toContain('api-key-refused')
    expect(lines.join('')).not.toContain('A'.repeat(20))
    const codes = new Set<unknown>()
    for (let attempt = 0; attempt < 60; attempt += 1) codes.add(await codeOf(bearer(wrong)))
    expect([...codes]).toEqual(['401 invalid_api_key', '429 too_many_attempts'])
    // Nobody is locked out by the attempts of others behind the same address.
    const key = await apiKeyOf(shop.db, owner, { permissions: ['order:read'], now: shop.now.at })
    expect(await codeOf(key)).toBe(200)
  })

  it('changes things without the headers of a browser, and a browser still needs them', async () => {
    const key = await apiKeyOf(shop.db, owner, { permissions: ['order:note'], now: shop.now.at })
    const { number } = await orders.order([line(await shop.addProduct({ available: 5 }))])
    const note = { body: 'From elsewhere' }
    expect((await call('POST', `orders/${number}/notes`, note, key)).status).toBe(200)
    const crossSite = { headers: { ...owner.headers, 'sec-fetch-site': 'cross-site' } }
    expect((await call('POST', `orders/${number}/notes`, note, crossSite)).body).toEqual({
      code: 'cross_site',
    })
  })

  it('neither approves the refund of a colleague nor undoes what asks for a step-up', async () => {
    const key: TestKey = await apiKeyOf(shop.db, owner, {
      permissions: ['order:refund', 'audit:undo', 'settings:edit'],
      now: shop.now.at,
    })
    const { number } = await orders.order([line(await shop.addProduct({ available: 5 }))])
    expect((await call('POST', `orders/${number}/refund-requests/1/approve`, {}, key)).body).toMatchObject({
      code: 'not_for_api_keys',
    })
  })

  it('is on To do two weeks before it ends', async () => {
    const began = shop.now.at
    const now = Date.now()
    shop.now.at = now
    try {
      const person = await signedInStaff(shop.db, { role: 'owner', now })
      const count = async () => {
        const { body } = await call('GET', 'todo', undefined, person)
        const { tasks } = body as { tasks: { name: string; count: number }[] }
        return tasks.find(({ name }) => name === 'keys_expiring')?.count
      }
      await apiKeyOf(shop.db, person, { permissions: ['order:read'], now, validDays: 16 })
      expect(await count()).toBe(0)
      await apiKeyOf(shop.db, person, { permissions: ['order:read'], now, validDays: 13 })
      expect(await count()).toBe(1)
    } finally {
      shop.now.at = began
    }
  })
})
