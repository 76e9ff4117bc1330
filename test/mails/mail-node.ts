/**
 * A node that owes notices of stock, sends the mails of the outbox and drains the former queues, until it is killed. DATABASE_URL and SMTP_URL are
 * of the test that starts it; it says `ready` to it.
 */
import { setTimeout } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import { oweStockMails } from '../../modules/back-in-stock/owe-stock-mails.server.ts'
import { createDatabase } from '../../server/database/database.ts'
import type { JobsOptions } from '../../server/jobs/jobs-options.ts'
import { drainFormerQueues } from '../../server/jobs/mails/former-mail-queues.ts'
import { sendMails } from '../../server/jobs/mails/send-mails.ts'
import { createSmtpMailer } from '../../providers/mail/mailer.ts'
import { testKeys } from '../keyring.ts'

const { DATABASE_URL = '', SMTP_URL = '' } = process.env
const log = { info: () => {}, warn: () => {} }
const db = createDatabase(DATABASE_URL, { log, max: 10 })
const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
boss.on('error', () => {})
await boss.start()
await drainFormerQueues(boss, db)
// What the mails about accounts need.
const options: Partial<JobsOptions> = {
  db,
  log,
  mailer: createSmtpMailer(SMTP_URL),
  keys: testKeys,
  publicUrl: 'http://shop.example',
  clock: Date.now,
}
const oweNotices = async (): Promise<void> => {
  for (;;) {
    await oweStockMails({ db, clock: Date.now })
    await setTimeout(50)
  }
}
process.send?.('ready')
await Promise.all([oweNotices(), sendMails(options as JobsOptions, new AbortController().signal)])
