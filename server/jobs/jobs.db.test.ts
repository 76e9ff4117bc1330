import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { composeInvoiceRenderer } from '../compose.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noSecurityLog } from '../../test/no-security-log.ts'
import { testKeys } from '../../test/keyring.ts'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { openSession, renewSession } from '../../domain/accounts/sessions.server.ts'
import { composeJobs } from '../compose.ts'
import { testServices, invoiceProviders } from '../../test/composition.ts'
import { finalizePayment } from '../../domain/payments/finalize-payment.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { createOutbox, type Mail, type Mailer } from '../../providers/mail/mailer.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { oweOverdueMails } from '../../domain/order-mails/order-mail-repository.server.ts'
import { removeOldSchedules, type Jobs } from './jobs.ts'
import { tidy, tidyModules } from './tidy.ts'
import { orderMail } from './mails/order-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testActor } from '../../test/test-actor.ts'

const sendOrderMail = senderOf('order-mail', orderMail)

let test: TestDatabase
let jobs: Jobs
let outbox: string
const clock = () => Date.UTC(2026, 10, 20, 9, 5)
const log = { info: () => {}, warn: () => {} }

beforeAll(async () => {
  test = await testDatabase()
  outbox = await mkdtemp(join(tmpdir(), 'anode-outbox-'))
  jobs = composeJobs(testServices({ db: test.db, log, clock }), { mailer: createOutbox(outbox) })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await test.drop()
  await rm(outbox, { recursive: true })
})

const services = () => ({
  db: test.db,
  clock,
  log,
  jobs,
  providers: invoiceProviders({ db: test.db, clock }),
})
const files = () => readdir(outbox)

/** The readable parts of a mail, decoded from quoted-printable. */
function readMail(raw: string): string {
  const joined = raw.replaceAll('=\n', '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

describe('an order mail', () => {
  it('is sent once for a settled order, with lines, reasons, VAT, address and the right to withdraw', async () => {
    const order = await writtenOrder(test.db, snapshotOf('sv'))
    await finalizePayment(services(), testActor, {
      store: 'sv',
      provider: 'invoice',
      providerOrderId: order.providerOrderId,
    })
    await vi.waitFor(async () => expect(await files()).toContain(`${order.number}-confirmation.eml`), 10_000)
    const mail = readMail(
      await readFile(join(outbox, `${order.number}-confirmation.eml`), 'utf8'),
    ).replaceAll('\u00a0', ' ')
    for (const words of [
      order.number,
      'Batteri <AA> & laddare',
      'Batteri &lt;AA&gt; &amp; laddare',
      'Rabattkod TIO',
      'Välkomstrabatt',
      '369 kr',
      'Varav moms 25 %',
      '73,80 kr',
      'Storgatan 1',
      'Luleå',
      'Ångerrätt',
      'http://shop.example/sv/withdrawal',
      `http://shop.example/sv/checkout/confirmation/${order.accessToken}`,
      'Anode Sverige AB',
      'kundservice@anode.example',
    ])
      expect(mail).toContain(words)
    expect(mail).toMatch(/^To: anna@example\.se$/m)
    expect(
      await sendOrderMail(
        {
          db: test.db,
          mailer: { send: () => Promise.reject(new Error('again')) },
          publicUrl: '',
          renderInvoice: composeInvoiceRenderer(),
          keys: testKeys,
          clock,
        },
        { orderId: order.id, kind: 'confirmation' },
      ),
    ).toBe('not_owed')
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        sent: boolean
      }>`select sent_at is not null as sent from order_mail where order_id = ${order.id}`.execute(test.db)
      expect(rows).toEqual([{ sent: true }])
    }, 15_000)
  })

  it('has the pictures of its products attached, shown by their Content-ID', async () => {
    const snapshot = snapshotOf('sv')
    // A recipient of their own: the day's mails of each are limited.
    const customer = { ...snapshot.customer, email: 'bild@example.se' }
    const order = await writtenOrder(test.db, { ...snapshot, customer })
    await sql`insert into order_mail (order_id, kind) values (${order.id}, 'confirmation')`.execute(test.db)
    const folder = await mkdtemp(join(tmpdir(), 'pictured-'))
    await sendOrderMail(
      {
        db: test.db,
        mailer: createOutbox(folder),
        publicUrl: 'http://s',
        renderInvoice: composeInvoiceRenderer(),
        keys: testKeys,
        clock,
        orderPictures: async ({ lines }) =>
          new Map(lines.map(({ productId }) => [productId, { alt: 'Batterier', content: Buffer.from('x') }])),
      },
      { orderId: order.id, kind: 'confirmation' },
    )
    const mail = await readFile(join(folder, `${order.number}-confirmation.eml`), 'utf8')
    await rm(folder, { recursive: true })
    expect(mail).toContain('Content-Type: multipart/related')
    expect(mail).toContain('Content-Type: image/jpeg; name=1.jpg\nContent-ID: <product-1@pictures>')
    expect(mail).toContain('Content-Disposition: inline; filename=1.jpg')
    expect(readMail(mail)).toContain('src="cid:product-1@pictures" alt="Batterier"')
  })

  it('is written in every store’s language, and its file names nobody', async () => {
    const subjects = {
      sv: 'Orderbekräftelse',
      no: 'Ordrebekreftelse',
      de: 'Bestellbestätigung',
      da: 'Ordrebekræftelse',
    }
    for (const store of storeCodes) {
      const sent: { subject: string; text: string; name: string }[] = []
      const order = await writtenOrder(test.db, snapshotOf(store))
      await sql`insert into order_mail (order_id, kind) values (${order.id}, 'confirmation')`.execute(test.db)
      const mailer = { send: async (mail: (typeof sent)[number]) => (sent.push(mail), { messageId: 'x' }) }
      await sendOrderMail(
        {
          db: test.db,
          mailer,
          publicUrl: 'http://s',
          renderInvoice: composeInvoiceRenderer(),
          keys: testKeys,
          clock,
        },
        { orderId: order.id, kind: 'confirmation' },
      )
      expect(sent[0]).toMatchObject({
        subject: `${subjects[store]} ${order.number}`,
        name: `${order.number}-confirmation`,
      })
      expect(sent[0]!.text).not.toMatch(/undefined|NaN|\[object/)
    }
    expect((await files()).every((file) => /^[SNDK]\d+-confirmation\.eml$/.test(file))).toBe(true)
  })

  it('is delayed beyond five an hour to one address; delayed mails are then sent as one, each whole', async () => {
    const snapshot = snapshotOf('sv')
    const email = `many-${Math.random()}@example.se`
    const orders: { id: number; number: string }[] = []
    for (let count = 0; count < 20; count++) {
      const order = await writtenOrder(test.db, {
        ...snapshot,
        customer: { ...snapshot.customer, email: count % 2 ? email : email.toUpperCase() },
      })
      await sql`insert into order_mail (order_id, kind) values (${order.id}, 'confirmation')`.execute(test.db)
      orders.push(order)
    }
    const sent: Mail[] = []
    const send = async (mail: Mail) => (sent.push(mail), { messageId: 'x' })
    const sendAll = (at: number, mailer: Mailer = { send }) =>
      Promise.allSettled(
        orders.map(({ id }) =>
          sendOrderMail(
            {
              db: test.db,
              mailer,
              publicUrl: 'http://s',
              renderInvoice: composeInvoiceRenderer(),
              keys: testKeys,
              clock: () => at,
            },
            { orderId: id, kind: 'confirmation' },
          ),
        ),
      )
    await sendAll(clock())
    expect(sent).toHaveLength(5)
    // No further mail, however often the jobs run within the hour.
    await sendAll(clock() + 3_599_000)
    expect(sent).toHaveLength(5)
    const over = clock() + 3_600_000
    await sendAll(over, { send: () => Promise.reject(new Error('away')) })
    await sendAll(over)
    await sendAll(over)
    const waited = orders.filter(
      ({ number }) => !sent.slice(0, 5).some(({ name }) => name === `${number}-confirmation`),
    )
    const later = sent.slice(5)
    expect(later.length).toBeGreaterThanOrEqual(1)
    const texts = later.map(({ text }) => text).join()
    for (const { number } of waited) expect(texts.split(`: ${number}\n`)).toHaveLength(2)
    expect(texts.split('Ångerrätt').length).toBe(16)
    expect(later.length).toBeLessThan(15)
    const { rows } = await sql`select 1 from order_mail m join orders o on o.id = m.order_id
      where lower(o.email) = ${email} and m.sent_at is null`.execute(test.db)
    expect(rows).toEqual([])
  })

  it('that could not be sent is retried', async () => {
    await sql`truncate mail_count`.execute(test.db)
    const order = await writtenOrder(test.db, snapshotOf('sv'))
    await sql`insert into order_mail (order_id, kind) values (${order.id}, 'confirmation')`.execute(test.db)
    const failing = { send: () => Promise.reject(new Error('no mail server')) }
    await expect(
      sendOrderMail(
        {
          db: test.db,
          mailer: failing,
          publicUrl: '',
          renderInvoice: composeInvoiceRenderer(),
          keys: testKeys,
          clock,
        },
        { orderId: order.id, kind: 'confirmation' },
      ),
    ).rejects.toThrow('no mail server')
    const { rows } =
      await sql`select 1 from order_mail where order_id = ${order.id} and sent_at is null`.execute(test.db)
    expect(rows).toHaveLength(1)
  })
})

describe('a job', () => {
  it('does not exist when what caused it was rolled back', async () => {
    const order = await writtenOrder(test.db, snapshotOf('sv'))
    const count = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::integer as n from mail_outbox where template = 'order-mail'`.execute(test.db)
      ).rows[0]!.n
    const before = await count()
    await test.db
      .transaction()
      .execute(async (trx) => {
        await jobs.enqueue(trx, 'order-mail', { orderId: order.id, kind: 'confirmation' })
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await count()).toBe(before)
  })

  it('is owed once for an overdue mail, however often it is detected', async () => {
    const { id } = await writtenOrder(test.db, snapshotOf('sv'))
    // Delayed, so that it stays unsent.
    await sql`insert into order_mail (order_id, kind, created_at, not_before) values
      (${id}, 'confirmation', now() - interval '1 hour', now() - interval '1 minute'),
      (${id}, 'held', now() - interval '1 hour', now() + interval '1 hour'),
      (${id}, 'cancelled', now(), null)`.execute(test.db)
    for (let minute = 0; minute < 5; minute++) await oweOverdueMails(test.db)
    const { rows } = await sql<{ kind: string }>`select data ->> 'kind' as kind from mail_outbox
      where template = 'order-mail' and (data ->> 'orderId')::bigint = ${id}`.execute(test.db)
    expect(rows).toEqual([{ kind: 'confirmation' }])
  })

  it('ends the schedules of queues that this release does not have, and keeps the others', async () => {
    const boss = new PgBoss({ db: fromKysely(test.db), supervise: false, schedule: false })
    await boss.start()
    await boss.createQueue('of-a-removed-module')
    await boss.schedule('of-a-removed-module', '* * * * *')
    await boss.schedule('tidy', '17 * * * *')
    await removeOldSchedules(boss)
    const left = (await boss.getSchedules()).map(({ name }) => name)
    await boss.stop({ graceful: false, close: false })
    expect(left).toContain('tidy')
    expect(left).not.toContain('of-a-removed-module')
  })

  it('deletes expired token pairs of sessions, and a session with its last pair', async () => {
    const account = await createAccount(test.db, testActor, {
      store: 'sv',
      email: 'tidy@example.se',
      passwordHash: null,
    })
    const day = 86_400_000
    const open = (at: number) =>
      openSession({ db: test.db, clock: () => Date.now() + at }, { accountId: account!.id })
    await open(-2 * day)
    const { refresh } = await open(0)
    await renewSession({ db: test.db, clock: Date.now, security: noSecurityLog }, 'account', refresh)
    await sql`update session_pair set expires_at = now() - interval '2 days' where spent_at is not null`.execute(
      test.db,
    )
    await tidy(test.db)
    const { rows } = await sql`select (select count(*)::integer from session_family) as families,
      (select count(*)::integer from session_pair) as pairs`.execute(test.db)
    expect(rows).toEqual([{ families: 1, pairs: 1 }])
  })

  it('lets no module keep the others from deleting what has expired, and names it', async () => {
    const deleted: string[] = []
    const faulty = {
      tidy: async () => {
        throw new Error('no such table')
      },
    }
    const modules = new Map([
      ['faulty', faulty],
      ['sound', { tidy: async () => void deleted.push('sound') }],
    ])
    await expect(tidyModules(test.db, modules)).rejects.toThrow(
      'The module faulty could not delete what has expired',
    )
    expect(deleted).toEqual(['sound'])
  })

  it('deletes old change-log entries and abandoned checkouts', async () => {
    await sql`insert into change_log (topic, key, recorded_at) values ('product', '1', now() - interval '8 days'), ('product', '2', now())`.execute(
      test.db,
    )
    const order = await writtenOrder(test.db, snapshotOf('sv'))
    await sql`insert into checkout (id, store, items, updated_at) values (repeat('b', 32), 'sv', '[]', now() - interval '91 days')`.execute(
      test.db,
    )
    await sql`update checkout set updated_at = now() - interval '91 days' where id = ${order.checkoutId}`.execute(
      test.db,
    )
    await sql`insert into checkout (id, store, items, contact, updated_at) values
      (repeat('c', 32), 'sv', '[]', null, now() - interval '8 days'),
      (repeat('d', 32), 'sv', '[]', '{"email": "anna@example.se"}', now() - interval '8 days')`.execute(
      test.db,
    )
    await tidy(test.db)
    const recent = await sql<{ id: string }>`select left(id, 1) as id from checkout
      where updated_at between now() - interval '9 days' and now() - interval '7 days'`.execute(test.db)
    expect(recent.rows).toEqual([{ id: 'd' }])
    const { rows } = await sql<{
      id: string
    }>`select id from checkout where updated_at < now() - interval '90 days'`.execute(test.db)
    expect(rows).toEqual([{ id: order.checkoutId }])
    expect(
      (await sql<{ key: string }>`select key from change_log where topic = 'product'`.execute(test.db)).rows,
    ).toEqual([{ key: '2' }])
  })
})
