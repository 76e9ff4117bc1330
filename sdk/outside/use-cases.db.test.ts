import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { orderNotes } from '../../domain/order-notes/order-notes.server.ts'
import { minor } from '../../domain/money/money.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { signedInStaff } from '../../test/admin/admin-shop.ts'
import {
  addOrderNote,
  audited,
  bookShipment,
  cancelOrder,
  jobActor,
  moveOrder,
  readCustomer,
  readOrder,
  readProduct,
  refundOrder,
  setPrice,
  setStock,
  shipOrder,
} from './module.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())

const actor = jobActor('acme-stamps')

const auditOf = async (object: string) =>
  (
    await sql<{ action: string; who: string }>`select action, actor_kind || ' ' || actor_id as who
      from audit_entry where object_id = ${object} and actor_id = 'acme-stamps' order by id`.execute(shop.db)
  ).rows

it('a module writes notes about orders under its name, and a person under theirs', async () => {
  const product = await shop.addProduct({ price: 100 })
  const { id, number } = await paid.order([line(product)])
  const note = { module: 'acme-stamps', order: number, text: ' Three stamps. ' }
  expect(await addOrderNote(paid.services, actor, note)).toEqual({ ok: true })
  const person = await signedInStaff(shop.db, { role: 'service' })
  const staff = { kind: 'staff', id: String(person.id), onBehalfOf: null, requestId: null } as const
  expect(await addOrderNote(paid.services, staff, { ...note, text: 'Seen.' })).toEqual({ ok: true })
  const { name } = await shop.db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(await orderNotes(shop.db, id)).toMatchObject([
    { author: 'acme-stamps', body: 'Three stamps.' },
    { author: name, body: 'Seen.' },
  ])
  expect(await auditOf(number)).toEqual([{ action: 'order.note', who: 'job acme-stamps' }])
  for (const text of ['  ', 'x'.repeat(4001), 'a\0b', 'a\ud800'])
    expect(await addOrderNote(paid.services, actor, { ...note, text })).toEqual({
      ok: false,
      code: 'invalid_text',
    })
  for (const order of ['S1', 'S\0'])
    expect(await addOrderNote(paid.services, actor, { ...note, order })).toEqual({
      ok: false,
      code: 'unknown_order',
    })
  for (const module of ['', 'Acme', 'acme stamps'])
    expect(await addOrderNote(paid.services, actor, { ...note, module })).toEqual({
      ok: false,
      code: 'invalid_module',
    })
})

it('a note of a transaction that ends without a commit is not there', async () => {
  const product = await shop.addProduct({ price: 100 })
  const { id, number } = await paid.order([line(product)])
  await audited<null>(shop.db, actor, async (trx, _record, rollBack) => {
    const note = { module: 'acme-stamps', order: number, text: 'Lost.' }
    await addOrderNote({ ...paid.services, db: trx }, actor, note)
    return rollBack(null)
  })
  expect(await orderNotes(shop.db, id)).toEqual([])
})

it('cancels, ships and refunds as staff do, and answers refusals', async () => {
  const product = await shop.addProduct({ price: 100, available: 10 })
  const { number } = await paid.order([line(product, 2)])
  expect(await moveOrder(paid.services, actor, { order: number, to: 'processing' })).toEqual({
    ok: true,
    already: false,
  })
  expect(
    await shipOrder(paid.services, actor, { order: number, carrier: 'nobody', trackingNumber: 'T1' }),
  ).toEqual({ ok: false, code: 'unknown_carrier' })
  expect(await shipOrder(paid.services, actor, { order: number })).toEqual({
    ok: false,
    code: 'tracking_required',
  })
  const parcel = { order: number, trackingNumber: 'ACME-1' }
  expect(await shipOrder(paid.services, actor, parcel)).toEqual({ ok: true, shipment: 1, repeated: false })
  expect(await shipOrder(paid.services, actor, parcel)).toEqual({ ok: true, shipment: 1, repeated: true })
  expect(await cancelOrder(paid.services, actor, { order: number })).toEqual({ ok: false, code: 'too_late' })
  const { lines, status, codes } = (await readOrder(shop.db, number))!
  expect(status).toBe('shipped')
  expect(lines[0]).toMatchObject({ unitMinor: 10_000, totalMinor: 10_000 * lines[0]!.quantity })
  expect(codes).toEqual([])
  const refund = {
    module: 'acme-stamps',
    order: number,
    lines: [{ line: lines[0]!.id, quantity: 1 }],
    reason: 'goodwill',
    key: 'first',
  } as const
  expect(await refundOrder(paid.services, actor, refund)).toEqual({
    ok: true,
    refund: 1,
    amountMinor: 10_000,
    repeated: false,
  })
  expect(await refundOrder(paid.services, actor, refund)).toMatchObject({ ok: true, repeated: true })
  expect(await refundOrder(paid.services, actor, { ...refund, lines: 'everything' })).toEqual({
    ok: false,
    code: 'key_reused',
  })
  for (const [wrong, code] of [
    [{ key: '' }, 'invalid_key'],
    [{ key: 'x'.repeat(61) }, 'invalid_key'],
    [{ key: '\0' }, 'invalid_key'],
    [{ module: '' }, 'invalid_module'],
    [{ order: '\ud800' }, 'unknown_order'],
    [{ lines: [{ line: lines[0]!.id, amountMinor: 0.5 }] }, 'bad_quantity'],
    [{ lines: [{ line: lines[0]!.id, quantity: -1 }] }, 'bad_quantity'],
    [{ lines: [{ line: 'none', quantity: 1 }] }, 'unknown_line'],
    [{ lines: [] }, 'nothing_to_refund'],
  ] as const)
    expect(await refundOrder(paid.services, actor, { ...refund, key: 'second', ...wrong })).toEqual({
      ok: false,
      code,
    })
  const longest = { ...refund, module: 'acme-'.repeat(5) + 'stamp', key: 'x'.repeat(60) }
  const ofPrice = { ...longest, lines: [{ line: lines[0]!.id, amountMinor: 100 }] }
  expect(await refundOrder(paid.services, actor, ofPrice)).toMatchObject({ ok: true, repeated: false })
  const unknown = [{ sku: '', quantity: 1 }]
  expect(
    await shipOrder(paid.services, actor, { order: number, lines: unknown, trackingNumber: 'ACME-2' }),
  ).toEqual({ ok: false, code: 'unknown_sku' })
  const other = await paid.order([line(product)])
  expect(await cancelOrder(paid.services, actor, { order: other.number })).toEqual({
    ok: true,
    refundedMinor: 0,
  })
  expect(await moveOrder(paid.services, actor, { order: other.number, to: 'processing' })).toEqual({
    ok: false,
    code: 'wrong_status',
  })
})

it('refunds once for a key of a module, and again for the same key of another', async () => {
  const product = await shop.addProduct({ price: 100, available: 10 })
  const { number } = await paid.order([line(product, 3)])
  expect(await shipOrder(paid.services, actor, { order: number, trackingNumber: 'ACME-3' })).toMatchObject({
    ok: true,
  })
  const { lines } = (await readOrder(shop.db, number))!
  const refund = (module: string) =>
    refundOrder(paid.services, jobActor(module), {
      module,
      order: number,
      lines: [{ line: lines[0]!.id, quantity: 1 }],
      reason: 'goodwill',
      key: '1',
    })
  expect(await refund('acme-stamps')).toMatchObject({ ok: true, refund: 1, repeated: false })
  expect(await refund('acme-labels')).toMatchObject({ ok: true, refund: 2, repeated: false })
  expect(await refund('acme-stamps')).toMatchObject({ ok: true, refund: 1, repeated: true })
})

it('moves no money without payments, and none within a transaction of the module', async () => {
  const { db, clock } = paid.services
  await expect(cancelOrder({ db, clock }, actor, { order: 'S1' })).rejects.toThrow('have no payments')
  await expect(bookShipment({ db, clock }, actor, { order: 'S1' })).rejects.toThrow('have no payments')
  await expect(
    audited(shop.db, actor, (trx) => cancelOrder({ ...paid.services, db: trx }, actor, { order: 'S1' })),
  ).rejects.toThrow('a transaction of their own')
})

it('reads a product, and sets its stock and its prices in the audit', async () => {
  const id = await shop.addProduct({ price: 100, available: 10 })
  const tiers = [{ minQuantity: 1, priceMinor: 20_000 }]
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
    values (${id}, 'sv', 'normal', 1, 20000)`.execute(shop.db)
  const { rows } = await sql<{ sku: string }>`select sku from product where id = ${id}`.execute(shop.db)
  const of = { sku: rows[0]!.sku, store: 'sv' } as const
  expect(await readProduct(shop.db, of)).toMatchObject({ ...of, available: 10, tiers, campaign: null })
  expect(await readProduct(shop.db, { ...of, sku: 'NONE' })).toBeNull()
  expect(await setStock(paid.services, actor, { ...of, units: 4, note: 'stamped' })).toEqual({ ok: true })
  expect(await setStock(paid.services, actor, { ...of, units: -1, note: '' })).toEqual({
    ok: false,
    code: 'below_zero',
  })
  for (const [wrong, code] of [
    [{ units: 2 ** 31 }, 'invalid_units'],
    [{ note: 'a\0b' }, 'invalid_text'],
    [{ sku: 'a\0b' }, 'unknown_product'],
  ] as const)
    expect(await setStock(paid.services, actor, { ...of, units: 4, note: '', ...wrong })).toEqual({
      ok: false,
      code,
    })
  const cheaper = { ...of, tiers: [{ minQuantity: 1, priceMinor: 15_000 }], reason: 'stamped' }
  expect(await setPrice(paid.services, actor, { ...cheaper, expected: [] })).toEqual({
    ok: false,
    code: 'changed_meanwhile',
  })
  expect(await setPrice(paid.services, actor, { ...cheaper, expected: tiers })).toEqual({
    ok: true,
    changed: true,
  })
  expect(await setPrice(paid.services, actor, cheaper)).toEqual({ ok: true, changed: false })
  for (const tier of [
    { minQuantity: 1, priceMinor: 0.5 },
    { minQuantity: 1, priceMinor: 1e12 + 1 },
    { minQuantity: 2 ** 31, priceMinor: 100 },
  ])
    expect(await setPrice(paid.services, actor, { ...cheaper, tiers: [...tiers, tier] })).toEqual({
      ok: false,
      code: 'invalid_price',
    })
  expect(await setPrice(paid.services, actor, { ...cheaper, reason: '\ud800' })).toEqual({
    ok: false,
    code: 'invalid_text',
  })
  expect(await readProduct(shop.db, of)).toMatchObject({ available: 4, tiers: cheaper.tiers })
  expect(await auditOf(of.sku)).toEqual([
    { action: 'stock.count', who: 'job acme-stamps' },
    { action: 'price.change', who: 'job acme-stamps' },
  ])
})

it('reads a customer without personal data, and none that was erased', async () => {
  const account = await createAccount(shop.db, actor, {
    store: 'no',
    email: 'kari@eksempel.no',
    passwordHash: '',
  })
  const { id } = account!
  expect(await readCustomer(shop.db, id)).toEqual({ id, store: 'no', type: 'private' })
  expect(await readCustomer(shop.db, 0)).toBeNull()
  await sql`update account set erased_at = now() where id = ${id}`.execute(shop.db)
  expect(await readCustomer(shop.db, id)).toBeNull()
})

it('reads what each code took off an order', async () => {
  const reason = (kind: 'coupon' | 'fixed' | 'tier', code: string | null, amount: number) => ({
    kind,
    code,
    percent: null,
    amountMinor: minor(amount),
  })
  const { lines } = snapshotOf('sv')
  const reasons = [reason('tier', null, 300), reason('coupon', 'TIO', 200), reason('fixed', 'FEM', 500)]
  const bought = lines.map((each) => ({ ...each, reasons }))
  const { number } = await writtenOrder(shop.db, snapshotOf('sv', { lines: bought, deductions: [] }))
  const { codes } = (await readOrder(shop.db, number))!
  expect(codes).toEqual([
    { code: 'TIO', amountMinor: 200 * lines.length },
    { code: 'FEM', amountMinor: 500 * lines.length },
  ])
})
