import { minor } from '../domain/money/money.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudit } from '../domain/audit/audit-repository.server.ts'
import { runAnode } from '../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { forceOrderStatus } from '../test/force-order-status.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'

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

const anode = (...words: string[]) => runAnode({ dataDir: folder, databaseUrl: test.url }, words)

/** An invoice order that waits for approval. */
async function heldOrder() {
  const order = await writtenOrder(test.db, snapshotOf('sv'))
  await sql`update orders set status = 'held' where id = ${order.id}`.execute(test.db)
  await sql`update payment_attempt set status = 'review' where order_id = ${order.id}`.execute(test.db)
  return order
}

it('lists payments and shows one with its provider’s record', async () => {
  const { number } = await writtenOrder(test.db, snapshotOf('sv'))
  const list = await anode('payments', 'list', '--json')
  expect(JSON.parse(list.out)).toContainEqual(
    expect.objectContaining({ order: number, provider: 'invoice', captured: '0.00 SEK' }),
  )
  const { out } = await anode('payments', 'show', number.toLowerCase())
  expect(out).toMatch(/at the provider +authorized \d+\.\d\d SEK/)
  expect((await anode('payments', 'list', '--waiting')).out).toContain('No payment waits.')
  expect(await anode('payments', 'retry', number)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No operation of this order was refused.'),
  })
  expect((await anode('payments', 'reconcile')).out).toMatch(/orders settled +\d/)
})

it('captures a payment before its shipment where that is allowed, and sends a refused capture again', async () => {
  const capture = (number: string) =>
    runAnode({ dataDir: folder, databaseUrl: test.url, variables: { PROVIDERS: 'simulator' } }, [
      'order',
      'capture',
      number,
    ])
  const authorized = async (payment: 'stripe' | 'klarna') => {
    const order = await writtenOrder(test.db, snapshotOf('sv', { payment }))
    await sql`update orders set status = 'received' where id = ${order.id}`.execute(test.db)
    await sql`update payment_attempt set status = 'authorized' where order_id = ${order.id}`.execute(test.db)
    return order
  }
  const { number } = await authorized('stripe')
  expect((await capture(number.toLowerCase())).out).toMatch(/sent again +0\n.*captured early +369/s)
  const operation = async () =>
    (
      await sql`select p.kind, p.status, p.amount_minor::integer as amount, p.retries from payment_operation p
      join payment_attempt a on a.id = p.attempt_id join orders o on o.id = a.order_id
      where o.number = ${number}`.execute(test.db)
    ).rows
  expect(await operation()).toEqual([{ kind: 'capture', status: 'sent', amount: 36_900, retries: 0 }])
  expect(await capture(number)).toMatchObject({ code: 1, err: expect.stringContaining('not answered yet') })
  await sql`update payment_operation set status = 'refused', problem = 'card_declined'`.execute(test.db)
  expect((await capture(number)).out).toMatch(/sent again +1/)
  expect(await operation()).toEqual([{ kind: 'capture', status: 'sent', amount: 36_900, retries: 1 }])
  await sql`update payment_operation set status = 'done'`.execute(test.db)
  const refused = [
    [number, 'Everything that was authorized is captured.'],
    [(await authorized('klarna')).number, 'captured when the goods are shipped'],
    [(await writtenOrder(test.db, snapshotOf('sv'))).number, 'is issued when it is shipped'],
    ['S999999', 'There is no such order'],
  ] as const
  for (const [wanted, words] of refused)
    expect(await capture(wanted)).toMatchObject({ code: 1, err: expect.stringContaining(words) })
  const actions = await listAudit(test.db, { actorKind: 'cli', limit: 100 })
  const done = actions.map(({ action }) => action)
  expect(done).toEqual(expect.arrayContaining(['payment.capture', 'payment.retry']))
}, 240_000)

it('shows who bought an order, where it goes and how it travels', async () => {
  const { number } = await writtenOrder(
    test.db,
    snapshotOf('sv', {
      customer: {
        type: 'business',
        email: 'anna@example.se',
        phone: '0701234567',
        firstName: 'Anna',
        lastName: 'Åberg',
        companyName: 'Verkstan AB',
        identityNumber: '********74',
      },
      shipping: {
        methodId: 'postnord-pickup',
        carrier: 'postnord',
        kind: 'pickup',
        name: 'Ombud',
        priceMinor: minor(6_900),
        vatMinor: minor(1_380),
        vatRateBasisPoints: 2500,
        arrival: { from: '2026-11-23', to: '2026-11-24' },
        servicePoint: {
          id: 'p1',
          carrier: 'postnord',
          type: 'manned',
          name: 'Ica Nära',
          street: 'Torget 2',
          postalCode: '12346',
          city: 'Luleå',
          countryCode: 'SE',
          position: null,
          distanceMetres: 400,
          openingHours: [],
        },
      },
    }),
  )
  const { out } = await anode('order', 'show', number)
  for (const words of [
    /buyer +Verkstan AB \(Anna Åberg\)/,
    /type +business/,
    /email +anna@example\.se/,
    /phone +0701234567/,
    /address +Storgatan 1, 123 45 Luleå, SE/,
    /delivery +Ombud \(postnord\)/,
    /collected at +Ica Nära, Torget 2, 123 46 Luleå/,
    /arrives +2026-11-23 to 2026-11-24/,
    // The line before the code below it: lines, codes and delivery add up to the total.
    /SKU-1 .*199\.00 SEK +358\.00 SEK/,
    /HEJ \(Välkomstrabatt\): −58\.00 SEK/,
  ])
    expect(out).toMatch(words)
}, 240_000)

it('lists held orders, approves and rejects them idempotently', async () => {
  const [good, bad] = [await heldOrder(), await heldOrder()]
  const listed = await anode('order', 'list', '--status', 'held', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([
    { number: good.number, 'waits for': 'approval of the invoice', expires: '2026-11-24T09:00:00.000Z' },
    { number: bad.number },
  ])
  expect((await anode('order', 'approve', good.number.toLowerCase())).out).toMatch(/approved +true/)
  expect((await anode('order', 'approve', good.number)).out).toContain('was accepted before')
  expect((await anode('order', 'reject', bad.number, '--reason', 'credit')).out).toMatch(/status +cancelled/)
  expect((await anode('order', 'reject', bad.number)).out).toContain('was cancelled before')
  const refused = await anode('order', 'approve', bad.number)
  expect([refused.code, refused.err]).toEqual([1, 'The order is cancelled, not held.\n'])
  expect((await anode('order', 'list', '--status', 'held')).out).toBe('No order is held.\n')
  const { rows } =
    await sql`select kind from order_mail where order_id in (${good.id}, ${bad.id}) order by order_id`.execute(
      test.db,
    )
  expect(rows).toEqual([{ kind: 'confirmation' }, { kind: 'rejected' }])
  const wrong = await anode('order', 'list', '--status', 'hold')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Allowed choices are pending, held')])
}, 240_000)

it('books parcels only with carriers that the shop has a contract with', async () => {
  const { id, number } = await writtenOrder(test.db, snapshotOf('sv'))
  await forceOrderStatus(test.db, number, 'received')
  const refused = (answer: { code: number | null; err: string }, words: string) =>
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining(words) })
  refused(await anode('order', 'book', number), 'ship it with --tracking')
  refused(await anode('order', 'ship', number, '--book'), 'ship it with --tracking')
  refused(await anode('order', 'ship', number, '--book', '--tracking', 'P1'), 'cannot be used with')
  refused(await anode('order', 'ship', number, '--label', 'x.pdf'), 'belong to --book')
  refused(await anode('order', 'label', number), 'No such parcel')
  refused(await anode('order', 'unbook', number), 'No parcel of it is booked')
  const label = Buffer.from('%PDF-1.4 a label')
  await sql`insert into parcel (order_id, direction, reference, store, carrier, status, units, booking_id,
      tracking_number, label, actor_kind)
    values (${id}, 'outbound', ${`${number}-P1`}, 'sv', 'budbee', 'booked', '{"l1": 1}', 'b1', 'BUD1', ${label}, 'cli')`.execute(
    test.db,
  )
  expect((await anode('order', 'show', number)).out).toContain(`Parcel ${number}-P1, budbee, booked, BUD1`)
  const [out, note] = [join(folder, 'label.pdf'), join(folder, 'note.pdf')]
  expect(await anode('order', 'label', number, '--out', out, '--note', note)).toMatchObject({ code: 0 })
  expect(await readFile(out)).toEqual(label)
  expect((await readFile(note)).subarray(0, 5).toString()).toBe('%PDF-')
})
