import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shopEvents, type KernelEventName } from '../../contract/events.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, units } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { createAccount } from '../accounts/account-repository.server.ts'
import { minor } from '../money/money.ts'
import { moveOrder } from '../orders/move-order.server.ts'
import { publishEvent, subscribe, unsubscribe } from './publish-event.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await sql`truncate event cascade`.execute(shop.db)
  await subscribe(shop.db, { subscriber: 'test', events: Object.keys(shopEvents), stores: null })
})

/** The published events, whose data has the form that the contract says. */
async function published(
  prefix = '',
): Promise<{ name: string; id: string; store: string | null; data: object }[]> {
  const rows = await shop.db.selectFrom('event').selectAll().orderBy('id').execute()
  for (const { name, object_kind, data } of rows) {
    const { object, data: schema } = shopEvents[name as KernelEventName]
    expect(object_kind, name).toBe(object)
    expect(Object.keys(schema.parse(data)).toSorted(), name).toEqual(Object.keys(data as object).toSorted())
  }
  return rows
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, object_id: id, store, data }) => ({ name, id, store, data: data as object }))
}

describe('an order', () => {
  it('publishes what happens to it, in its transactions', async () => {
    const product = await shop.addProduct({ price: 200 })
    const { number, lines, snapshot } = await paid.order([line(product, 2)])
    const total = { minor: snapshot.totalMinor, currency: 'SEK' }
    const ofOrder = { id: number, store: 'sv' }
    expect(await published('order.')).toEqual([
      { name: 'order.placed', ...ofOrder, data: { order: number, total } },
    ])
    await paid.ship(number)
    await moveOrder({ db: shop.db, clock: () => shop.now.at }, testActor, number, 'delivered')
    expect(await paid.refund(number, units(lines[0]!.uuid))).toMatchObject({ ok: true })
    await sql`insert into order_return (order_id, number, label_token, registered_at)
      select id, 1, md5(random()::text), now() from orders where number = ${number}`.execute(shop.db)
    expect((await published()).map(({ name, data }) => [name, data])).toEqual(
      expect.arrayContaining([
        ['order.shipped', { order: number, shipment: 1, carrier: 'budbee', isLast: true }],
        ['order.delivered', { order: number, total }],
        ['return.changed', { order: number, return: `${number}-R1`, status: 'registered' }],
        [
          'order.refunded',
          { order: number, refund: 1, reason: 'withdrawal', amount: { minor: 20_000, currency: 'SEK' } },
        ],
      ]),
    )
    expect(new Set((await published('order.')).map((event) => event.id))).toEqual(new Set([number]))
  })

  it('says that it was paid, that its dates and its address have changed', async () => {
    const product = await shop.addProduct()
    const { number, id } = await paid.order([line(product)])
    await sql`update orders set paid_at = now() where id = ${id}`.execute(shop.db)
    await sql`insert into order_event (order_id, kind, actor) values (${id}, 'date-moved', 'system')`.execute(
      shop.db,
    )
    await sql`insert into order_address_change (order_id, recipient, changed_at) values (${id}, '{}', now())`.execute(
      shop.db,
    )
    const [{ rows: withdrawals }] = [
      await sql<{
        id: number
      }>`insert into withdrawal (key, store, order_number, order_id, name, email, declared_at, refund_due_on)
        values (gen_random_uuid(), 'sv', ${number}, ${id}, 'Anna', 'anna@example.se', now(), current_date) returning id`.execute(
        shop.db,
      ),
    ]
    await sql`update withdrawal set done_at = now() where id = ${withdrawals[0]!.id}`.execute(shop.db)
    const events = await published()
    expect(
      events
        .filter((event) => event.id === number)
        .map(({ name, data }) => [name, (data as { changed?: string }).changed]),
    ).toEqual([
      ['order.placed', undefined],
      ['order.paid', undefined],
      ['order.changed', 'dates'],
      ['order.changed', 'address'],
    ])
    expect(
      events.filter(({ name }) => name.startsWith('withdrawal.')).map(({ name, data }) => [name, data]),
    ).toEqual([
      ['withdrawal.declared', { withdrawal: withdrawals[0]!.id, order: number }],
      ['withdrawal.closed', { withdrawal: withdrawals[0]!.id, order: number }],
    ])
  })

  it('that is cancelled after it was accepted says so', async () => {
    const product = await shop.addProduct()
    const { number } = await paid.order([line(product)])
    await paid.force(number, 'cancelled')
    expect((await published('order.')).map(({ name }) => name)).toEqual(['order.placed', 'order.cancelled'])
  })

  it('is not published where nothing is committed, or nobody subscribes', async () => {
    const [product, another] = [await shop.addProduct(), await shop.addProduct()]
    await sql`truncate event cascade`.execute(shop.db)
    await expect(
      shop.db.transaction().execute(async (trx) => {
        await publishEvent(trx, {
          name: 'account.opened',
          object: { kind: 'account', id: 'C1' },
          store: 'sv',
          data: { account: 'C1' },
        })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await unsubscribe(shop.db, 'test')
    await paid.order([line(product)])
    expect(await published()).toEqual([])
    await subscribe(shop.db, { subscriber: 'test', events: ['order.placed'], stores: ['no'] })
    await paid.order([line(another)])
    expect(await shop.db.selectFrom('event_delivery').selectAll().execute()).toEqual([])
  })
})

describe('the catalogue', () => {
  it('publishes products, prices and stock, one product.changed a transaction', async () => {
    const id = await shop.addProduct()
    await sql`truncate event cascade`.execute(shop.db)
    const { sku } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await shop.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('price_tier')
        .values({
          product_id: id,
          store: 'sv',
          kind: 'normal',
          min_quantity: 1,
          price_minor: minor(12_345),
        } as never)
        .execute()
      await trx
        .updateTable('stock')
        .set({ available: 3 })
        .where('product_id', '=', id)
        .where('store', '=', 'sv')
        .execute()
    })
    expect(await published()).toEqual([
      { name: 'product.changed', id: sku, store: null, data: { sku } },
      {
        name: 'price.changed',
        id: sku,
        store: 'sv',
        data: {
          sku,
          kind: 'normal',
          price: { minor: 12_345, currency: 'SEK' },
          startsAt: null,
          endsAt: null,
        },
      },
      { name: 'stock.changed', id: sku, store: 'sv', data: { sku, pool: 'available', units: 3, delta: -97 } },
    ])
    await shop.db.deleteFrom('product').where('id', '=', id).execute()
    expect((await published('product.removed')).map((event) => event.id)).toEqual([sku])
    // Topics of the change log that are no products.
    await sql`insert into change_log (topic, key) values ('content', 'page:sv:/x')`.execute(shop.db)
  })

  it('says that a product was added before it says that it changed', async () => {
    const id = await shop.addProduct()
    const { sku } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const names = (await published('product.')).filter((event) => event.id === sku).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['product.added', 'product.changed'])
  })

  it('publishes the end of an import', async () => {
    const { rows } = await sql<{ id: number }>`
      with person as (insert into staff (email, name, created_at) values ('eva@example.se', 'Eva', now()) returning id)
      insert into staff_job (kind, staff_id, actor, terms, stores, total, created_at, progressed_at)
      select 'feed-import', id, '{}', '{}', '{sv}', 2, now(), now() from person returning id`.execute(shop.db)
    await sql`update staff_job set state = 'done', changed = 2 where id = ${rows[0]!.id}`.execute(shop.db)
    expect((await published()).map(({ name, data }) => [name, data])).toEqual([
      [
        'import.finished',
        { job: rows[0]!.id, kind: 'feed-import', isComplete: true, changed: 2, unchanged: 0, refused: 0 },
      ],
    ])
  })
})

it('an account publishes that it was opened, changed and erased', async () => {
  const { id } = (await createAccount(shop.db, testActor, {
    store: 'sv',
    email: 'stina@example.se',
    passwordHash: null,
  }))!
  await sql`update account set city = 'Ystad' where id = ${id}`.execute(shop.db)
  await sql`update account set updated_at = now() where id = ${id}`.execute(shop.db)
  await sql`update account set erased_at = now() where id = ${id}`.execute(shop.db)
  expect((await published('account.')).map(({ name }) => name)).toEqual([
    'account.opened',
    'account.changed',
    'account.erased',
  ])
})
