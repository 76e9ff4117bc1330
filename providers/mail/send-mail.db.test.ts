import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailLimits } from '../../domain/mail/mail-limits.ts'
import { mailKinds, topicOf, type MailKind } from '../../domain/mail/mail-kind.ts'
import { changeMailPreferences } from '../../domain/notifications/mail-preferences.server.ts'
import type { Mail } from './mailer.ts'
import { testDatabase } from '../../test/database.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'
import { MailLimitReached, sendMail } from './send-mail.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const now = { at: Date.UTC(2026, 10, 20, 9) }
const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => ({ messageId: String(sent.push(mail)) }) }
/** One mail of each kind is a day's limit. */
const oneADay = {
  ...mailLimits,
  daily: Object.fromEntries(mailKinds.map((kind) => [kind, 1])) as typeof mailLimits.daily,
}
const services = () => ({
  db: database.db,
  mailer,
  keys: testKeys,
  publicUrl: 'https://shop.example',
  clock: () => now.at,
  mailLimits: oneADay,
})

const send = (kind: MailKind, to = 'anna@example.se', using = services()) =>
  database.db.transaction().execute((trx) =>
    sendMail(trx, using, {
      name: `test-${kind}`,
      kind,
      store: 'sv',
      to,
      subject: 'Hej',
      html: '<p>Hej</p>',
      text: 'Hej',
      date: new Date(now.at),
    }),
  )

describe('the one place where mails leave the shop', () => {
  it('limits every kind of mail per recipient and day, in any spelling of the address', async () => {
    for (const kind of mailKinds) {
      expect((await send(kind)).messageId, kind).not.toBeNull()
      await expect(send(kind, 'Anna+shop@example.se'), kind).rejects.toThrow(MailLimitReached)
    }
    expect(sent).toHaveLength(mailKinds.length)
    now.at += 24 * 3_600_000
    expect((await send('order-shipped')).messageId).not.toBeNull()
  })

  it('does not count a mail that could not be sent', async () => {
    const away = { ...services(), mailer: { send: () => Promise.reject(new Error('away')) } }
    await expect(send('order-refund', 'bo@example.se', away)).rejects.toThrow('away')
    expect((await send('order-refund', 'bo@example.se')).messageId).not.toBeNull()
  })

  it('is the only one', () => {
    const callers = globSync('{api,cli,demo,domain,modules,providers,server}/**/*.{ts,tsx}')
      .filter((path) => !path.includes('test'))
      .filter((path) => /[mM]ailer\.send\(/.test(readFileSync(path, 'utf8')))
    expect(callers.toSorted()).toEqual(['providers/mail/send-mail.ts', 'server/jobs/watch-mailer.ts'])
  })

  it('gives mails that can be refused the headers of RFC 8058, and only those', async () => {
    sent.length = 0
    now.at += 24 * 3_600_000
    for (const kind of mailKinds) await send(kind, 'cleo@example.se')
    for (const { kind, headers } of sent) {
      const topic = topicOf(kind)
      if (topic === null) expect(headers, kind).toBeUndefined()
      else
        expect(headers, kind).toEqual({
          'List-Unsubscribe': expect.stringMatching(
            new RegExp(
              `^<https://shop\\.example/api/one-click-unsubscribe/sv/${topic}\\?recipient=[\\w-]+\\.[\\w-]{43}>$`,
            ),
          ),
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        })
    }
    expect(sent.filter(({ kind }) => topicOf(kind) !== null)).not.toEqual([])
  })

  it('does not send what its recipient refused', async () => {
    const recipient = { store: 'sv', email: 'dag@example.se' } as const
    const kind = mailKinds.find((each) => topicOf(each) !== null)!
    await changeMailPreferences(services(), testActor, recipient, { [topicOf(kind)!]: false })
    expect(await send(kind, recipient.email)).toEqual({ messageId: null })
    expect((await send('order-shipped', recipient.email)).messageId).not.toBeNull()
  })
})
