import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hashSync } from 'bcryptjs'
import {
  createAccount,
  findLogin,
  replaceFormerPassword,
  updatePassword,
  verifyEmail,
} from '../domain/accounts/account-repository.server.ts'
import { optInsOfModules } from '../modules/opt-ins.server.ts'
import { sharedData } from '../catalogue-import/import-fixture.test-support.ts'
import { createKeyring } from '../domain/keys/keyring.server.ts'
import { erasedAmong } from '../domain/accounts/erased-address.server.ts'
import { hasMoved } from '../domain/accounts/has-moved.server.ts'
import { logIn } from '../domain/accounts/log-in.server.ts'
import { noSecurityLog } from '../test/no-security-log.ts'
import { eraseCustomer } from '../domain/personal-data/erase-customer.server.ts'
import { testKeys, testSecret } from '../test/keyring.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('sv')
const header =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Phone,Total Spent,Note,Tags'
const file = (...lines: string[]) => `\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`
const anna =
  "'1,Anna,Ek,Anna@Example.se,yes,,Storgatan 1,Stockholm,SE,111 22,'+46701234567,10.00,ring först,vip"

const accounts = async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select store, email, password_hash, email_verified_at, type,
    first_name, last_name, phone, street, postal_code, city from account order by email`.execute(shop.test.db)
  return rows
}
const newsletter = optInsOfModules.get('newsletter')!
const subscribers = async () => {
  const { rows } = await sql<{ email: string; source: string; isSubscribed: boolean }>`
    select email, source, unsubscribed_at is null as "isSubscribed" from newsletter_subscriber order by email`.execute(
    shop.test.db,
  )
  return rows
}
const entries = async () => {
  const { rows } = await sql<{ action: string; after: object }>`
    select action, after from audit_entry where object_kind = 'account' and action <> 'account.create' order by id`.execute(
    shop.test.db,
  )
  return rows
}

describe('customers of another shop', () => {
  it('who were erased in this shop do not come back by a file, until they open an account themselves', async () => {
    const { db } = shop.test
    await shop.imported(file(anna))
    const [account] = (await sql<{ id: number }>`select id from account`.execute(db)).rows
    const now = new Date(shop.now)
    const erasure = { keys: testKeys, accountId: account!.id, now }
    expect(await eraseCustomer(db, testActor, erasure)).toEqual({ ok: true })
    const remembered = async () =>
      (await sql<{ row: string }>`select erased_address::text as row from erased_address`.execute(db)).rows
    const [row] = await remembered()
    expect(row!.row).not.toMatch(/anna|example/i)

    const text = file(anna, "'2,Bo,Ek,bo@example.se,yes,,,,,,,0,,")
    const again = await shop.imported(text)
    expect(again).toMatchObject({ created: 1, refused: 1 })
    expect(again.reports).toMatchObject([{ row: 2, outcome: 'refused', code: 'erased_here' }])
    const rotated = createKeyring(['y'.repeat(32), testSecret])
    expect([...(await erasedAmong(db, rotated, ['anna@example.se']))]).toEqual(['anna@example.se'])
    expect((await accounts()).map(({ email }) => email)).toEqual([
      'bo@example.se',
      expect.stringMatching(/^erased-/),
    ])
    expect((await subscribers()).map(({ email }) => email)).toEqual(['bo@example.se'])

    await createAccount(db, testActor, { store: 'sv', email: 'anna@example.se', passwordHash: null })
    expect(await shop.imported(text)).toMatchObject({ refused: 0, changed: 1, unchanged: 1 })
    expect(await remembered()).toEqual([])
  })

  it('are counted before they go in: who would be added, who subscribed, and that most live elsewhere', async () => {
    const norwegian = "'2,Bo,,bo@example.no,yes,,,,NO,,,0,,"
    const text = file(anna, norwegian, "'3,Cam,,c@example.no,no,,,,,,'+4791234567,0,,")
    expect((await shop.imported(text, { dryRun: true })).audience).toEqual({
      added: 3,
      subscribed: 2,
      elsewhere: { country: 'NO', customers: 2, known: 3 },
    })
    expect((await shop.imported(file(anna))).audience).toEqual({ added: 1, subscribed: 1, elsewhere: null })
    expect((await shop.imported(file(anna))).audience).toMatchObject({ added: 0, subscribed: 0 })
  })

  it('are counted alike by a dry run and by the import, also those of several rows', async () => {
    const row = (at: number, email: string, consent: string) => `'${at},,,${email},${consent},,,,,,,0,,`
    // Rows far from each other are written in transactions of their own.
    const many = Array.from({ length: 600 }, (_, at) => row(at, `kund-${at}@example.se`, 'yes'))
    const again = [
      row(601, 'KUND-1@example.se', 'yes'),
      row(602, 'Kund-2@Example.SE', 'no'),
      row(603, 'kund-2@example.se', 'yes'),
      row(604, 'kund-599@example.se', 'no'),
      anna.replace('Anna@Example.se', 'kund-3@example.se'),
    ]
    const text = file(...many, ...again)
    const { reports: checkReports, ...check } = await shop.imported(text, { dryRun: true })
    const { reports, ...done } = await shop.imported(text)
    expect(check).toEqual({ ...done, dryRun: true })
    expect(checkReports).toEqual(reports)
    expect(check).toMatchObject({ created: 600, changed: 3, unchanged: 2, refused: 0 })
    expect(check.audience).toMatchObject({ added: 600, subscribed: 598 })
    expect(await accounts()).toHaveLength(600)
    expect((await subscribers()).filter(({ isSubscribed }) => isSubscribed)).toHaveLength(598)
  })

  it('get an account without a password, and the newsletter they accepted; a second import changes nothing', async () => {
    const text = file(anna, "'2,Bo,,bo@example.se,no,,,,,,,0,,", "'3,,,,yes,,,,,,'+46700000000,0,,")
    const first = await shop.imported(text)
    expect(first).toMatchObject({ holds: 'customers', read: 3, created: 2, refused: 1 })
    expect(first.table).toMatchObject({
      preset: 'shopify-customers',
      unusedColumns: ['Total Spent', 'Note', 'Tags'],
    })
    expect(first.reports).toMatchObject([{ row: 4, id: '3', code: 'missing', column: 'Email' }])
    expect(await accounts()).toMatchObject([
      {
        store: 'sv',
        email: 'anna@example.se',
        password_hash: null,
        email_verified_at: null,
        type: 'private',
        first_name: 'Anna',
        phone: '+46701234567',
        street: 'Storgatan 1',
        postal_code: '11122',
      },
      { email: 'bo@example.se', first_name: 'Bo' },
    ])
    expect(await subscribers()).toEqual([
      { email: 'anna@example.se', source: 'imported', isSubscribed: true },
    ])
    expect(await entries()).toEqual([
      { action: 'account.import', after: { newsletter: true } },
      { action: 'account.import', after: {} },
    ])
    expect(await shop.imported(text)).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 1 })
    expect(await entries()).toHaveLength(2)
  })

  it('keep what the account has: only what is empty is filled', async () => {
    const { db } = shop.test
    const kept = {
      store: 'sv',
      email: 'anna@example.se',
      passwordHash: 'x',
      firstName: 'Annika',
      street: 'Egen väg 9',
    } as const
    await createAccount(db, testActor, kept)
    expect(await shop.imported(file(anna))).toMatchObject({ created: 0, changed: 1 })
    expect(await accounts()).toMatchObject([
      {
        password_hash: 'x',
        first_name: 'Annika',
        last_name: 'Ek',
        phone: '+46701234567',
        street: 'Egen väg 9',
        city: '',
      },
    ])
    const [entry] = await entries()
    expect(entry!.after).toMatchObject({ changed: ['lastName', 'phone'], newsletter: true })
    const { rows } = await sql`select before, after from account_change`.execute(db)
    expect(rows).toEqual([
      { before: { lastName: '', phone: '' }, after: { lastName: 'Ek', phone: '+46701234567' } },
    ])
    // No personal data in the audit, which is never erased.
    const { rows: audit } = await sql<{ text: string }>`select e::text as text from audit_entry e`.execute(db)
    expect(audit.map(({ text }) => text).join()).not.toMatch(/anna|Ek"|4670/i)
  })

  it('with an account of another store get their address in the address book of this one, and the account stays as it is', async () => {
    await createAccount(shop.test.db, testActor, {
      store: 'no',
      email: 'anna@example.se',
      passwordHash: null,
    })
    await shop.imported(file(anna))
    expect(await accounts()).toMatchObject([
      { store: 'no', first_name: '', last_name: '', phone: '', street: '' },
    ])
    const { rows: changes } = await sql`select 1 from account_change`.execute(shop.test.db)
    expect(changes).toEqual([])
    expect(await subscribers()).toMatchObject([{ email: 'anna@example.se', isSubscribed: true }])
    const { rows } = await sql`select store, kind, street, is_default from account_address`.execute(
      shop.test.db,
    )
    expect(rows).toEqual([{ store: 'sv', kind: 'delivery', street: 'Storgatan 1', is_default: true }])
    expect(await shop.imported(file(anna))).toMatchObject({ unchanged: 1 })
  })

  it('who ended the newsletter here do not get it again, and those who confirmed it here keep it', async () => {
    const { db } = shop.test
    const since = new Date('2026-01-01T00:00:00Z')
    for (const email of ['anna@example.se', 'bo@example.se'])
      await newsletter.start(db, { store: 'sv', email }, since)
    await newsletter.end(db, { store: 'sv', email: 'anna@example.se' }, since)
    const result = await shop.imported(file(anna, "'2,Bo,,bo@example.se,no,,,,,,,0,,"))
    expect(result.reports).toEqual([
      {
        outcome: 'noted',
        row: 2,
        line: 2,
        id: '1',
        code: 'unsubscribed_here',
        column: 'Accepts Email Marketing',
      },
    ])
    expect(await subscribers()).toEqual([
      { email: 'anna@example.se', source: 'confirmed', isSubscribed: false },
      { email: 'bo@example.se', source: 'confirmed', isSubscribed: true },
    ])
  })

  it('whose newer file says no lose the newsletter that an import gave them', async () => {
    await shop.imported(file(anna))
    expect(await shop.imported(file(anna.replace('yes', 'no')))).toMatchObject({ changed: 1 })
    expect(await subscribers()).toMatchObject([{ isSubscribed: false }])
    await shop.imported(file(anna))
    expect(await subscribers()).toMatchObject([{ isSubscribed: false }])
  })

  it('are not written by a dry run', async () => {
    expect(await shop.imported(file(anna), { dryRun: true })).toMatchObject({ created: 1 })
    expect(await accounts()).toEqual([])
    expect(await subscribers()).toEqual([])
  })
})

const moving = join(sharedData, 'moving-in')
it.skipIf(!existsSync(moving))('the export of Shopify in SHARED_DATA goes in', async () => {
  const text = readFileSync(join(moving, 'shopify-customers.csv'))
  const result = await shop.imported(text, { store: 'no' })
  expect(result).toMatchObject({ read: 3, created: 2, unchanged: 0, changed: 1, refused: 0 })
  expect(result.reports).toMatchObject([
    { row: 3, id: '7002', outcome: 'repaired', code: 'same_address' },
    { row: 4, id: '7003', outcome: 'repaired', code: 'other_country' },
  ])
  expect(await accounts()).toMatchObject([
    {
      email: 'ase.oberg@example.no',
      first_name: 'Åse',
      last_name: "O'Berg",
      postal_code: '0150',
      city: 'Ås',
    },
    { email: 'jg@example.de', first_name: 'Jürgen', last_name: 'Groß', street: '' },
  ])
  // The second row of the address says no.
  expect(await subscribers()).toEqual([
    { email: 'ase.oberg@example.no', source: 'imported', isSubscribed: false },
    { email: 'jg@example.de', source: 'imported', isSubscribed: true },
  ])
  expect(await shop.imported(text, { store: 'no' })).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
})

describe('customers of WooCommerce whose passwords are in the file', () => {
  const columns = 'customer_id;user_email;first_name;last_name;billing_address_1;billing_postcode;user_pass'
  const table = (...lines: string[]) => `${columns}\n${lines.join('\n')}\n`
  const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
  const tryPassword = async (email: string, password: string) => {
    const { ok } = await logIn(
      { db: shop.test.db, keys: testKeys, clock: () => shop.now, security: noSecurityLog },
      { email, password, network: '192.0.2.1', device: null, deviceLabel: null },
    )
    return ok
  }
  const stored = async () =>
    (
      await sql<{ email: string; own: string | null; former: string | null }>`
        select email, left(password_hash, 9) as own, former_password_hash as former from account order by email`.execute(
        shop.test.db,
      )
    ).rows

  it('log in with them once, and have a password of this shop from then on', async () => {
    const bcrypt = hashSync('Sommar 2024', 4)
    const result = await shop.imported(
      table(
        `1;anna@example.se;Anna;Ek;Storgatan 1;111 22;${phpass}`,
        `2;bo@example.se;Bo;Ek;Storgatan 2;111 22;${bcrypt}`,
        '3;cia@example.se;Cia;Ek;Storgatan 3;111 22;hemligt',
      ),
    )
    expect(result).toMatchObject({ created: 3, refused: 0 })
    // Neither the password nor a word of it is in a report.
    expect(result.reports).toMatchObject([{ row: 4, code: 'field_left_out', column: 'user_pass' }])
    expect(JSON.stringify(result.reports)).not.toContain('hemligt')
    expect(result.table).toMatchObject({ unusedColumns: [] })
    expect(await hasMoved(shop.test.db, 'sv', 'account')).toBe(true)

    expect(await tryPassword('anna@example.se', 'Sommar 2024')).toBe(false)
    expect(await tryPassword('nobody@example.se', 'test12345')).toBe(false)
    expect(await tryPassword('cia@example.se', 'hemligt')).toBe(false)
    expect(await tryPassword('anna@example.se', 'test12345')).toBe(true)
    expect(await tryPassword('Bo@Example.se', 'Sommar 2024')).toBe(true)
    expect(await stored()).toEqual([
      { email: 'anna@example.se', own: '$argon2id', former: null },
      { email: 'bo@example.se', own: '$argon2id', former: null },
      { email: 'cia@example.se', own: null, former: null },
    ])
    expect(await tryPassword('anna@example.se', 'test12345')).toBe(true)
    expect(await tryPassword('anna@example.se', 'test1234')).toBe(false)
  })

  it('do not open an account that has a password of this shop, or whose owner has proved the address', async () => {
    const { db } = shop.test
    await createAccount(db, testActor, { store: 'sv', email: 'anna@example.se', passwordHash: null })
    await createAccount(db, testActor, { store: 'sv', email: 'bo@example.se', passwordHash: null })
    await createAccount(db, testActor, { store: 'no', email: 'cia@example.se', passwordHash: null })
    await createAccount(db, testActor, { store: 'sv', email: 'dag@example.se', passwordHash: null })
    await sql`update account set email_verified_at = now() where email = 'bo@example.se'`.execute(db)
    const rows = ['anna', 'bo', 'cia'].map(
      (name, at) => `${at};${name}@example.se;Anna;Ek;Storgatan 1;111 22;${phpass}`,
    )
    await shop.imported(table(...rows))
    expect((await stored()).map(({ email, former }) => [email, former])).toEqual([
      ['anna@example.se', phpass],
      ['bo@example.se', null],
      ['cia@example.se', null],
      ['dag@example.se', null],
    ])
    // A node of the release before sets passwords without deleting the former one, which counts no longer.
    await sql`update account set password_hash = ${'$argon2id$v=19$m=19456,t=2,p=1$' + 'A'.repeat(22) + '$' + 'A'.repeat(43)}
      where email = 'anna@example.se'`.execute(db)
    expect(await tryPassword('anna@example.se', 'test12345')).toBe(false)
    expect(await tryPassword('dag@example.se', 'test12345')).toBe(false)
  })

  it('do not replace a password that is set while one is checked, and go with all passkeys when the address is proved', async () => {
    const { db } = shop.test
    await shop.imported(table(`1;anna@example.se;Anna;Ek;Storgatan 1;111 22;${phpass}`))
    const { id, formerPasswordHash } = (await findLogin(db, 'anna@example.se'))!
    const own = { formerHash: formerPasswordHash!, passwordHash: 'of the old password' }
    await sql`insert into passkey (credential_id, account_id, public_key, counter, transports, name, backed_up, created_at, used_at)
      values ('of somebody else', ${id}, '\\xcafe', 1, '{}', 'Phone', true, now(), now())`.execute(db)
    await updatePassword(db, id, 'of the owner')
    expect(await replaceFormerPassword(db, id, own)).toBe(false)
    expect((await findLogin(db, 'anna@example.se'))!.passwordHash).toBe('of the owner')
    await verifyEmail(db, id, shop.now)
    expect((await sql`select from passkey`.execute(db)).rows).toEqual([])
    await sql`insert into passkey (credential_id, account_id, public_key, counter, transports, name, backed_up, created_at, used_at)
      values ('of the owner', ${id}, '\\xcafe', 1, '{}', 'Phone', true, now(), now())`.execute(db)
    await verifyEmail(db, id, shop.now)
    expect((await sql`select from passkey`.execute(db)).rows).toHaveLength(1)
  })

  it('are erased with their customer', async () => {
    await shop.imported(table(`1;anna@example.se;Anna;Ek;Storgatan 1;111 22;${phpass}`))
    const [account] = (await sql<{ id: number }>`select id from account`.execute(shop.test.db)).rows
    const erasure = { keys: testKeys, accountId: account!.id, now: new Date(shop.now) }
    expect(await eraseCustomer(shop.test.db, testActor, erasure)).toEqual({ ok: true })
    expect(await stored()).toMatchObject([{ own: null, former: null }])
  })
})
