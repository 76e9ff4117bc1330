import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { listAudit } from '../domain/audit/audit-repository.server.ts'
import { camt053 } from '../providers/bank-file/camt053.test-support.ts'
import { runAnode } from '../test/anode-command.ts'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'
import { paidOrders } from '../test/paid-order.ts'
import { testActor } from '../test/test-actor.ts'

let shop: OrderShop
let folder: string
beforeAll(async () => {
  shop = await orderShop()
  folder = await mkdtemp(join(tmpdir(), 'anode-invoice-'))
  const paid = paidOrders(shop)
  const product = await shop.addProduct({ price: 100, available: 10 })
  for (const trackingNumber of ['P1', 'P2']) {
    const { number } = await paid.order([line(product)])
    await shipOrder(paid.services, testActor, { number, trackingNumber })
  }
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const anode = (...words: string[]) =>
  runAnode({ dataDir: folder, databaseUrl: shop.url }, ['invoice', ...words])

it('lists, shows and pays invoices, and imports what a bank reports', async () => {
  const unpaid = await anode(
    'list',
    '--store',
    'sv',
    '--status',
    'unpaid',
    '--due-from',
    '2026-12-01',
    '--json',
  )
  const [first, second] = JSON.parse(unpaid.out) as { invoice: string; amount: number; state: string }[]
  expect([first, second]).toMatchObject([{ invoice: 'sv-1' }, { invoice: 'sv-2', paid: 0 }])

  const paid = await anode(
    'paid',
    'SV-1',
    '--amount',
    '100.50',
    '--date',
    '2026-11-23',
    '--reference',
    'cash',
  )
  expect(paid.out).toMatch(/paid +100\.50/)
  const pdf = join(folder, 'invoice.pdf')
  const shown = await anode('show', 'sv-1', '--pdf', pdf, '--json')
  expect(JSON.parse(shown.out)).toMatchObject({
    invoice: 'sv-1',
    reference: '18',
    payments: [{ amount: 100.5, paidOn: '2026-11-23', reference: 'cash', source: 'manual' }],
    reminders: [],
  })
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')

  const file = join(folder, 'statement.xml')
  await writeFile(
    file,
    camt053({ iban: 'SE4550000000058398257466' }, [
      { amount: second!.amount.toFixed(2), bankReference: 'B1', transactions: [{ references: ['26'] }] },
      { amount: '5.00', bankReference: 'B2', transactions: [{ message: 'hej', payer: 'Anna Åberg' }] },
    ]),
  )
  const imported = await anode('import', file, '--json')
  expect(JSON.parse(imported.out)).toMatchObject({
    matched: 1,
    waiting: 1,
    rows: [{ result: 'matched', invoices: [{ invoice: 'sv-2', state: 'paid' }] }, { result: 'unknown' }],
  })
  const [waiting] = JSON.parse((await anode('unmatched', '--json')).out) as { id: number }[]
  expect(waiting).toMatchObject({ payer: 'Anna Åberg', problem: 'unknown', unassigned: 5 })
  const refused = await anode('match', String(waiting!.id), 'sv-2')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing of this invoice can be paid'),
  })

  const moved = await anode('move-payment', 'sv-2', 'sv-1', '--amount', '20', '--reason', 'mix-up', '--json')
  expect(JSON.parse(moved.out)).toMatchObject({
    moved: 20,
    from: { invoice: 'sv-2', paid: second!.amount - 20, open: 20 },
    to: { invoice: 'sv-1', paid: 120.5 },
  })
  expect(await anode('move-payment', 'sv-2', 'no-1', '--reason', 'mix-up')).toMatchObject({ code: 1 })

  const actions = await listAudit(shop.db, { actorKind: 'cli', limit: 100 })
  const done = actions.filter(({ actor }) => actor.id !== 'test').map(({ action }) => action)
  expect(new Set(done)).toEqual(
    new Set([
      'invoice.payment',
      'invoice.reversal',
      'invoice.move_payment',
      'bank_entry.import',
      'order.paid',
      'order.unpaid',
    ]),
  )
}, 240_000)

it('refuses what is no camt.053', async () => {
  const file = join(folder, 'other.xml')
  await writeFile(file, '<a/>')
  expect(await anode('import', file)).toMatchObject({ code: 1, err: expect.stringContaining('no camt.053') })
}, 240_000)
