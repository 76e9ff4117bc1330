/** Messages of the contact form as staff see them, and what they answer. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { messagePage } from './staff-contract.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { contactAnswerMail } from './mail-templates.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

const sendContactAnswer = senderOf('contact-answer-mail', contactAnswerMail)

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

let written = 0

/** A received message with one photo; its reference. */
async function received(given: { store?: 'sv' | 'no'; orderNumber?: string; email?: string } = {}) {
  const { store = 'sv', orderNumber = '', email = 'stina@example.se' } = given
  const reference = `K-2222-${String((written += 1))
    .padStart(4, '2')
    .replaceAll('0', 'A')
    .replaceAll('1', 'B')}`
  const { rows } = await sql<{ id: number }>`insert into contact_message
      (key, reference, store, topic, name, email, order_number, message, received_at)
    values (gen_random_uuid(), ${reference}, ${store}, 'product', 'Stina Ek', ${email}, ${orderNumber},
      ${'Passar den?\n<script>alert(1)</script>'}, ${new Date(shop.now.at)}) returning id`.execute(shop.db)
  await sql`insert into contact_photo (id, message_id, bytes, uploaded_at)
    values (${randomUUID()}, ${rows[0]!.id}, ${Buffer.from('jpeg')}, ${new Date(shop.now.at)})`.execute(
    shop.db,
  )
  return reference
}

const read = async (reference: string) =>
  (await callAdmin(app, karin, 'GET', `messages/${reference}`)).body as z.infer<typeof messagePage>
const statusOf = async (person: TestStaff, method: 'GET' | 'POST', path: string, body?: object) =>
  (await callAdmin(app, person, method, path, body)).status

describe('messages of the contact form', () => {
  it('are listed, and counted as a task while they are open', async () => {
    const reference = await received()
    const task = async () => {
      const { tasks } = (await callAdmin(app, karin, 'GET', 'todo')).body as {
        tasks: { name: string; count: number; table: string; query: string }[]
      }
      return tasks.find(({ name }) => name === 'messages_open')!
    }
    const { count, table, query } = await task()
    const list = (await callAdmin(app, karin, 'GET', `${table}?${query}`)).body as { count: number }
    expect(list).toMatchObject({
      count,
      rows: [{ reference, beginning: 'Passar den? <script>alert(1)</script>', photos: 1, status: 'open' }],
    })
    expect(await statusOf(karin, 'POST', `messages/${reference}/status`, { status: 'closed' })).toBe(200)
    expect(await task()).toMatchObject({ count: count - 1 })
  })

  it('are found by any of their words, and exported as a view that was saved names its columns', async () => {
    const long = `${'Hej. '.repeat(60)}Laddaren piper.`
    const reference = await received({ email: 'pipande@example.se', orderNumber: 'S123' })
    await sql`update contact_message set message = ${long} where reference = ${reference}`.execute(shop.db)
    const day = new Date(shop.now.at).toISOString().slice(0, 10)
    const view = `filter.topic=product,order&filter.status=open&filter.received=${day}..&filter.store=sv&sort=received`
    for (const words of ['LADDAREN PIPER', 'pipande@', 's123', reference.toLowerCase()]) {
      const query = new URLSearchParams([...new URLSearchParams(view), ['q', words]])
      expect((await callAdmin(app, karin, 'GET', `messages?${query}`)).body, words).toMatchObject({
        count: 1,
        rows: [{ reference, beginning: long.slice(0, 200) }],
      })
    }
    // As views that were saved before names were in camelCase.
    const columns = 'reference,received_at,order_number,photos'
    const exported = async (person: TestStaff) =>
      app.inject({
        url: `/admin/api/messages.csv?${view}&q=pipande&columns=${columns}&density=compact`,
        headers: person.headers,
      })
    const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    expect((await exported(owner)).body.split('\r\n')).toEqual([
      '\uFEFFreference;receivedAt;orderNumber;photos',
      `${reference};${new Date(shop.now.at).toISOString()};S123;1`,
      '',
    ])
    expect((await exported(karin)).statusCode).toBe(403)
  })

  it('name the order of the store, and say where it was placed with another address', async () => {
    const { number } = await orders.order([line(await shop.addProduct({ available: 5 }))])
    const { rows } = await sql<{ email: string }>`select email from orders where number = ${number}`.execute(
      shop.db,
    )
    const { email } = rows[0]!
    const pageOf = async (given: Parameters<typeof received>[0]) => read(await received(given))
    expect(await pageOf({ orderNumber: ` ${number.toLowerCase()}`, email })).toMatchObject({
      order: number,
      isOrdersEmail: true,
    })
    expect(await pageOf({ orderNumber: number })).toMatchObject({ order: number, isOrdersEmail: false })
    for (const given of [{ orderNumber: 'S999999' }, { orderNumber: number, store: 'no' as const }])
      expect(await pageOf(given)).toMatchObject({ order: null, isOrdersEmail: null })
  })

  it('are answered by one mail in the language of the store, however often it is sent', async () => {
    const reference = await received()
    const answer = { key: randomUUID(), body: ' Ja, den passar. ' }
    for (let time = 0; time < 2; time++)
      expect(await statusOf(karin, 'POST', `messages/${reference}/answers`, answer)).toBe(200)
    expect(await read(reference)).toMatchObject({
      status: 'answered',
      answers: [{ author: expect.stringContaining('service'), body: 'Ja, den passar.', sentAt: null }],
    })
    const due = shop.enqueued.filter(({ name }) => name === 'contact-answer-mail')
    expect(due).toHaveLength(1)
    const { answerId } = due[0]!.data as unknown as JobPayloads['contact-answer-mail']
    const mails: Mail[] = []
    const services = {
      db: shop.db,
      mailer: { send: async (mail: Mail) => (mails.push(mail), { messageId: 'x' }) },
      keys: testKeys,
      publicUrl: 'http://shop.example',
      clock: () => shop.now.at,
    }
    for (let time = 0; time < 2; time++) await sendContactAnswer(services, { answerId })
    expect(mails).toMatchObject([
      {
        kind: 'contact-answer',
        to: 'stina@example.se',
        replyTo: 'kundservice@anode.example',
        subject: `Sv: Vara, ärende ${reference}`,
      },
    ])
    expect(mails[0]!.text).toContain('Ja, den passar.')
    expect(mails[0]!.text).not.toContain('script')
    const { answers, timeline } = await read(reference)
    expect(answers[0]!.sentAt).not.toBeNull()
    expect(timeline.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['contact.answer', String(karin.id)],
    ])
    expect(JSON.stringify(timeline)).not.toContain('passar')
  })

  it('can be answered elsewhere, closed and opened again, with who did it', async () => {
    const reference = await received()
    for (const status of ['answered', 'answered', 'open', 'closed'])
      expect(await statusOf(karin, 'POST', `messages/${reference}/status`, { status })).toBe(200)
    const page = await read(reference)
    expect(page).toMatchObject({
      status: 'closed',
      statusChangedBy: expect.stringContaining('service'),
      statusChangedAt: new Date(shop.now.at).toISOString(),
    })
    expect(page.timeline.map(({ action, after }) => [action, after])).toEqual(
      ['closed', 'open', 'answered'].map((status) => ['contact.change_status', { status }]),
    )
  })

  it('and their photos are for staff with the permission in the store only', async () => {
    const reference = await received({ store: 'no' })
    const [photo] = (await read(reference)).photos
    const swedish = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
    const auditor = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    const photoPath = `messages/${reference}/photos/${photo}`
    const image = await app.inject({ url: `/admin/api/${photoPath}`, headers: karin.headers })
    expect([image.headers['content-type'], image.headers['cache-control'], image.body]).toEqual([
      'image/jpeg',
      'no-store',
      'jpeg',
    ])
    expect(await statusOf(karin, 'GET', `messages/${await received()}/photos/${photo}`)).toBe(404)
    expect(await statusOf(karin, 'GET', 'messages/K-9999-9999')).toBe(404)
    for (const path of [`messages/${reference}`, photoPath])
      expect([await statusOf(swedish, 'GET', path), await statusOf(auditor, 'GET', path)]).toEqual([403, 200])
    const answer = { key: randomUUID(), body: 'Hei' }
    for (const person of [swedish, auditor])
      for (const [path, body] of [
        ['answers', answer],
        ['status', { status: 'closed' }],
      ] as const)
        expect(await statusOf(person, 'POST', `messages/${reference}/${path}`, body)).toBe(403)
  })

  it('end after a year with their answers', async () => {
    const reference = await received()
    const answer = { key: randomUUID(), body: 'Ja' }
    expect(await statusOf(karin, 'POST', `messages/${reference}/answers`, answer)).toBe(200)
    const longAgo = new Date(shop.now.at - 366 * 86_400_000)
    await sql`update contact_message set received_at = ${longAgo} where reference = ${reference}`.execute(
      shop.db,
    )
    await applyRetention({ db: shop.db, clock: () => shop.now.at }, jobActor('retention'))
    expect(await statusOf(karin, 'GET', `messages/${reference}`)).toBe(404)
    const { rows } = await sql`select 1 from contact_answer where key = ${answer.key}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})
