import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goodsLine, kustomOrders } from '../../test/kustom-orders.ts'

let shop: Awaited<ReturnType<typeof kustomOrders>>
beforeAll(async () => {
  shop = await kustomOrders()
})
afterAll(() => shop.close())
beforeEach(() => shop.begin())
afterEach(() => shop.stop())

const line = (number: number, quantity = 1) => ({ lines: [{ uuid: `l${number}`, quantity }] })

describe('a refund that belongs to gift cards alone', () => {
  it('asks the provider for nothing, and completes the refund of the payment', async () => {
    const order = await shop.authorized([goodsLine(1), goodsLine(2)], 20_000)
    await shop.ship(order)
    await shop.perform()
    expect(await shop.refund(order, line(1))).toMatchObject({
      ok: true,
      refund: { toProviderMinor: 6_900, toGiftCardsMinor: 3_100 },
    })
    expect(await shop.refund(order, line(2))).toMatchObject({
      ok: true,
      refund: { toProviderMinor: 0, toGiftCardsMinor: 10_000 },
    })
    expect(await shop.refund(order, 'everything')).toMatchObject({
      ok: true,
      refund: { toProviderMinor: 0, toGiftCardsMinor: 6_900 },
    })
    await shop.perform()
    expect(await shop.operations(order)).toEqual([
      { kind: 'capture', status: 'done', amount: 6_900 },
      { kind: 'refund', status: 'done', amount: 6_900 },
    ])
    // The refund of the provider's part is performed last, and does not undo that the whole is refunded.
    expect(await shop.attempt(order)).toEqual({ status: 'refunded', captured: 6_900, refunded: 6_900 })
    expect(await shop.onCards(order)).toBe(0)
    expect(await shop.differences(order)).toEqual([])
  })
})
