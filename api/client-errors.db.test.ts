import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readClientError } from '../domain/client-errors/client-error.ts'
import {
  listClientErrors,
  storeReports,
  tidyClientErrors,
} from '../domain/client-errors/client-error-repository.server.ts'
import { runAnode } from '../test/anode-command.ts'
import { testApp, testServices } from '../test/composition.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'

let test: TestDatabase
let now = Date.UTC(2026, 10, 23, 9)
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(async () => {
  await test.db.deleteFrom('client_error').execute()
})

async function reporting() {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const app = await testApp(testServices({ db: test.db, clock: () => now }), { log })
  const report = (payload: object, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/captuerr', remoteAddress, payload: { ...fault, ...payload } })
  return { report, lines, close: () => app.close() }
}

const fault = {
  error: 'x is undefined',
  level: 'error',
  stack: 'TypeError: x\n at f (https://shop.example/assets/cart-Ab3_dE5g.js:1:2)',
  url: 'https://shop.example/sv/a?token=secret',
}
const anode = (...words: string[]) => runAnode({ dataDir: '', databaseUrl: test.url }, ['errors', ...words])

it('[API-28] a report is logged without anything that opens an order or an account', async () => {
  const { report, lines, close } = await reporting()
  const receipt = `https://shop.example/sv/checkout/confirmation/${'0123456789abcdef'.repeat(2)}`
  const stack = `at f (${receipt}?token=secret:12:3)\nat g (https://shop.example/assets/a.js:1:2)`
  expect((await report({ stack, url: `${receipt}?token=secret#top` })).statusCode).toBe(204)
  const { clientError } = lines.map((line) => JSON.parse(line)).find((line) => line.clientError)
  expect(clientError).toMatchObject({ error: 'x is undefined', path: '/sv/checkout/confirmation/:id' })
  expect(clientError.stack).toBe(
    'at f (https://shop.example/sv/checkout/confirmation/:id:12:3)\nat g (https://shop.example/assets/a.js:1:2)',
  )
  await close()
})

it('[API-28] a report with characters that cannot be stored takes no other with it', async () => {
  const { report, close } = await reporting()
  for (const error of ['a\u0000b', 'c\ud800d', 'e\u001b[0m', 'last'])
    await report({ error, stack: `${error}\n at f${error} (https://shop.example/a.js:1:2)` })
  await close()
  const stored = await listClientErrors(test.db, { limit: 10 })
  expect(stored.map(({ message }) => message).toSorted()).toEqual(['a b', 'c\ufffdd', 'e [0m', 'last'])
})

it('[ERROR-08] a thousand equal reports are one row per store', async () => {
  const { report, close } = await reporting()
  for (let at = 0; at < 1000; at++) {
    const url = `https://shop.example/sv/product-${at}?token=${at}`
    expect((await report({ url }, `192.0.2.${at % 25}`)).statusCode).toBe(204)
  }
  await report({ url: 'https://shop.example/de/a' }, '192.0.3.1')
  await close()
  const stored = await listClientErrors(test.db, { limit: 10 })
  expect(stored.map(({ store, reports }) => ({ store, reports }))).toEqual(
    expect.arrayContaining([
      { store: 'sv', reports: 1000 },
      { store: 'de', reports: 1 },
    ]),
  )
  expect(stored).toHaveLength(2)
  expect(JSON.stringify(stored)).not.toContain('token')
})

it('one address reports at most sixty faults per minute', async () => {
  const { report, close } = await reporting()
  const codes = []
  for (let at = 0; at < 61; at++)
    codes.push((await report({ error: `fault ${'abcdef'[at % 6]}` })).statusCode)
  expect(codes.slice(0, 60).every((code) => code === 204)).toBe(true)
  expect(codes[60]).toBe(429)
  await close()
})

it('a full table takes no new group and goes on counting the known ones', async () => {
  const group = { ...readClientError(fault), release: 'r', reports: 1 }
  const other = { ...group, likeness: 'other' }
  expect(await storeReports(test.db, group, new Date(now), { most: 1 })).toBe(true)
  expect(await storeReports(test.db, other, new Date(now), { most: 1 })).toBe(false)
  expect(await storeReports(test.db, group, new Date(now), { most: 1 })).toBe(true)
  expect(await listClientErrors(test.db, { limit: 10 })).toMatchObject([{ reports: 2 }])
})

it('groups that were not reported for 90 days are deleted', async () => {
  const group = { ...readClientError(fault), release: 'r', reports: 1 }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await storeReports(test.db, group, daysAgo(91))
  await storeReports(test.db, { ...group, likeness: 'other' }, daysAgo(89))
  await tidyClientErrors(test.db)
  expect(await listClientErrors(test.db, { limit: 10 })).toHaveLength(1)
})

it('anode errors lists, shows and closes groups; the next report opens one again', async () => {
  const first = await reporting()
  await first.report({})
  await first.close()
  const [listed] = JSON.parse((await anode('list', '--store', 'sv', '--json')).out)
  expect(listed).toMatchObject({ store: 'sv', reports: 1, message: 'x is undefined' })
  expect((await anode('list', '--store', 'no')).out).toBe('No errors.\n')
  const shown = (await anode('show', String(listed.id))).out
  expect(shown).toContain('cart-Ab3_dE5g.js:1:2')
  // A node without the storefront has no build.
  expect(shown).toMatch(/\bapi\b/)
  expect(await anode('close', String(listed.id))).toMatchObject({ code: 0 })
  expect(await anode('close', String(listed.id))).toMatchObject({ code: 1, err: 'This group is closed.\n' })
  expect(await anode('close', '999999')).toMatchObject({ code: 1, err: 'There is no group 999999.\n' })
  expect(JSON.parse((await anode('list', '--json')).out)).toEqual([])
  expect(JSON.parse((await anode('list', '--closed', '--json')).out)).toHaveLength(1)
  const audited = await test.db
    .selectFrom('audit_entry')
    .select(['actor_kind', 'object_id'])
    .where('action', '=', 'client-error.close')
    .execute()
  expect(audited).toEqual([{ actor_kind: 'cli', object_id: String(listed.id) }])

  now += 60_000
  const second = await reporting()
  await second.report({})
  await second.close()
  expect(JSON.parse((await anode('list', '--json')).out)).toMatchObject([{ id: listed.id, reports: 2 }])
  await storeReports(test.db, { ...readClientError(fault), release: 'build-2', reports: 1 }, new Date(now))
  expect(JSON.parse((await anode('show', String(listed.id), '--json')).out)).toMatchObject({
    first_release: 'api',
    last_release: 'build-2',
    closed: null,
  })
})
