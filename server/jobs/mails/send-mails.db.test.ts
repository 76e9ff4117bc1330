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
import { createSmtpMailer } from '../../../providers/mail/mailer.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { testKeys } from '../../../test/keyring.ts'
import { senderOf } from '../../../test/send-templated.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/smtp-server.ts'
import { testActor } from '../../../test/test-actor.ts'
import { projectRoot } from '../../project-root.ts'
import { accountMail } from './account-mail.ts'
import { moveToOutbox } from './former-mail-queues.ts'

const at = 1_800_000_000_000
/** Where a node is killed, by the mails that the server has been told of since it was started. */
let killing: { at: 'recipient' | 'content' | 'answer'; after: number } | null = null
let node: ChildProcess | null = null
let told = 0

let database: TestDatabase
let server: TestSmtpServer
beforeAll(async () => {
  database = await testDatabase()
  const killIf = (place: NonNullable<typeof killing>['at']) => {
    if (killing?.at === place && told >= killing.after) node?.kill('SIGKILL')
  }
  server = await startSmtpServer({
    refuse: () => {
      told++
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
  node?.kill('SIGKILL')
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
    killing = { at: place, after: told + 3 }
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

it('a job of a former queue that is read twice is one mail', async () => {
  const { data } = await notice(1000)
  const job = { id: crypto.randomUUID(), data }
  const before = await states()
  node?.kill('SIGKILL')
  for (let time = 0; time < 2; time++) await moveToOutbox(database.db, 'account-mail', [job])
  expect(await states()).toEqual({ ...before, waiting: 1 })
})
