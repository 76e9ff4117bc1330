/** Mails of modules, and what modules change in ours: a module that fails keeps no mail from its receiver. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount } from '../../../domain/accounts/account-repository.server.ts'
import { eraseMailsTo, oweMail } from '../../../domain/mail/mail-outbox.server.ts'
import type { Mail } from '../../../providers/mail/mailer.ts'
import type { MailServices } from '../../../providers/mail/mail-template.ts'
import { sendTemplate } from '../../../providers/mail/send-template.ts'
import type { ModuleManifest } from '../../../sdk/module.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { testKeys } from '../../../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../../../test/order-fixture.ts'
import { senderOf } from '../../../test/send-templated.ts'
import { testActor } from '../../../test/test-actor.ts'
import { composeInvoiceRenderer } from '../../compose.ts'
import { accountMail } from './account-mail.ts'
import { orderLinesOf, rewordingOf, templatesOfModules, type ModuleMailData } from './module-mails.ts'
import { orderMail } from './order-mail.ts'

const manifests = new Map<string, Pick<ModuleManifest, 'mails' | 'mailOverrides' | 'orderMailLines'>>([
  [
    'faulty',
    {
      mailOverrides: {
        'account-notice': async ({ db }) => {
          await sql`select * from no_such_table`.execute(db)
          return null
        },
      },
      orderMailLines: async ({ db }) => {
        await sql`select * from no_such_table`.execute(db)
        return []
      },
    },
  ],
  [
    'wrap',
    {
      mails: {
        'wrap-ready': async (_services, { gone }: { gone: boolean }, { order }) =>
          gone
            ? null
            : {
                subject: `Ready ${order}`,
                paragraphs: ['<b>Your parcel</b>', { link: 'https://x.example', words: 'See it' }],
              },
      },
      mailOverrides: {
        'account-notice': async (_services, { subject, paragraphs }) => ({
          subject: `Other: ${subject}`,
          paragraphs: paragraphs!.slice(0, 1),
        }),
      },
      orderMailLines: async (_services, { number }) => [`Wrapped: ${number} & more`],
    },
  ],
])

let database: TestDatabase
const mails: Mail[] = []
const warnings: object[] = []
const log = { info: () => {}, warn: (data: object) => void warnings.push(data) }
let services: MailServices
beforeAll(async () => {
  database = await testDatabase()
  services = {
    db: database.db,
    mailer: { send: async (mail) => (mails.push(mail), { messageId: `<${mail.name}@shop>` }) },
    keys: testKeys,
    publicUrl: 'https://shop.example',
    clock: () => Date.UTC(2026, 10, 20, 9),
    reword: rewordingOf(manifests, log),
  }
})
beforeEach(() => {
  mails.length = 0
  warnings.length = 0
})
afterAll(() => database.drop())

const send = (data: ModuleMailData, recipient: string | null = null) => {
  const [[template, made] = []] = templatesOfModules(manifests)
  return sendTemplate(
    services,
    made!,
    { template: template!, data, key: randomUUID(), recipient },
    { begin: async () => true, end: async () => undefined },
  )
}

it('goes to the buyer of an order, to the customer of an account or to an address', async () => {
  const { number } = await writtenOrder(database.db, snapshotOf('sv'))
  const account = await createAccount(database.db, testActor, {
    store: 'de',
    email: 'eva@example.de',
    passwordHash: null,
  })
  const data = { gone: false }
  expect(await send({ to: { order: number }, data })).toBe('sent')
  expect(await send({ to: { account: account!.id }, data })).toBe('sent')
  expect(await send({ to: { store: 'no' }, data }, 'ola@example.no')).toBe('sent')
  expect(mails.map(({ to }) => to)).toEqual(['anna@example.se', 'eva@example.de', 'ola@example.no'])
  expect(mails[0]).toMatchObject({ kind: 'wrap-ready', subject: `Ready ${number}` })
  expect(mails[0]!.html).toContain('&#60;b&#62;Your parcel')
  expect(mails[0]!.text).toContain('See it: https://x.example')
})

it('is not sent once its cause is over, or nobody is there any more', async () => {
  expect(await send({ to: { store: 'no' }, data: { gone: true } }, 'ola@example.no')).toBe('not_owed')
  expect(await send({ to: { order: 'S999999' }, data: { gone: false } })).toBe('not_owed')
  expect(await send({ to: { account: 999_999 }, data: { gone: false } })).toBe('not_owed')
  await oweMail(database.db, { template: 'wrap-ready', data: {}, recipient: 'Ola@example.no' })
  await eraseMailsTo(database.db, 'ola@example.no')
  const { rows } = await sql`select from mail_outbox where template = 'wrap-ready'`.execute(database.db)
  expect(rows).toEqual([])
  expect(mails).toEqual([])
})

it('of ours has the words of the module that has some; a fault is logged under the name of its module', async () => {
  const account = await createAccount(database.db, testActor, {
    store: 'sv',
    email: 'eva@example.se',
    passwordHash: null,
  })
  const notice = {
    about: 'notice',
    accountId: account!.id,
    store: 'sv',
    event: 'passkey-added',
    at: 0,
  } as const
  const sendNotice = senderOf('account-mail', accountMail)
  await sendNotice({ ...services, reword: async () => null }, notice)
  await sendNotice(services, notice)
  const [own, other] = mails
  expect(other!.name).toBe(own!.name)
  expect(other!.subject).toBe(`Other: ${own!.subject}`)
  expect(own!.text).toContain('https://shop.example')
  expect(other!.text).not.toContain('https://shop.example')
  expect(warnings).toEqual([expect.objectContaining({ module: 'faulty', part: 'the mail account-notice' })])
})

it('adds lines to the order confirmation', async () => {
  const { id, number } = await writtenOrder(database.db, snapshotOf('sv'))
  await sql`insert into order_mail (order_id, kind) values (${id}, 'confirmation')`.execute(database.db)
  const confirm = senderOf('order-mail', orderMail)
  const orderLines = orderLinesOf(manifests, log)
  const renderInvoice = composeInvoiceRenderer()
  await confirm({ ...services, renderInvoice, orderLines }, { orderId: id, kind: 'confirmation' })
  expect(mails[0]!.text).toContain(`\nWrapped: ${number} & more\n`)
  expect(mails[0]!.html).toContain(`Wrapped: ${number} &amp; more`)
  expect(warnings).toEqual([expect.objectContaining({ module: 'faulty' })])
})

it('takes nothing for none, and logs an answer of another form', async () => {
  const others = new Map([
    ['silent', { orderMailLines: async () => undefined as never }],
    ['odd', { orderMailLines: async () => [1] as never }],
    ['right', { orderMailLines: async () => ['A line'] }],
  ])
  const lines = await database.db
    .transaction()
    .execute((trx) =>
      orderLinesOf(others, log)(
        { db: trx, clock: services.clock, publicUrl: services.publicUrl },
        { number: 'S1', store: 'sv' },
      ),
    )
  expect(lines).toEqual(['A line'])
  expect(warnings).toEqual([expect.objectContaining({ module: 'odd' })])
  const reword = rewordingOf(
    new Map([
      ['odd', { mailOverrides: { 'account-notice': async () => ({ subject: undefined }) as never } }],
    ]),
    log,
  )
  const own = {
    kind: 'account-notice',
    store: 'sv',
    order: null,
    subject: 'S',
    text: 'T',
    paragraphs: null,
  } as const
  const { clock, publicUrl } = services
  const content = await database.db.transaction().execute((trx) => reword({ db: trx, clock, publicUrl }, own))
  expect(content).toBe(null)
})
