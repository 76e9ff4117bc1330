import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDeliveries } from '../../domain/events/deliver-events.server.ts'
import type { WebAccess } from '../../domain/network/checked-request.server.ts'
import { publicNetwork } from '../../domain/network/public-network.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { createWebhookSender } from './send-webhook.server.ts'
import { signatureHeaders } from './webhook-signature.server.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let receiver: Server
let port: number
let got: { headers: IncomingHttpHeaders; body: string; path: string }[]
let answer: { status: number; body?: string; hangs?: true; hangsAfter?: true }
let now: number

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner' })
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push({
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        path: request.url ?? '',
      })
      if (answer.hangsAfter) response.writeHead(answer.status).write('thanks')
      else if (!answer.hangs)
        response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body ?? '')
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  port = (receiver.address() as AddressInfo).port
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await app.close()
  await shop.close()
})
beforeEach(async () => {
  await sql`truncate event, webhook, event_subscription cascade`.execute(shop.db)
  got = []
  answer = { status: 204 }
  now = Date.now() + 1000
})

const terms = {
  url: 'https://erp.example/anode',
  description: 'ERP',
  events: ['order.placed'],
  stores: [] as string[],
  isActive: true,
}
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, person = owner) =>
  callAdmin(app, person, method, path, body)

/** A webhook that is sent to the test's receiver: its id and secret. */
async function added(more: Partial<typeof terms> = {}): Promise<{ id: number; secret: string }> {
  const { status, body } = await call('POST', 'webhooks', { ...terms, ...more })
  expect(status).toBe(200)
  const { key, shownOnce: secret } = body as { key: string; shownOnce: string }
  await sql`update webhook set url = ${`http://erp.example:${port}/anode?from=shop`} where id = ${Number(key)}`.execute(
    shop.db,
  )
  return { id: Number(key), secret }
}

const here: WebAccess = {
  network: { allowsAddress: (address) => address === '127.0.0.1', allowsPort: () => true },
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
}

/** Delivers all that is due. */
async function deliver(network: Partial<WebAccess> = here, attemptMs = 10_000): Promise<void> {
  const send = createWebhookSender(network)
  const services = { db: shop.db, keys: testKeys, clock: () => now, log: { warn: () => {} } }
  const { startDue, idle } = createDeliveries(
    {
      ...services,
      attemptMs,
      subscribers: new Map([['webhook', (event, attempt) => send(services, event, attempt)]]),
    },
    new AbortController().signal,
  )
  while (await startDue(() => {})) await idle()
}
const deliveries = async () =>
  (await call('GET', 'event-deliveries')).body as {
    rows: {
      id: number
      event: string
      about: string
      state: string
      error: string | null
      subscriber: string
    }[]
  }

const ordered = async () => paidOrders(shop).order([line(await shop.addProduct())])

describe('a webhook', () => {
  it('is told of an order in a signed message, and its answer is kept', async () => {
    const { id, secret } = await added()
    answer = { status: 200, body: 'thanks' }
    const { number, snapshot } = await ordered()
    await deliver()
    expect(got).toHaveLength(1)
    const [{ headers, body, path }] = got as [(typeof got)[0]]
    expect(path).toBe('/anode?from=shop')
    expect(headers).toMatchObject({
      host: `erp.example:${port}`,
      'content-type': 'application/json',
      ...signatureHeaders([secret], { id: String(headers['webhook-id']), at: now, body }),
    })
    expect(JSON.parse(body)).toEqual({
      type: 'order.placed',
      timestamp: expect.stringMatching(/^2\d{3}-/) as string,
      store: 'sv',
      data: { order: number, total: { minor: snapshot.totalMinor, currency: 'SEK' } },
    })
    expect(body).not.toContain('anna')
    expect((await deliveries()).rows).toMatchObject([
      { event: 'order.placed', about: number, state: 'delivered', subscriber: `webhook:${id}` },
    ])
  })

  it('gets the same id at another attempt, with a time and signature of its own', async () => {
    await added()
    answer = { status: 500, body: 'Oh' }
    await ordered()
    await deliver()
    expect((await deliveries()).rows).toMatchObject([{ state: 'owed', error: 'http_500' }])
    answer = { status: 204 }
    now += 5000
    await deliver()
    expect(got).toHaveLength(2)
    expect(got[1]!.headers['webhook-id']).toBe(got[0]!.headers['webhook-id'])
    expect(got[1]!.headers['webhook-signature']).not.toBe(got[0]!.headers['webhook-signature'])
    expect((await deliveries()).rows).toMatchObject([{ state: 'delivered', error: null }])
  })

  it('is signed with both secrets for a day after the secret was replaced', async () => {
    const { id, secret } = await added()
    const { body } = await call('POST', `webhooks/${id}/renew-secret`, {})
    const { shownOnce: renewed } = body as { shownOnce: string }
    expect(renewed).toMatch(/^whsec_/)
    const signed = async () => {
      await call('POST', `webhooks/${id}/test`, {})
      await deliver()
      const last = got.at(-1)!
      return (secrets: string[]) =>
        signatureHeaders(secrets, { id: String(last.headers['webhook-id']), at: now, body: last.body })[
          'webhook-signature'
        ] === last.headers['webhook-signature']
    }
    expect((await signed())([renewed, secret])).toBe(true)
    now += 25 * 3_600_000
    expect((await signed())([renewed])).toBe(true)
    expect(JSON.parse(got.at(-1)!.body)).toMatchObject({ type: 'webhook.test', data: { webhook: id } })
  })

  it('is not followed elsewhere, and reaches no address inside', async () => {
    await added()
    answer = { status: 302 }
    await ordered()
    await deliver()
    expect(got.map(({ path }) => path)).toEqual(['/anode?from=shop'])
    expect((await deliveries()).rows).toMatchObject([{ error: 'http_302' }])
    now += 5000
    for (const [index, address] of [
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.5',
      '::1',
      '::ffff:10.0.0.5',
    ].entries()) {
      now += 24 * 3_600_000
      const asked: string[] = []
      await deliver({
        network: { ...publicNetwork, allowsPort: () => true },
        resolve: async (host) => {
          asked.push(host)
          return [{ address, family: index < 3 ? 4 : 6 }]
        },
      })
      expect(asked).toEqual(['erp.example'])
    }
    expect(got).toHaveLength(1)
    expect((await deliveries()).rows).toMatchObject([{ error: 'forbidden_address' }])
  })

  it('that hangs fails, and orders go on meanwhile', async () => {
    await added()
    answer = { status: 200, hangs: true }
    await ordered()
    await deliver(here, 50)
    expect((await deliveries()).rows).toMatchObject([{ state: 'owed', error: 'timeout' }])
    await ordered()
  })

  it('that answers with a book is read to its first page', async () => {
    await added()
    answer = { status: 200, body: `\0${'ä'.repeat(100_000)}` }
    await ordered()
    await deliver()
    const { rows } = await sql<{ length: number }>`select length(answer) from event_delivery`.execute(shop.db)
    expect(rows[0]!.length).toBeLessThanOrEqual(2000)
    expect((await deliveries()).rows).toMatchObject([{ state: 'delivered' }])
  })

  it('that accepts a message and then hangs has got it', async () => {
    await added()
    answer = { status: 200, hangsAfter: true }
    await ordered()
    await deliver()
    expect((await deliveries()).rows).toMatchObject([{ state: 'delivered' }])
  })

  it('that is gone for good is sent nothing more', async () => {
    const { id } = await added()
    answer = { status: 410 }
    await ordered()
    await deliver()
    expect((await deliveries()).rows).toMatchObject([{ state: 'parked', error: 'http_410' }])
    expect((await call('GET', `webhooks/${id}`)).body).toMatchObject({ row: { isActive: false } })
    const [parked] = (await deliveries()).rows
    expect((await call('POST', `event-deliveries/${parked!.id}/redeliver`, {})).status).toBe(409)
    await ordered()
    await deliver()
    expect(got).toHaveLength(1)
  })
})

describe('staff', () => {
  it('set where events go, and take a change back from the audit', async () => {
    const { id } = await added({ stores: ['no'] })
    await sql`update webhook set url = ${terms.url}`.execute(shop.db)
    const { version } = (await call('GET', `webhooks/${id}`)).body as { version: string }
    const values = { ...terms, url: 'https://other.example/', events: ['order.placed', 'stock.changed'] }
    expect((await call('PUT', `webhooks/${id}`, { values, version })).status).toBe(200)
    const subscriptions = () =>
      shop.db.selectFrom('event_subscription').select(['event', 'stores']).orderBy('event').execute()
    expect(await subscriptions()).toEqual([
      { event: 'order.placed', stores: null },
      { event: 'stock.changed', stores: null },
    ])
    const { timeline } = (await call('GET', `webhooks/${id}`)).body as {
      timeline: { id: number; action: string; canUndo: boolean }[]
    }
    const change = timeline.find(({ action }) => action === 'webhook.change')!
    expect(change.canUndo).toBe(true)
    expect((await call('POST', `audit/${change.id}/undo`, { reason: 'Wrong one' })).status).toBe(200)
    expect(await subscriptions()).toEqual([{ event: 'order.placed', stores: ['no'] }])
  })

  it('remove one with what it is owed', async () => {
    const { id } = await added()
    await ordered()
    const { version } = (await call('GET', `webhooks/${id}`)).body as { version: string }
    expect((await call('DELETE', `webhooks/${id}?version=${version}`)).status).toBe(200)
    expect((await deliveries()).rows).toEqual([])
    await ordered()
    expect((await deliveries()).rows).toEqual([])
  })

  it('never see a secret again, neither in answers nor in the audit', async () => {
    const { id, secret } = await added()
    const { rows } = await sql<{ text: string }>`
      select row_to_json(e)::text as text from audit_entry e union all
      select row_to_json(w)::text from webhook w`.execute(shop.db)
    const answers = [(await call('GET', 'webhooks')).body, (await call('GET', `webhooks/${id}`)).body]
    const seen = JSON.stringify([rows, answers])
    expect(seen).not.toContain(secret)
    expect(seen).not.toContain(secret.replace('whsec_', ''))
  })

  it.each([
    'http://erp.example/',
    'https://anna:secret@erp.example/',
    'https://localhost/',
    'ftp://a.example',
    'x',
  ])('cannot set %s as an address', async (url) => {
    expect(await call('POST', 'webhooks', { ...terms, url })).toMatchObject({
      status: 409,
      body: { code: 'webhook_url_refused' },
    })
  })

  it('without the permission in every store change nothing', async () => {
    const { id } = await added()
    const german = await signedInStaff(shop.db, { role: 'manager', stores: ['de'] })
    expect((await call('POST', 'webhooks', terms, german)).status).toBe(403)
    // Addresses, payloads and answers concern all stores.
    await ordered()
    for (const list of ['webhooks', 'event-deliveries'])
      expect((await call('GET', list, undefined, german)).body).toMatchObject({ rows: [], count: 0 })
    expect((await call('GET', `webhooks/${id}`, undefined, german)).status).toBe(403)
    for (const action of ['test', 'renew-secret'])
      expect((await call('POST', `webhooks/${id}/${action}`, {}, german)).status).toBe(403)
    expect((await call('POST', 'webhooks', { ...terms, events: ['no.event'] })).status).toBe(422)
  })
})
