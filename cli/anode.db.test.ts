import { minor } from '../domain/money/money.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findLogin, createAccount } from '../domain/accounts/account-repository.server.ts'
import { admitPasswordWork } from '../domain/accounts/password.server.ts'
import { logInByToken } from '../domain/accounts/log-in.server.ts'
import { openSession, readSession } from '../domain/accounts/sessions.server.ts'
import { randomCardCode } from '../domain/gift-cards/gift-card-code.server.ts'
import { insertGiftCard } from '../domain/gift-cards/gift-card-repository.server.ts'
import { createKeyring } from '../domain/keys/keyring.server.ts'
import { noSecurityLog } from '../test/no-security-log.ts'
import { keepAddresses } from '../server/node-setting.ts'
import { testKeys } from '../test/keyring.ts'
import { runAnode, runAnodeProcess } from '../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { testActor } from '../test/test-actor.ts'
import { toSku } from '../domain/products/sku.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-cli-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const shop = () => ({ dataDir: folder, databaseUrl: test.url })
const anode = (...words: string[]) => runAnode(shop(), words)

/** In a process of its own. `piped`: its standard input. */
const anodeReading = (piped: string, ...words: string[]) => runAnodeProcess(shop(), words, piped)

const header = 'id\ttitle\tprice\tavailability'

it('ends an import with 0 when every row went in, with 2 and a report when some were refused', async () => {
  const file = join(folder, 'feed.tsv')
  await writeFile(file, `${header}\nT-1\tBatteri\t49.00 SEK\tin_stock\n`)
  const good = await anode('import', 'products', file, '--store', 'sv', '--json')
  expect(good.code).toBe(0)
  expect(JSON.parse(good.out)).toMatchObject({ created: 1, refused: 0, report: null })
  await writeFile(file, `${header}\nT-1\tBatteri\t49.00 SEK\tin_stock\nT-2\tBatteri\t\tin_stock\n`)
  const partly = await anodeReading('', 'import', 'products', file, '--store', 'sv')
  expect(partly.code).toBe(2)
  expect(partly.err).toContain('Row 3, id T-2, “Batteri”: price is missing.')
  const report = /Report: (.+)/.exec(partly.out)?.[1] ?? ''
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    row: 3,
    code: 'missing',
    column: 'price',
  })
})

it('imports a file for several stores to all of them, or to none', async () => {
  const ofStore = (store: string) =>
    [
      ['title', `Title (${store})`],
      ['description', `Text (${store})`],
      ['price', `Price (${store})`],
    ].map(([field, column]) => ({ field, column, text: '', steps: [], store }))
  const common = [
    { field: 'id', column: 'Nr', text: '', steps: [] },
    { field: 'quantity', column: 'Stock', text: '', steps: [] },
  ]
  await sql`insert into import_mapping (name, fields, store_fields, updated_at) values ('Two stores',
    ${JSON.stringify(common)}, ${JSON.stringify([...ofStore('sv'), ...ofStore('de')])}, now())`.execute(
    test.db,
  )
  const file = join(folder, 'several.csv')
  const columns = 'Nr;Stock;Title (sv);Text (sv);Price (sv);Title (de);Text (de);Price (de)'
  const write = (price: string, german: string) =>
    writeFile(
      file,
      [
        columns,
        ...[1, 2, 3, 4, 5].map((n) => `SEV-${n};5;Lampa;Lyser.;${price};Lampe;${german};9,90`),
        '',
      ].join('\n'),
    )
  const run = (...more: string[]) => anode('import', 'products', file, '--mapping', 'Two stores', ...more)
  const swedish = async () => {
    const { rows } = await sql<{ price: number }>`select distinct t.price_minor as price from price_tier t
      join product p on p.id = t.product_id where starts_with(p.sku, 'SEV-') and t.store = 'sv'`.execute(
      test.db,
    )
    return rows.map(({ price }) => price)
  }
  await write('99', 'Leuchtet.')
  expect((await run()).code).toBe(0)
  // The German texts are missing: not even the Swedish prices go in.
  await write('89', '')
  for (const clear of [[], ['--clear', 'description'], ['--clear', 'sv:description']]) {
    const refused = await run(...clear)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('Store de: ')
    expect(refused.err).toContain('de:description of 5 of 5 products')
    expect(refused.err).toContain('Nothing was imported to any store.')
    expect(await swedish()).toEqual([9900])
  }
  expect((await run('--clear', 'de:description')).code).toBe(0)
  expect(await swedish()).toEqual([8900])
  await sql`delete from product where starts_with(sku, 'SEV-')`.execute(test.db)
})

it('imports by a mapping from the heading line that was chosen for it', async () => {
  const fields = [
    ['id', 'Nr'],
    ['title', 'Text'],
    ['price', 'Pris'],
    ['quantity', 'Saldo'],
  ].map(([field, column]) => ({ field, column, text: '', steps: [] }))
  await sql`insert into import_mapping (name, fields, header_row, updated_at)
    values ('Two lines', ${JSON.stringify(fields)}, 2, now())`.execute(test.db)
  const file = join(folder, 'two-lines.csv')
  const run = () => anode('import', 'products', file, '--store', 'sv', '--mapping', 'Two lines', '--dry-run')
  await writeFile(file, 'Nr;Text;Pris;Saldo\nNr;Text;Pris;Saldo\nHED-1;Lampa;99,00;5\n')
  const { code, out } = await run()
  expect(code).toBe(0)
  expect(out).toContain('named in row 2')
  await writeFile(file, 'Nr;Text;Pris;Saldo\nHED-1;Lampa;99,00;5\n')
  const refused = await run()
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('takes the names of the columns from row 2; in this file they are in row 1')
})

it('adds a hint for words of a search, changes, lists and removes it', async () => {
  const words = [
    'hint',
    'add',
    'Gamla batterier tar vi emot.',
    '--store',
    'sv',
    '--title',
    'Lämna batterier',
    '--json',
  ]
  const added = await anode(...words, '--for', 'pant, återvinn*', '--url', '/sv/recycling')
  expect(added.code).toBe(0)
  const { id } = JSON.parse(added.out) as { id: number }
  const changed = await anode(...words, '--for', 'pant', '--url', '/sv/recycling', '--redirect')
  expect(JSON.parse(changed.out)).toEqual({ id, new: false, store: 'sv', url: '/sv/recycling' })
  const listed = await anode('hint', 'list', '--store', 'sv', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ id, triggers: 'pant', redirect: true }])
  const elsewhere = await anode(...words, '--for', 'pant', '--url', 'https://example.com/')
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('a path of the store')])
  expect((await anode('hint', 'remove', String(id))).code).toBe(0)
  expect((await anode('hint', 'remove', String(id))).err).toContain(`There is no hint ${id}.`)
})

it('opens an account once per address, however it is spelled, lists it and makes its link', async () => {
  const create = ['user', 'create', '--email', ' Inkop@Example.se', '--store', 'sv', '--company', 'Verkstan']
  const opened = await anode(...create, '--discount', 'B2=8', '--discount', 'B4=12.5', '--json')
  expect(JSON.parse(opened.out)).toMatchObject({
    email: 'inkop@example.se',
    type: 'business',
    discounts: 'B2 8 %, B4 12.5 %',
  })
  const again = await anode(...create)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('has an account already')])
  const { out } = await anode('user', 'list', '--json')
  expect(JSON.parse(out)).toMatchObject([
    { email: 'inkop@example.se', orders: 0, discounts: 'B2 8 %, B4 12.5 %' },
  ])
  expect(out).not.toContain('argon2')
  const { link } = JSON.parse((await anode('user', 'token', 'INKOP@example.se', '--json')).out) as {
    link: string
  }
  expect(link).toMatch(/\/sv\?token=[\w-]{43}$/)
  expect((await anode('user', 'token', 'a@b.se')).err).toContain('a@b.se has no account.')
}, 240_000)

it('reads a customer’s password from a pipe, and rejects one in its arguments, which others can read', async () => {
  const create = ['user', 'create', '--store', 'sv', '--password', '--email']
  const short = await runAnode(shop(), [...create, 'a@b.se'], 'sju tkn\n')
  expect([short.code, short.err]).toEqual([1, expect.stringContaining('8 to 200 characters')])
  expect((await anodeReading('rätt häst\n', ...create, 'a@b.se')).code).toBe(0)
  const login = await findLogin(test.db, 'a@b.se')
  expect(await admitPasswordWork(({ isMatch }) => isMatch(login!.passwordHash, 'rätt häst'))).toBe(true)
  const result = await anode(
    'user',
    'create',
    '--store',
    'sv',
    '--email',
    'c@d.se',
    '--password',
    'rätt häst',
  )
  expect([result.code, result.err]).toEqual([1, expect.stringContaining('too many arguments')])
}, 240_000)

it('rejects with a message, without a stack, and exits with 1', async () => {
  const blank = join(folder, 'blank.tsv')
  await writeFile(blank, '\n\n')
  for (const [words, message] of [
    [['import', 'products', 'none.tsv', '--store', 'sv'], 'There is no file none.tsv.'],
    [['import', 'products', '.', '--store', 'sv'], '. is a folder, not a file.'],
    [['import', 'products', blank, '--store', 'sv'], 'The file holds nothing but blank lines.'],
    [['import', 'products', 'none.tsv', '--store', 'fr'], 'It must be one of sv, no, de, da.'],
    [['export', 'products'], 'A feed belongs to one store: say --store sv, no, de or da.'],
    [['order', 'show', 'S1'], 'There is no order S1.'],
    [['bogus'], "unknown command 'bogus'"],
  ] as const) {
    const { code, err } = await anode(...words)
    expect(err, words.join(' ')).toContain(message)
    expect(err).not.toContain('    at ')
    expect(code).toBe(1)
  }
}, 240_000)

it('writes an export atomically to a file, or to the output', async () => {
  const file = join(folder, 'out.tsv')
  expect((await anode('export', 'products', '--store', 'sv', '--out', file)).code).toBe(0)
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')).toHaveLength(3)
  expect((await anodeReading('', 'export', 'products', '--store', 'sv')).out).toBe(text)
  expect((await anode('export', 'products', '--store', 'sv', '--out', join(folder, 'no', 'x'))).code).toBe(1)
  expect(existsSync(`${file}.part`)).toBe(false)
}, 240_000)

it('builds the index and reports its status', async () => {
  expect(JSON.parse((await anode('index', 'status', '--json')).out)).toMatchObject({ state: 'missing' })
  expect(JSON.parse((await anode('index', 'rebuild', '--json')).out)).toMatchObject({ rebuilt: true })
  expect(JSON.parse((await anode('index', 'status', '--json')).out)).toMatchObject({
    state: 'usable',
    products: 1,
    writer: false,
  })
}, 240_000)

it('explains every command with examples', async () => {
  for (const words of [
    ['migrate'],
    ['import', 'products'],
    ['export', 'products'],
    ['index', 'rebuild'],
    ['index', 'status'],
    ['demo', 'load'],
    ['order'],
  ]) {
    const { out, code } = await anode(...words, '--help')
    expect(out, words.join(' ')).toContain('Examples:')
    expect(code).toBe(0)
  }
}, 240_000)

// The last one: the tests before it count the products.
it('imports the complete rows of a file that is cut off, and reports them', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_, row) => `C-${row}\tBatteri ${row * 7919}\t49.00 SEK\tin_stock`,
  )
  const whole = gzipSync([header, ...rows, ''].join('\n'))
  const file = join(folder, 'cut.tsv.gz')
  await writeFile(file, whole.subarray(0, whole.length * 0.9))
  const { code, err } = await anodeReading('', 'import', 'products', file, '--store', 'sv')
  expect(code).toBe(1)
  expect(err).toMatch(
    /cut\.tsv\.gz is damaged or cut off: unexpected end of file\.\nOf the [\d,]+ rows before that: /,
  )
  const created = Number(/([\d,]+) created/.exec(err)?.[1]?.replace(',', ''))
  const found = await test.db.selectFrom('product').select('sku').where('sku', 'like', toSku('C-%')).execute()
  expect(found).toHaveLength(created)
  expect(created % 1000).toBeGreaterThan(0)
}, 240_000)

it('ends the sessions of one customer, or all of them', async () => {
  const clock = Date.now
  const made = await Promise.all(
    ['ada@example.se', 'bo@example.se'].map((email) =>
      createAccount(test.db, testActor, { store: 'sv', email, passwordHash: null }),
    ),
  )
  const pairs = await Promise.all(
    made.map((account) => openSession({ db: test.db, clock }, { accountId: account!.id })),
  )
  const open = async () =>
    Promise.all(pairs.map(async ({ access }) => (await readSession({ db: test.db, clock }, access)) !== null))
  expect(await open()).toEqual([true, true])
  expect(await anode('session', 'end-all', '--user', 'nobody@example.se')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no account'),
  })
  const one = await anode('session', 'end-all', '--user', 'Ada@example.se', '--json')
  expect(JSON.parse(one.out)).toEqual({ ended: 1 })
  expect(await open()).toEqual([false, true])
  expect((await anode('session', 'end-all')).out).toBe('ended  1\n')
  expect(await open()).toEqual([false, false])
}, 240_000)

it('counts what depends on which secret', async () => {
  const former = createKeyring(['f'.repeat(32)])
  const code = randomCardCode()
  await insertGiftCard(test.db, former, { code, store: 'sv', currency: 'SEK', amountMinor: minor(5_000) })
  const rows = JSON.parse((await anode('secret', 'status', '--json')).out)
  const current = createKeyring(['x'.repeat(40)])
  expect(rows).toEqual([
    { secret: current.id, is: 'SECRET', gift_cards: expect.any(Number) },
    { secret: former.id, is: 'not listed: these cards are not found', gift_cards: 1 },
  ])
})

it('prints login links with the address of the running shop, and records who gave the command', async () => {
  const account = await createAccount(test.db, testActor, {
    store: 'da',
    email: 'lone@example.dk',
    passwordHash: null,
  })
  const linkOf = async (...words: string[]) =>
    JSON.parse((await anode(...words, '--json')).out).link as string
  await keepAddresses(test.db, { public_url: 'https://shop.example:8443' }, console)
  const link = new URL(await linkOf('user', 'token', 'Lone@example.dk'))
  expect(link.origin + link.pathname).toBe('https://shop.example:8443/da')
  const services = { db: test.db, keys: testKeys, clock: Date.now, security: noSecurityLog }
  const login = { token: link.searchParams.get('token')!, network: '192.0.2.1', deviceLabel: null }
  expect(await logInByToken(services, login)).toMatchObject({ ok: true, accountId: account!.id })
  expect(await linkOf('staff', 'link')).toMatch(/^https:\/\/shop\.example:8443\/api\/staff-pass\//)

  const actions = JSON.parse((await anode('action', 'list', '--json')).out)
  const digest = createKeyring(['x'.repeat(40)])
    .digest('log-address', 'lone@example.dk')
    .toString('hex')
  expect(actions.slice(0, 3)).toMatchObject([
    { command: 'action list' },
    { command: 'staff link' },
    {
      command: `user token email:${digest.slice(0, 16)}`,
      user: expect.stringContaining(userInfo().username),
    },
  ])
}, 240_000)

it('invites staff with a link to the back office, and changes their roles', async () => {
  await keepAddresses(test.db, { admin_url: 'https://office.example' }, console)
  expect((await anode('staff', 'invite', 'karin@anode.example')).code).not.toBe(0)
  const invited = await anode('staff', 'invite', 'karin@anode.example', '--role', 'owner', '--json')
  expect(JSON.parse(invited.out).link).toMatch(/^https:\/\/office\.example\/invitation#[\w-]{43}$/)
  await anode('staff', 'roles', 'karin@anode.example', '--role', 'service', '--store', 'sv')
  expect(JSON.parse((await anode('staff', 'list', '--json')).out)).toMatchObject([
    { email: 'karin@anode.example', status: 'invited', roles: 'service:sv', passkeys: 0 },
  ])
  await sql`update staff set failed_sign_ins = 10, locked_at = now()`.execute(test.db)
  expect(JSON.parse((await anode('staff', 'list', '--json')).out)).toMatchObject([{ status: 'locked' }])
  expect((await anode('staff', 'unlock', 'karin@anode.example')).code).toBe(0)
  expect((await sql`select failed_sign_ins, locked_at from staff`.execute(test.db)).rows).toEqual([
    { failed_sign_ins: 0, locked_at: null },
  ])
}, 240_000)
