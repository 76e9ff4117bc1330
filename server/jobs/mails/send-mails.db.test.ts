/** Nodes are killed while they send mails, with nodes of the release before beside them. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type Job } from 'pg-boss'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createAccount } from '../../../domain/accounts/account-repository.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { oweMail } from '../../../domain/mail/mail-outbox.server.ts'
import { toProductId } from '../../../domain/products/product-id.ts'
import { waitForStock } from '../../../modules/back-in-stock/wait-for-stock.test-support.ts'
import { recipientMark } from '../../../providers/mail/mail-template.ts'
import { createSmtpMailer, type Mail, type Mailer } from '../../../providers/mail/mailer.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { testKeys } from '../../../test/keyring.ts'
import { senderOf } from '../../../test/send-templated.ts'
import { smallCatalogue } from '../../../test/small-catalogue.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/smtp-server.ts'
import { testActor } from '../../../test/test-actor.ts'
import { projectRoot } from '../../project-root.ts'
import { accountMail } from './account-mail.ts'
import { moveToOutbox } from './former-mail-queues.ts'

const at = 1_800_000_000_000
/** Where a node is killed, by the mails that the server was offered since it was started. */
let killing: { at: 'recipient' | 'content' | 'answer'; after: number } | null = null
let node: ChildProcess | null = null
let offered = 0

let database: TestDatabase
let server: TestSmtpServer
beforeAll(async () => {
  database = await testDatabase()
  const killIf = (place: NonNullable<typeof killing>['at']) => {
    if (killing?.at === place && offered >= killing.after) node?.kill('SIGKILL')
  }
  server = await startSmtpServer({
    refuse: () => {
      offered++
      killIf('recipient')
      return false
    },
    // Stored before the answer: its sender never learns that.
    loseAnswer: () => {
      killIf('content')
      return false
    },
    answered: () => killIf('answer'),
  })
})
afterAll(async () => {
  await endNode()
  await server.close()
  await database.drop()
})

/** A notice to an account of its own; its Message-ID. */
async function notice(number: number): Promise<{ data: MailPayloads['account-mail']; messageId: string }> {
  const email = `account-${number}@example.se`
  const account = await createAccount(database.db, testActor, { store: 'sv', email, passwordHash: null })
  const { id } = account!
  const data = { about: 'notice', accountId: id, store: 'sv', event: 'passkey-added', at } as const
  return { data, messageId: `<account-passkey-added-${id}-${at}@anode.example>` }
}

async function startNode(): Promise<ChildProcess> {
  const child = fork(join(projectRoot, 'test', 'mails', 'mail-node.ts'), {
    env: { ...process.env, DATABASE_URL: database.url, SMTP_URL: server.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function endNode(): Promise<void> {
  if (node === null) return
  const ended = node.exitCode === null && node.signalCode === null ? once(node, 'exit') : null
  node.kill('SIGKILL')
  await ended
}

/** As if the time had passed after which another node takes what a dead one had claimed. */
async function passLeases(): Promise<void> {
  await sql`update mail_outbox set next_at = now() where state in ('sending', 'waiting')`.execute(database.db)
  await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(
    database.db,
  )
}

const states = async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from mail_outbox group by state`.execute(database.db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

it('each mail keeps its Message-ID and is sent once, or again where the answer of SMTP was lost', async () => {
  const mails = await Promise.all(Array.from({ length: 90 }, (_, index) => notice(index)))
  const boss = new PgBoss({ db: fromKysely(database.db), migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  // A third each: of this release, of the release before, and what that release is sending itself.
  for (const [index, { data }] of mails.entries())
    if (index % 3 === 0) await oweMail(database.db, { template: 'account-mail', data })
    else await boss.send('account-mail', data, { retryLimit: 20 })
  const services = {
    db: database.db,
    mailer: createSmtpMailer(server.url),
    keys: testKeys,
    publicUrl: 'http://shop.example',
    clock: Date.now,
  }
  const sendAsBefore = senderOf('account-mail', accountMail)
  const workAsBefore = () =>
    boss.work('account-mail', { batchSize: 2, pollingIntervalSeconds: 1 }, async (batch) => {
      for (const { data } of batch as Job<MailPayloads['account-mail']>[]) await sendAsBefore(services, data)
    })
  await workAsBefore()

  const places = ['recipient', 'content', 'answer'] as const
  for (const place of places) {
    killing = { at: place, after: offered + 3 }
    node = await startNode()
    await once(node, 'exit')
    killing = null
    await boss.offWork('account-mail')
    await passLeases()
    await workAsBefore()
  }
  node = await startNode()
  const received = () => server.mails.map(({ messageId }) => messageId)
  await vi.waitFor(async () => {
    expect(new Set(received()).size).toBe(mails.length)
    expect(Object.keys(await states())).toEqual(['sent'])
  }, 180_000)
  expect(new Set(received())).toEqual(new Set(mails.map(({ messageId }) => messageId)))
  // At most the mails that were being sent when a node was killed: five at a time.
  expect(received().length - mails.length).toBeLessThanOrEqual(5 * places.length)
  services.mailer.close()
  await boss.stop({ graceful: false, close: false })
}, 300_000)

/**
 * What the release before does at fixed times: it takes a request whose row nobody has locked or marked, sends its mail and
 * marks it.
 */
async function notifyAsBefore(mailer: Mailer, mailOf: (email: string) => Mail): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ email: string }>`select email from stock_notification
      where sent_at is null limit 1 for update skip locked`.execute(trx)
    for (const { email } of rows) {
      await mailer.send(mailOf(email))
      await sql`update stock_notification set sent_at = now() where email = ${email}`.execute(trx)
    }
  })
}

it('a notice is sent by a node of this release or by one of the release before, once and under one Message-ID', async () => {
  await endNode()
  const ids = await smallCatalogue(database.db)
  const productId = toProductId(ids['NC-AA4']!)
  await sql`update stock set available = 5, discontinued = false where product_id = ${productId} and store = 'sv'`.execute(
    database.db,
  )
  const mailer = createSmtpMailer(server.url)
  const nameOf = (email: string) => `stock-sv-${productId}-${recipientMark(testKeys, email)}`
  const mailOf = (email: string): Mail => ({
    name: nameOf(email),
    kind: 'stock-notice',
    from: { name: 'Anode', address: 'order@anode.example' },
    to: email,
    subject: 'Åter i lager',
    html: '',
    text: '',
    date: new Date(),
  })
  const emails: string[] = []
  const wish = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const email = `notice-${emails.length}@example.se`
      emails.push(email)
      await waitForStock(database.db, { store: 'sv', productId, email }, new Date())
    }
  }
  let isOver = false
  const before = (async () => {
    while (!isOver) await notifyAsBefore(mailer, mailOf)
  })()

  const places = ['recipient', 'content', 'answer'] as const
  for (const place of places) {
    killing = { at: place, after: offered + 3 }
    node = await startNode()
    const ended = once(node, 'exit')
    // Until it is killed both have something to do.
    while (node.exitCode === null && node.signalCode === null) await wish(4)
    await ended
    killing = null
    await passLeases()
  }
  node = await startNode()
  const received = () => server.mails.filter(({ to }) => to.startsWith('notice-'))
  const recipients = () => new Set(received().map(({ to }) => to))
  await vi.waitFor(async () => {
    expect(recipients().size).toBe(emails.length)
    expect(Object.keys(await states())).toEqual(['sent'])
  }, 120_000)
  isOver = true
  await before
  expect(recipients()).toEqual(new Set(emails))
  expect(new Set(received().map(({ messageId }) => messageId)).size).toBe(emails.length)
  // At most those that were being sent when a node was killed.
  expect(received().length - emails.length).toBeLessThanOrEqual(5 * places.length)
  mailer.close()
}, 300_000)

it('a job of a former queue is completed with its mail in the outbox, and read twice it is one mail', async () => {
  const { data } = await notice(1000)
  await endNode()
  const before = await states()
  const boss = new PgBoss({ db: fromKysely(database.db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  await boss.send('account-mail', data)
  const jobs = await boss.fetch<object>('account-mail')
  for (let time = 0; time < 2; time++) await moveToOutbox(boss, database.db, 'account-mail', jobs)
  expect(await states()).toEqual({ ...before, waiting: 1 })
  expect((await boss.findJobs('account-mail', { id: jobs[0]!.id })).map(({ state }) => state)).toEqual([
    'completed',
  ])
  await boss.stop({ graceful: false, close: false })
})
