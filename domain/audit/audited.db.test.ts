import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { editCoupon } from '../coupons/edit-coupon.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { moveOrder } from '../orders/move-order.server.ts'
import { changeStock } from '../stock/stock-history.server.ts'
import type { Actor } from './actor.ts'
import { listAudit } from './audit-repository.server.ts'
import { audited } from './audited.server.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const anna: Actor = { kind: 'staff', id: 'anna', onBehalfOf: null, requestId: 'req-7' }
const about = (objectKind: string, objectId: string) =>
  listAudit(shop.db, { objectKind, objectId, limit: 10 })

async function skuOf(id: ProductId): Promise<Sku> {
  const { sku } = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return sku
}

const placedOrder = async () => paidOrders(shop).order([line(await shop.addProduct({ available: 5 }))])

describe('the audit', () => {
  it('says who changed what, when, why and by which request', async () => {
    const sku = await skuOf(await shop.addProduct({ available: 5 }))
    await changeStock(shop.db, anna, { sku, store: 'sv', units: -2, reason: 'damage', reference: 'dropped' })
    expect(await about('product', sku)).toMatchObject([
      {
        actor: anna,
        store: 'sv',
        action: 'stock.change',
        before: { available: 5 },
        after: { available: 3 },
        reason: 'damage: dropped',
      },
    ])
  })

  it('records nothing for a change that is refused', async () => {
    const sku = await skuOf(await shop.addProduct({ available: 1 }))
    await changeStock(shop.db, anna, { sku, store: 'sv', units: -2, reason: 'damage', reference: '' })
    expect(await about('product', sku)).toEqual([])
  })

  it('keeps the former terms of a coupon beside the new ones', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    const edited = await editCoupon(shop.db, anna, code, { percentage_discount: 15, valid_to: '2026-12-31' })
    expect(edited).toEqual({ ok: true, outcome: 'changed' })
    const [change] = await about('coupon', code)
    expect(change).toMatchObject({
      actor: anna,
      action: 'coupon.change',
    })
    expect(change!.before).toEqual({ terms: { percentage_discount: 10 }, validTo: null })
    expect(change!.after).toEqual({
      terms: { percentage_discount: 15 },
      validTo: expect.stringMatching(/^2026-12-31T.*Z$/),
    })
  })

  it('rolls back a change that ends in a refusal, and keeps one that is only answered', async () => {
    const sku = await skuOf(await shop.addProduct({ available: 5 }))
    const answer = (isLate: boolean) =>
      audited(shop.db, anna, async (_trx, record, rollBack) => {
        record({ action: isLate ? 'hint.remove' : 'hint.add', object: ['hint', sku] })
        return isLate ? rollBack({ ok: false }) : { ok: false }
      })
    expect([await answer(true), await answer(false)]).toEqual([{ ok: false }, { ok: false }])
    expect((await about('hint', sku)).map(({ action }) => action)).toEqual(['hint.add'])
    // A refusal of the work within is the answer of its own transaction alone.
    const outer = audited(shop.db, anna, async (trx) => {
      const inner = await audited(trx, anna, async (_trx, _record, rollBack) => rollBack('inner'))
      return `outer of ${String(inner)}`
    })
    expect(await outer).toBe('outer of inner')
  })

  it('is rolled back together with the change', async () => {
    const failed = audited(shop.db, anna, async (_trx, record) => {
      record({ action: 'hint.add', object: ['hint', 1] })
      throw new Error('failed')
    })
    await expect(failed).rejects.toThrow('failed')
    expect(await about('hint', '1')).toEqual([])
  })

  it('records every step of an order with its actor, and no personal data', async () => {
    const { number, snapshot } = await placedOrder()
    await moveOrder({ db: shop.db, clock: () => shop.now.at }, anna, number, 'processing')
    const entries = await about('order', number)
    expect(
      entries.map(({ action, actor, before, after }) => [
        action,
        actor.kind,
        before?.['status'],
        after?.['status'],
      ]),
    ).toEqual([
      ['order.processing', 'staff', 'received', 'processing'],
      ['order.payment', 'buyer', 'pending', 'received'],
      ['order.placed', 'buyer', undefined, 'pending'],
    ])
    expect(JSON.stringify(entries)).not.toContain(snapshot.customer.email)
  })

  it('records a change of orders, stock, prices and coupons that no use case declares', async () => {
    const product = await shop.addProduct({ available: 5 })
    await sql`update stock set available = 4 where product_id = ${product} and store = 'sv'`.execute(shop.db)
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      values (${product}, 'sv', 'normal', 1, 9900)`.execute(shop.db)
    const [stock] = await about('stock', String(product))
    expect(stock).toMatchObject({
      actor: { kind: 'system', id: expect.stringMatching(/^sql\//) },
      store: 'sv',
      action: 'stock.update',
      before: { available: 5 },
      after: { available: 4 },
    })
    expect((await about('price', String(product)))[0]).toMatchObject({ action: 'price.insert' })
    await sql`insert into coupon (code, terms) values ('BY-HAND', '{"percentage_discount": 10}')`.execute(
      shop.db,
    )
    expect(await about('coupon', 'BY-HAND')).toMatchObject([{ action: 'coupon.insert' }])
    const { number } = await placedOrder()
    await sql`update orders set paid_at = '2026-11-22T12:00:00Z' where number = ${number}`.execute(shop.db)
    expect((await about('order', number))[0]).toMatchObject({
      action: 'order.update',
      actor: { kind: 'system' },
      after: { paid_at: '2026-11-22T12:00:00+00:00' },
    })
  })

  it('misses no change that use cases make to an order, its payment and its stock', async () => {
    const orders = paidOrders(shop)
    const items = [
      line(await shop.addProduct({ available: 5 })),
      line(await shop.addProduct({ available: 5 })),
    ]
    const before = await sql<{ id: number }>`select max(id) as id from audit_entry`.execute(shop.db)
    const { number, id, lines } = await orders.order(items)
    await orders.mailOf(id, 'confirmation')
    await shipOrder(orders.services, anna, { number, trackingNumber: 'PARCEL-1' })
    await moveOrder(orders.services, anna, number, 'delivered')
    expect(await orders.refund(number, { lines: [{ uuid: lines[0]!.uuid, quantity: 1 }] })).toMatchObject({
      ok: true,
    })
    const other = await orders.order(items)
    expect(await cancelOrder(orders.services, anna, other.number)).toMatchObject({ ok: true })
    const { rows } = await sql<{ action: string; undeclared: boolean }>`
      select action, reason = 'not declared by a use case' as undeclared from audit_entry
      where id > ${before.rows[0]!.id} order by id`.execute(shop.db)
    expect(rows.filter(({ undeclared }) => undeclared)).toEqual([])
    expect(rows.map(({ action }) => action)).toEqual([
      'order.placed',
      'order.payment',
      'order.shipped',
      'order.delivered',
      'order.refund',
      'order.placed',
      'order.payment',
      'order.cancelled',
    ])
  })

  it('is joined to the history of stock by its transaction', async () => {
    const product = await shop.addProduct({ available: 5 })
    const sku = await skuOf(product)
    await changeStock(shop.db, anna, { sku, store: 'sv', units: 3, reason: 'delivery', reference: '' })
    const { rows } = await sql<{ delta: number; actor: string }>`
      select c.delta, a.actor_id as actor from stock_change c join audit_entry a using (transaction_id)
      where c.product_id = ${product}`.execute(shop.db)
    expect(rows).toContainEqual({ delta: 3, actor: 'anna' })
  })

  it('cannot be changed or deleted', async () => {
    for (const statement of [
      sql`update audit_entry set reason = 'none'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
    ])
      await expect(statement.execute(shop.db)).rejects.toThrow('audit_entry is append-only')
  })
})
