import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../catalogue-import/import-fixture.test-support.ts'
import { createAccount, joinGuestOrders, verifyEmail } from '../domain/accounts/account-repository.server.ts'
import { formerOrdersOfAccount } from '../domain/former-orders/former-order-repository.server.ts'
import { applyRetention } from '../domain/personal-data/apply-retention.server.ts'
import { eraseCustomer } from '../domain/personal-data/erase-customer.server.ts'
import { eraseGuest } from '../domain/personal-data/erase-guest.server.ts'
import { exportCustomer } from '../domain/personal-data/export-customer.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { testKeys } from '../test/keyring.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('sv')
const header =
  'Name,Email,Financial Status,Fulfillment Status,Currency,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at,Refunded Amount,Tax 1 Name,Tax 1 Value,Tax 1 Name'
const file = (...lines: string[]) => `${header}\r\n${lines.join('\r\n')}\r\n`
const order = (
  number: string,
  email: string,
  more: { placed?: string; state?: string; sku?: string; cancelled?: string } = {},
) =>
  `${number},${email},${more.state ?? 'paid'},fulfilled,SEK,49,20,149.00,0,${more.placed ?? '2026-05-01 10:00:00 +0200'},1,Lampa,100.00,${more.sku ?? 'L-1'},${more.cancelled ?? ''},0,Moms,20,`

const stored = async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select store, number, email, account_id, total_minor, payment, is_cancelled,
    importer_kind, importer_id, erased_at from former_order order by number`.execute(shop.test.db)
  return rows
}
const account = async (email: string, store: StoreCode = 'sv') =>
  (await createAccount(shop.test.db, testActor, { store, email, passwordHash: null }))!.id
const ordersOf = async (accountId: number) =>
  formerOrdersOfAccount(shop.test.db, { accountId, stores: storeCodes, limit: 10 })

describe('orders of a former shop', () => {
  it('go in as history of their buyers, and none of them is an order of this shop', async () => {
    const text = file(
      order('#1001', 'Anna@Example.se'),
      '#1001,,,,,,,,,,2,Kabel,20.00,,,,,,',
      order('#1002', ''),
    )
    const first = await shop.imported(text)
    expect(first).toMatchObject({ holds: 'orders', read: 2, created: 2, refused: 0 })
    expect(first.table).toMatchObject({ preset: 'shopify-orders' })
    expect(await stored()).toMatchObject([
      {
        store: 'sv',
        number: '#1001',
        email: 'anna@example.se',
        account_id: null,
        total_minor: 14900,
        payment: 'paid',
        importer_kind: testActor.kind,
        importer_id: testActor.id,
      },
      { number: '#1002', email: null },
    ])
    for (const table of ['orders', 'order_line', 'invoice', 'stock_change', 'refund'])
      expect((await sql`select 1 from ${sql.table(table)}`.execute(shop.test.db)).rows, table).toEqual([])
    expect(await shop.imported(text)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  })

  it('keep what they say when they are imported again, but for their state', async () => {
    await shop.imported(file(order('#1', 'a@example.se')))
    const later = order('#1', 'b@example.se', { state: 'refunded' }).replace(',20,149.00', ',9,149.00')
    expect(await shop.imported(file(later))).toMatchObject({ created: 0, changed: 1 })
    expect(await stored()).toMatchObject([{ email: 'a@example.se', total_minor: 14900, payment: 'refunded' }])
  })

  it('take the amounts that were unknown from a later file, and keep those that were known', async () => {
    const { db } = shop.test
    const whole = file(order('#1', 'a@example.se')).replaceAll('\r\n', ',X\r\n')
    const columns = whole.replace('Tax 1 Name,X', 'Tax 1 Name,Lineitem discount').replaceAll(',X', ',7.50')
    await shop.imported(columns)
    // As they were stored before these amounts were read.
    await sql`update former_order set subtotal_minor = null, discount_code = null, shipping_minor = null,
      lines = '[{"sku":"L-1","name":"Lampa","quantity":1,"unitMinor":null}]'`.execute(db)
    const later = columns
      .replace('Name,Email', 'Subtotal,Discount Code,Name,Email')
      .replace('#1,', '92.50,VÅR,#1,')
    const seen = async () =>
      (
        await sql`select subtotal_minor, shipping_minor, tax_minor, discount_code, lines from former_order`.execute(
          db,
        )
      ).rows
    expect(await shop.imported(later)).toMatchObject({ changed: 1 })
    const filled = {
      subtotal_minor: 9250,
      shipping_minor: 4900,
      tax_minor: 2000,
      discount_code: 'VÅR',
      lines: [{ sku: 'L-1', name: 'Lampa', quantity: 1, unitMinor: 10000, discountMinor: 750 }],
    }
    expect(await seen()).toEqual([filled])
    expect(await shop.imported(later)).toMatchObject({ changed: 0, unchanged: 1 })
    const other = later.replace('92.50,VÅR', '1.00,HÖST').replace(',100.00,', ',9.00,')
    expect(await shop.imported(other)).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await seen()).toEqual([filled])
  })

  it('are not changed by another order of the same number, which is refused', async () => {
    const first = order('#1', 'a@example.se')
    await shop.imported(file(first))
    const others = [
      order('#1', 'b@example.se', { state: 'refunded', placed: '2025-05-01 10:00:00 +0200' }),
      order('#1', 'b@example.se', { state: 'refunded' }).replace('149.00', '9.00'),
    ]
    for (const other of others) {
      const result = await shop.imported(file(other, order('#2', '')))
      expect(result).toMatchObject({ changed: 0, refused: 1 })
      expect(result.reports).toMatchObject([{ outcome: 'refused', row: 2, id: '#1', code: 'other_order' }])
      expect(await stored()).toMatchObject([{ total_minor: 14900, payment: 'paid' }, { number: '#2' }])
    }
  })

  it('that are cancelled stay so where a later file does not say it', async () => {
    await shop.imported(file(order('#1', '', { cancelled: '2026-05-02 10:00:00 +0200' })))
    expect(await stored()).toMatchObject([{ is_cancelled: true }])
    expect(await shop.imported(file(order('#1', '', { state: 'somehow' })))).toMatchObject({ unchanged: 1 })
    expect(await stored()).toMatchObject([{ is_cancelled: true, payment: 'paid' }])
    await shop.imported(file(order('#2', '', { state: 'somehow' })))
    expect(await stored()).toMatchObject([{}, { number: '#2', is_cancelled: false, payment: null }])
  })

  it('whose rows are broken are reported without what the rows say', async () => {
    const result = await shop.imported(file(`${order('#1', '')},anna@example.se`, order('#2', '')))
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.reports).toMatchObject([{ row: 2, code: 'too_many_fields' }])
    expect(JSON.stringify(result.reports)).not.toContain('anna')
  })

  it('whose number comes again later in the file are reported, and keep their first rows', async () => {
    const result = await shop.imported(
      file(order('#1', 'a@example.se'), order('#2', ''), order('#1', 'b@example.se')),
    )
    expect(result).toMatchObject({ created: 2, refused: 1 })
    expect(result.reports).toMatchObject([
      { row: 4, id: '#1', code: 'duplicate_id', detail: { values: { row: 2 } } },
    ])
    expect(await stored()).toMatchObject([{ email: 'a@example.se' }, {}])
  })

  it('of the future are refused, and a dry run writes nothing', async () => {
    const result = await shop.imported(
      file(order('#1', '', { placed: '2027-01-01 10:00:00 +0100' }), order('#2', '')),
      {
        dryRun: true,
      },
    )
    expect(result.reports).toMatchObject([{ row: 2, code: 'bad_date' }])
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(await stored()).toEqual([])
  })

  it('belong to the account whose owner has confirmed the address, also when that comes later', async () => {
    const { db } = shop.test
    const confirmed = await account('anna@example.se')
    await verifyEmail(db, confirmed, shop.now)
    const unconfirmed = await account('bo@example.se')
    await shop.imported(file(order('#1', 'anna@example.se'), order('#2', 'BO@example.se')))
    expect((await ordersOf(confirmed)).map(({ number }) => number)).toEqual(['#1'])
    expect(await ordersOf(unconfirmed)).toEqual([])
    await verifyEmail(db, unconfirmed, shop.now)
    expect(await joinGuestOrders(db, testActor, unconfirmed)).toBe(1)
    expect((await ordersOf(unconfirmed)).map(({ number }) => number)).toEqual(['#2'])
  })

  it('lead to the product that the store has under the article number now', async () => {
    const { db } = shop.test
    await sql`with added as (insert into product (sku, type) values ('L-1', 1) returning id)
      insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
      select id, 'sv', 'Lampa 2', 'lampa', 2500 from added`.execute(db)
    const id = await account('anna@example.se')
    await verifyEmail(db, id, shop.now)
    await shop.imported(file(order('#1', 'anna@example.se', { sku: 'l-1' })))
    const [read] = await ordersOf(id)
    expect(read!.lines).toMatchObject([
      { name: 'Lampa', quantity: 1, unitMinor: 10000, product: { sku: 'L-1', slug: 'lampa' } },
    ])
    await shop.imported(file(order('#2', 'anna@example.se', { sku: 'GONE', placed: '2026-06-01' })))
    expect((await ordersOf(id))[0]!.lines).toMatchObject([{ product: null }])
  })

  it('are in the data of their buyer, and say nothing of a person who is erased, also after another import', async () => {
    const { db } = shop.test
    const text = file(order('#1', 'anna@example.se'), order('#2', 'gast@example.se'))
    const id = await account('anna@example.se')
    await verifyEmail(db, id, shop.now)
    await shop.imported(text)
    const now = new Date(shop.now)
    expect((await exportCustomer(db, { accountId: id }))['former_orders']).toMatchObject([{ number: '#1' }])
    const ofGuest = await exportCustomer(db, { guestEmail: 'Gast@example.se' })
    expect(ofGuest['former_orders']).toMatchObject([{ number: '#2', email: 'gast@example.se' }])
    expect(await eraseCustomer(db, testActor, { keys: testKeys, accountId: id, now })).toEqual({ ok: true })
    expect(await eraseGuest(db, testActor, { keys: testKeys, email: 'Gast@example.se', now })).toEqual({
      ok: true,
    })
    expect(await eraseGuest(db, testActor, { keys: testKeys, email: 'gast@example.se', now })).toMatchObject({
      code: 'not_found',
    })
    const again = await shop.imported(file(...text.split('\r\n').slice(1, 3), order('#3', 'gast@example.se')))
    expect(again.reports.map(({ row, code }) => [row, code])).toEqual([
      [2, 'erased_here'],
      [3, 'erased_here'],
      [4, 'erased_here'],
    ])
    expect(await stored()).toMatchObject([
      { number: '#1', email: null, account_id: null, total_minor: 14900, erased_at: now },
      { number: '#2', email: null, account_id: null, total_minor: 14900, erased_at: now },
    ])
  })

  it('lose their buyer when the period of orders has ended', async () => {
    const { db } = shop.test
    await shop.imported(
      file(
        order('#1', 'a@example.se', { placed: '2018-12-30 10:00:00 +0100' }),
        order('#2', 'b@example.se', { placed: '2019-01-02 10:00:00 +0100' }),
      ),
    )
    expect(await applyRetention({ db, clock: () => shop.now }, testActor)).toEqual({ 'former-order': 1 })
    expect(await stored()).toMatchObject([{ email: null }, { email: 'b@example.se' }])
    expect(await applyRetention({ db, clock: () => shop.now }, testActor)).toEqual({})
  })
})

const moving = join(sharedData, 'moving-in')
it.skipIf(!existsSync(moving))('the export of Shopify in SHARED_DATA goes in', async () => {
  const text = readFileSync(join(moving, 'shopify-orders.csv'))
  const result = await shop.imported(text, { store: 'da' })
  expect(result).toMatchObject({ read: 2, created: 2, refused: 0, repaired: 0 })
  const { rows } =
    await sql`select number, placed_at, email, total_minor, shipping_minor, tax_minor, discount_minor,
    refunded_minor, payment, fulfilment, is_cancelled, lines from former_order order by number`.execute(
      shop.test.db,
    )
  expect(rows).toEqual([
    {
      number: '#1001',
      // Of the hour that exists twice, the first.
      placed_at: new Date('2025-10-26T00:29:59Z'),
      email: 'ase.oberg@example.no',
      total_minor: 17600,
      shipping_minor: 3900,
      tax_minor: 3520,
      discount_minor: 1520,
      refunded_minor: 2900,
      payment: 'partly_refunded',
      fulfilment: 'fulfilled',
      is_cancelled: false,
      lines: [
        { sku: 'DC-CR2032-2', name: 'Knapcelle CR2032, litium - 2 stk', quantity: 3, unitMinor: 2900 },
        { sku: 'GONE-1', name: 'En vare der ikke findes mere', quantity: 1, unitMinor: 6520 },
      ],
    },
    {
      number: '#1002',
      placed_at: new Date('2025-11-01T09:00:00Z'),
      email: null,
      total_minor: 0,
      shipping_minor: null,
      tax_minor: null,
      discount_minor: null,
      refunded_minor: null,
      payment: 'unpaid',
      fulfilment: 'unfulfilled',
      is_cancelled: true,
      lines: [{ sku: 'DC-UC-0', name: 'USB-C kabel, flettet - 1 m / Sort', quantity: 1, unitMinor: 7900 }],
    },
  ])
})
