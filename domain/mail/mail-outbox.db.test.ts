import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { tidyJobs } from '../failed-jobs/failing-jobs.server.ts'
import { retryFailedJob } from '../failed-jobs/given-up-jobs.server.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testActor } from '../../test/test-actor.ts'
import { claimMails, oweMail, tidyMails } from './mail-outbox.server.ts'
import { mostAttemptsOf } from './mail-templates.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() => sql`truncate mail_outbox`.execute(test.db))

const template = 'reset-mail'
const states = async () =>
  (await sql<{ state: string; error: string | null }>`select state, error from mail_outbox`.execute(test.db))
    .rows

it('a mail whose process ends during each attempt is given up after the last, and has one more when staff ask', async () => {
  const { db } = test
  await oweMail(db, { template, data: { accountId: null } })
  const most = mostAttemptsOf(template)
  for (let attempt = 1; attempt <= most; attempt++) {
    const { mails } = await claimMails(db, [template])
    expect(mails).toMatchObject([{ attempt }])
    // The lease has passed.
    await sql`update mail_outbox set next_at = now() - interval '1 second'`.execute(db)
  }
  expect((await claimMails(db, [template])).mails).toEqual([])
  await tidyMails(db)
  expect(await states()).toEqual([{ state: 'failed', error: 'no_outcome' }])
  const { rows } = await sql<{ id: string }>`select id from mail_outbox`.execute(db)
  expect(await retryFailedJob(db, testActor, { id: rows[0]!.id, store: null })).toEqual({ ok: true })
  expect((await claimMails(db, [template])).mails).toMatchObject([{ attempt: most }])
})

it('a mail that was given up and is no longer owed is deleted after a day, one that is owed stays', async () => {
  const { db } = test
  // No order owes this one.
  await oweMail(db, { template: 'order-mail', data: { orderId: 1, kind: 'confirmation' } })
  await oweMail(db, { template: 'contact-mail', data: { messageId: 1, mail: 'shop' } })
  await sql`update mail_outbox set state = 'failed', error = 'EENVELOPE', ended_at = now() - interval '2 days'`.execute(
    db,
  )
  await tidyJobs(db, [])
  const { rows } = await sql`select template from mail_outbox`.execute(db)
  expect(rows).toEqual([{ template: 'contact-mail' }])
})

it('a mail that nobody sends, as that of a module that was taken out, names nobody after a month', async () => {
  const { db } = test
  await oweMail(db, { template: 'gone-mail', data: { name: 'Anna' }, recipient: 'anna@example.se' })
  await oweMail(db, { template: 'gone-mail', data: { code: 1 } })
  await oweMail(db, { template: 'order-mail', data: { orderId: 1, kind: 'confirmation' } })
  await sql`update mail_outbox set next_at = now() - interval '31 days'`.execute(db)
  await oweMail(db, { template: 'gone-mail', data: {}, recipient: 'bo@example.se' })
  await tidyMails(db)
  const { rows } =
    await sql`select template, state, recipient, data from mail_outbox order by state, template`.execute(db)
  expect(rows).toEqual([
    { template: 'gone-mail', state: 'dismissed', recipient: null, data: {} },
    { template: 'gone-mail', state: 'dismissed', recipient: null, data: {} },
    { template: 'gone-mail', state: 'waiting', recipient: 'bo@example.se', data: {} },
    { template: 'order-mail', state: 'waiting', recipient: null, data: { orderId: 1, kind: 'confirmation' } },
  ])
})
