import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { editCoupon } from './edit-coupon.server.ts'
import { listCoupons } from './coupon-repository.server.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const complete = (id: string, form: object) => shop.call('POST', `/api/checkout/${id}/complete`, form)
const buyer = (name: string, total: number) => ({ ...goodForm, email: `${name}@example.se`, total })
const usesOf = async (code: string) => (await listCoupons(shop.db, code))[0]!.used
const counted = async (code: string) => {
  const { rows } = await sql<{ used: number }>`select used from coupon where code = ${code}`.execute(shop.db)
  return rows[0]!.used
}

describe('the uses of a code', () => {
  it('never exceed its limit, however many check out at once', async () => {
    const product = await shop.addProduct({ price: 500, available: 1000 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimit: 10 })
    const opened = await Promise.all(
      Array.from({ length: 50 }, () => openCheckout(shop, [line(product)], { coupons: [code] })),
    )
    const answers = await Promise.all(
      opened.map(({ id, total }, index) => complete(id, buyer(`rush${index}`, total))),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const refused = answers.filter((answer) => answer.status === 409)
    expect(refused).toHaveLength(40)
    for (const { body } of refused)
      expect(body).toMatchObject({
        code: 'total_changed',
        total: opened[0]!.total + 100,
        rejected_coupons: [{ code, reason: 'used_up' }],
      })
    expect([await usesOf(code), await counted(code)]).toEqual([10, 10])
    expect(await shop.stockOf(product)).toMatchObject({ available: 990 })
    // A buyer who accepts the price without the code gets the products at that price.
    const late = answers.findIndex((answer) => answer.status === 409)
    const { total } = (await shop.call('GET', `/api/checkout/${opened[late]!.id}`)).body
    expect((await complete(opened[late]!.id, buyer('late', total))).status).toBe(200)
  })

  it('are counted per customer by a hash of the address, in any spelling', async () => {
    const product = await shop.addProduct({ price: 500 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimitPerCustomer: 2 })
    const order = async (email: string) => {
      const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
      return { id, answer: await complete(id, { ...goodForm, email, total }) }
    }
    expect((await order('Per@Example.se')).answer.status).toBe(200)
    expect((await order(' per@example.se ')).answer.status).toBe(200)
    const third = await order('PER@EXAMPLE.SE')
    expect(third.answer).toMatchObject({
      status: 409,
      body: { code: 'total_changed', rejected_coupons: [{ code, reason: 'used_up_for_customer' }] },
    })
    const shown = await shop.call('GET', `/api/checkout/${third.id}`)
    expect(shown.body).toMatchObject({ total: third.answer.body.total, rejected_coupons: [{ code }] })
    expect(
      (await complete(third.id, { ...goodForm, email: 'per@example.se', total: shown.body.total })).status,
    ).toBe(200)
    expect((await order('eva@example.se')).answer.status).toBe(200)
    const { rows } = await sql<{
      kept: string
    }>`select string_agg(u::text, ' ') as kept from coupon_use u`.execute(shop.db)
    expect(rows[0]!.kept).not.toMatch(/@|example|per/i)
  })

  it('count on from those at a former shop', async () => {
    const product = await shop.addProduct({ price: 500 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimit: 10, usedBefore: 9 })
    const order = async (name: string) => {
      const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
      return (await complete(id, buyer(name, total))).status
    }
    expect(await order('tenth')).toBe(200)
    expect([await usesOf(code), await counted(code)]).toEqual([10, 10])
    const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
    expect(total).toBeGreaterThan(0)
    const { body } = await shop.call('GET', `/api/checkout/${id}`)
    expect(body).toMatchObject({ rejected_coupons: [{ code, reason: 'used_up' }] })
    // An edit counts them again, with the new limit.
    await editCoupon(shop.db, testActor, code, { usage_limit: 11 })
    expect([await usesOf(code), await counted(code)]).toEqual([10, 10])
    expect(await order('eleventh')).toBe(200)
    expect([await usesOf(code), await counted(code)]).toEqual([11, 11])
  })

  it('are those of the mailbox, whatever suffix or dots its address is written with', async () => {
    const product = await shop.addProduct({ price: 500 })
    const order = async (code: string, email: string) => {
      const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
      return (await complete(id, { ...goodForm, email, total })).status
    }
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimitPerCustomer: 1 })
    expect(await order(code, 'mia@example.se')).toBe(200)
    for (const again of ['mia+1@example.se', 'Mia+ny@example.se']) expect(await order(code, again)).toBe(409)
    expect(await order(code, 'mia.b@gmail.com')).toBe(200)
    expect(await order(code, 'm.iab+x@googlemail.com')).toBe(409)
  })

  it('of releases that counted the address as typed go on counting', async () => {
    const product = await shop.addProduct({ price: 500 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimitPerCustomer: 1 })
    const order = async (email: string) => {
      const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
      return (await complete(id, { ...goodForm, email, total })).status
    }
    expect(await order('liv+anode@example.se')).toBe(200)
    const asTyped = testKeys.digest('coupon-customer', 'liv+anode@example.se').toString('hex')
    await sql`update coupon_use set customer_key = ${asTyped} where coupon_id = (select id from coupon where code = ${code})`.execute(
      shop.db,
    )
    expect(await order('Liv+Anode@example.se')).toBe(409)
    // From then on the use counts for the mailbox.
    expect(await order('liv@example.se')).toBe(409)
  })

  it('of one customer in many tabs stay within the limit', async () => {
    const product = await shop.addProduct({ price: 500 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimitPerCustomer: 1 })
    const opened = await Promise.all(
      Array.from({ length: 12 }, () => openCheckout(shop, [line(product)], { coupons: [code] })),
    )
    const answers = await Promise.all(opened.map(({ id, total }) => complete(id, buyer('tabs', total))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await usesOf(code)).toBe(1)
  })

  it('are released once when the order fails, and counted again when its payment arrives late', async () => {
    const product = await shop.addProduct({ price: 500 })
    const code = await addCoupon(shop.db, { percentage_discount: 20 }, { usageLimit: 1 })
    const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
    const { body } = await complete(id, buyer('back', total))
    expect(await counted(code)).toBe(1)
    const move = (status: OrderStatus) => forceOrderStatus(shop.db, body.number, status)
    await move('cancelled')
    await move('cancelled')
    expect([await counted(code), await usesOf(code)]).toEqual([0, 0])
    await move('payment_failed')
    expect(await counted(code)).toBe(0)
    await move('held')
    expect([await counted(code), await usesOf(code)]).toEqual([1, 1])
  })

  it('are counted only where a code reduced a price', async () => {
    const product = await shop.addProduct({ price: 500 })
    const low = await addCoupon(shop.db, { percentage_discount: 5 }, { usageLimit: 1 })
    const high = await addCoupon(shop.db, { percentage_discount: 10 })
    const { id, total } = await openCheckout(shop, [line(product)], { coupons: [low, high] })
    expect((await complete(id, buyer('best', total))).status).toBe(200)
    expect([await usesOf(low), await usesOf(high)]).toEqual([0, 1])
  })
})

describe('an order', () => {
  it('stores its codes and their reasons in its snapshot, and reports them', async () => {
    const product = await shop.addProduct({ price: 500 })
    const ten = await addCoupon(shop.db, { percentage_discount: 10 })
    const fixed = await addCoupon(
      shop.db,
      { fixed_amount: 50, discount_label: 'Välkommen' },
      { stores: ['sv'] },
    )
    const { id, total } = await openCheckout(shop, [line(product)], { coupons: [ten, fixed, 'NOPE'] })
    const { body } = await complete(id, buyer('told', total))
    const { body: order } = await shop.call('GET', `/api/orders/confirmation/${body.confirmation}`)
    expect(order).toMatchObject({
      coupons: [ten, fixed],
      discounts: [{ code: fixed, label: 'Välkommen', amount: 50 }],
      sum: 400,
      lines: [
        {
          price: 500,
          before_price: null,
          reasons: [
            { kind: 'coupon', code: ten, amount: 50 },
            { kind: 'fixed', code: fixed, amount: 50 },
          ],
        },
      ],
    })
  })
})
