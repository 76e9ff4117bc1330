import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { composeJobs } from '../../compose.ts'
import { testServices } from '../../../test/composition.ts'
import { createSmtpMailer, type SmtpMailer } from '../../../providers/mail/mailer.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../../test/order-fixture.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/smtp-server.ts'
import type { JobsOptions } from '../jobs-options.ts'
import type { Jobs } from '../jobs.ts'
import { sendDueMails } from './send-mails.ts'
import { createMailTally } from '../watch-mailer.ts'

const refusedAddress = 'refused@example.se'
const lostAnswerAddress = 'lost-answer@example.se'
const warnings: { data: object; message: string }[] = []
const tally = createMailTally()

let test: TestDatabase
let server: TestSmtpServer
let mailer: SmtpMailer
let jobs: Jobs
let answersLost = 0
beforeAll(async () => {
  // Compiled once: it takes seconds on a busy machine.
  await import('../../../providers/mail/order-mail.tsx')
  test = await testDatabase()
  server = await startSmtpServer({
    refuse: (recipient) => recipient === refusedAddress,
    loseAnswer: ({ to }) => to === lostAnswerAddress && answersLost++ === 0,
  })
  mailer = createSmtpMailer(server.url)
  const log = {
    info: () => {},
    warn: (data: object, message: string) => void warnings.push({ data, message }),
  }
  jobs = composeJobs(testServices({ db: test.db, log }), { mailer, mailTally: tally })
})
afterAll(async () => {
  await jobs.stop()
  mailer.close()
  await server.close()
  await test.drop()
})

/** Enqueues the mail of an order for this address, as checkout does. */
async function owe(email: string): Promise<number> {
  const snapshot = snapshotOf('sv')
  const order = await writtenOrder(test.db, { ...snapshot, customer: { ...snapshot.customer, email } })
  await test.db.transaction().execute(async (trx) => {
    await sql`insert into order_mail (order_id, kind) values (${order.id}, 'confirmation')`.execute(trx)
    await jobs.enqueue(trx, 'order-mail', { orderId: order.id, kind: 'confirmation' })
  })
  return order.id
}

const unsent = async () => {
  const { rows } = await sql<{ email: string }>`
    select o.email from order_mail m join orders o on o.id = m.order_id where m.sent_at is null`.execute(
    test.db,
  )
  return rows.map(({ email }) => email)
}

it('a backlog is sent over a few connections, and a failing mail neither fails nor repeats the others', async () => {
  // Without workers, so that all mails are owed when the work begins.
  await jobs.start({ work: false })
  const addresses = Array.from({ length: 60 }, (_, index) => `buyer-${index}@example.se`)
  for (const email of [...addresses.slice(0, 30), refusedAddress, lostAnswerAddress, ...addresses.slice(30)])
    await owe(email)
  await jobs.stop()

  await jobs.start()
  await vi.waitFor(
    async () => expect((await unsent()).toSorted()).toEqual([lostAnswerAddress, refusedAddress]),
    60_000,
  )
  const sent = server.mails.filter(({ to }) => to !== lostAnswerAddress)
  expect(sent.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(addresses.length)
  expect(server.connections()).toBeLessThanOrEqual(5)

  // Failed mails are tried again by themselves; this skips the pause.
  await vi.waitFor(async () => {
    await sql`update mail_outbox set next_at = now() where state = 'waiting'`.execute(test.db)
    expect(await unsent()).toEqual([refusedAddress])
  }, 60_000)
  const repeated = server.mails.filter(({ to }) => to === lostAnswerAddress)
  expect(repeated).toHaveLength(2)
  expect(repeated[1]!.messageId).toBe(repeated[0]!.messageId)
  expect(server.mails).toHaveLength(addresses.length + 2)
})

it('failures are logged and counted, and neither log nor outbox names the recipient', async () => {
  expect(warnings).toContainEqual({
    data: { kind: 'order-confirmation', code: 'EENVELOPE', responseCode: 550 },
    message: 'a mail could not be sent',
  })
  const counts = new Map(tally.counts().map(({ outcome, count }) => [outcome, count]))
  expect(counts.get('sent')).toBe(61)
  expect(counts.get('failed')).toBeGreaterThanOrEqual(2)
  const { rows } = await sql<object>`select * from mail_outbox where error is not null`.execute(test.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify([rows, warnings])).not.toContain('@')
})

it('once the mail server is unreachable, the rest of what is due is not attempted', async () => {
  await jobs.stop()
  await sql`delete from mail_outbox`.execute(test.db)
  for (let index = 0; index < 20; index++) await owe(`later-${index}@example.se`)
  const away = createSmtpMailer('smtp://127.0.0.1:1')
  let tried = 0
  const send: SmtpMailer['send'] = (mail) => (tried++, away.send(mail))
  const log = { info: () => {}, warn: () => {} }
  await sendDueMails({ ...testServices({ db: test.db, log }), mailer: { send } } as unknown as JobsOptions)
  away.close()
  expect(tried).toBeLessThanOrEqual(10)
  const { rows } = await sql<{ state: string; error: string | null }>`
    select state, error from mail_outbox`.execute(test.db)
  expect(rows.map(({ state }) => state)).toEqual(Array<string>(20).fill('waiting'))
  expect(rows.filter(({ error }) => error === 'not_tried')).toHaveLength(20 - tried)
})
