import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testKeys } from '../../test/keyring.ts'
import { admitMail, tidyMailCounts, type MailRequest } from './mail-gate.server.ts'
import { mailLimits, type MailLimits } from './mail-limits.ts'

let test: TestDatabase
let now = Date.UTC(2026, 10, 20, 9)
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() => sql`truncate mail_count`.execute(test.db))

const admit = (request: Partial<MailRequest>, limits?: MailLimits) =>
  test.db
    .transaction()
    .execute((trx) =>
      admitMail(
        trx,
        { keys: testKeys, clock: () => now, ...(limits && { mailLimits: limits }) },
        { kind: 'password-reset', recipient: 'anna@example.se', network: '192.0.2.1', ...request },
      ),
    )
const admitted = async (requests: Partial<MailRequest>[]) =>
  (await Promise.all(requests.map((request) => admit(request)))).filter(({ ok }) => ok).length

describe('mails caused by visitors', () => {
  it('are limited per recipient, also for concurrent requests from many networks', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => ({ network: `192.0.2.${index}` }))
    expect(await admitted(requests)).toBe(mailLimits.perKind['password-reset'].recipient.mails)
    expect(await admitted([{ network: '198.51.100.1', recipient: 'bo@example.se' }])).toBe(1)
  })

  it('are limited per mailbox, in any spelling of its address', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => ({
      recipient: `anna+${index}@example.se`,
      network: `192.0.2.${index}`,
    }))
    expect(await admitted(requests)).toBe(mailLimits.perKind['password-reset'].recipient.mails)
  })

  it('are limited per network, and a network over its limit does not count against a recipient', async () => {
    const { mails } = mailLimits.perKind['password-reset'].network
    const others = Array.from({ length: mails + 10 }, (_, index) => ({ recipient: `x${index}@example.se` }))
    expect(await admitted(others)).toBe(mails)
    expect(await admit({})).toMatchObject({ ok: false, code: 'network_limit' })
    expect(await admit({ network: '198.51.100.7' })).toEqual({ ok: true })
  })

  it('are limited over all kinds, per network and for unconfirmed addresses', async () => {
    const all: MailLimits = { ...mailLimits, network: { mails: 2, windowMs: 1000 } }
    const kinds = ['password-reset', 'account-opening', 'staff-sign-in'] as const
    const answers = []
    for (const kind of kinds) answers.push((await admit({ kind }, all)).ok)
    expect(answers).toEqual([true, true, false])

    await sql`truncate mail_count`.execute(test.db)
    const { mails } = mailLimits.unproven
    let sent = 0
    for (let index = 0; index < 4; index++)
      for (const kind of ['account-opening', 'company-invitation'] as const)
        if ((await admit({ kind, network: `203.0.113.${index}` })).ok) sent++
    expect(sent).toBeLessThanOrEqual(mails)
    // Mails the owner requests are not blocked by those that strangers requested.
    expect(await admit({ kind: 'password-reset', network: '198.51.100.9' })).toEqual({ ok: true })
  })

  it('are allowed again when the window has ended, and the table contains no addresses', async () => {
    const { recipient } = mailLimits.perKind['password-reset']
    for (let index = 0; index < recipient.mails; index++) await admit({ network: null })
    const refused = await admit({ network: null })
    expect(refused).toEqual({ ok: false, code: 'recipient_limit', until: new Date(now + recipient.windowMs) })
    now += recipient.windowMs
    expect(await admit({ network: null })).toEqual({ ok: true })
    const { rows } = await sql<{ text: string }>`
      select convert_from(key, 'LATIN1') as text from mail_count`.execute(test.db)
    expect(JSON.stringify(rows)).not.toMatch(/anna|192\.0/)
    await sql`update mail_count set resets_at = now() - interval '1 second'`.execute(test.db)
    await tidyMailCounts(test.db)
    expect((await sql`select 1 from mail_count`.execute(test.db)).rows).toHaveLength(0)
  })
})
