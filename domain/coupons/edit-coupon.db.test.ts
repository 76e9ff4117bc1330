import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { disableCoupon, listCoupons } from './coupon-repository.server.ts'
import { editCoupon, listCouponUses } from './edit-coupon.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const stored = async (code: string) => (await listCoupons(shop.db, code))[0]!

async function buyWith(code: string): Promise<number> {
  const product = await shop.addProduct({ price: 500 })
  const { id, total } = await openCheckout(shop, [line(product)], { coupons: [code] })
  const answer = await shop.call('POST', `/api/checkout/${id}/complete`, {
    ...goodForm,
    email: `buyer-${id.slice(0, 8).toLowerCase()}@example.se`,
    total,
  })
  expect(answer.status).toBe(200)
  return total
}

describe('an issued code', () => {
  it('is changed in the named fields only, keeps its uses, and orders keep their price', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 20, specific_groups: [] })
    const before = await buyWith(code)
    const changes = { percentage_discount: 40, valid_to: '2099-12-31', usage_limit: 5 }
    expect(await editCoupon(shop.db, testActor, code.toLowerCase(), changes)).toEqual({
      ok: true,
      outcome: 'changed',
    })
    expect(await stored(code)).toMatchObject({
      definition: { code, percentage_discount: 40 },
      validTo: Date.UTC(2099, 11, 31, 23),
      usageLimit: 5,
      used: 1,
    })
    const after = await buyWith(code)
    expect(after).toBeLessThan(before)
    const uses = await listCouponUses(shop.db, code, 10)
    expect(uses).toMatchObject([{ releasedAt: null }, { releasedAt: null }])
    expect(new Set(uses.map(({ orderNumber }) => orderNumber)).size).toBe(2)
    expect(await editCoupon(shop.db, testActor, code, changes)).toEqual({ ok: true, outcome: 'unchanged' })
    expect(await editCoupon(shop.db, testActor, code, { valid_to: null, usage_limit: null })).toMatchObject({
      ok: true,
    })
    expect(await stored(code)).toMatchObject({ validTo: null, usageLimit: null, used: 2 })
  })

  it('stays unchanged when the result would be invalid, and the error names the field', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 20 })
    const before = await stored(code)
    expect(await editCoupon(shop.db, testActor, code, { fixed_amount: 50, stores: ['sv'] })).toMatchObject({
      ok: false,
      code: 'bad_record',
    })
    expect(await editCoupon(shop.db, testActor, code, { valid_to: '2026-02-30' })).toMatchObject({
      ok: false,
      problems: [{ field: 'valid_to', code: 'bad_time' }],
    })
    expect(await editCoupon(shop.db, testActor, code, { percentage_discount: null })).toMatchObject({
      ok: false,
      problems: [{ code: 'gives_nothing' }],
    })
    expect(await editCoupon(shop.db, testActor, code, { colour: 'red' })).toEqual({
      ok: false,
      code: 'unknown_field',
      fields: ['colour'],
    })
    expect(await editCoupon(shop.db, testActor, 'NO-SUCH', { percentage_discount: 1 })).toEqual({
      ok: false,
      code: 'unknown_coupon',
    })
    expect(await stored(code)).toEqual(before)
  })

  it('stays disabled when it is edited, until it is enabled', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 20 })
    await disableCoupon(shop.db, testActor, code, new Date())
    await editCoupon(shop.db, testActor, code, { percentage_discount: 30 })
    expect((await stored(code)).disabledAt).not.toBeNull()
    await editCoupon(shop.db, testActor, code, {}, { enable: true })
    expect(await stored(code)).toMatchObject({ disabledAt: null, definition: { percentage_discount: 30 } })
  })

  it('keeps the changes of two concurrent edits', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 20 })
    await Promise.all([
      editCoupon(shop.db, testActor, code, { percentage_discount: 25 }),
      editCoupon(shop.db, testActor, code, { usage_limit: 9 }),
    ])
    expect(await stored(code)).toMatchObject({ usageLimit: 9, definition: { percentage_discount: 25 } })
  })
})
