import { describe, expect, it } from 'vitest'
import { cachedCouponSync } from './coupon-sync-cache.ts'

function counted() {
  const now = { at: 1_000_000 }
  let asked = 0
  const sync = cachedCouponSync(
    async (question: { coupons: string[] }) => ({ coupons: question.coupons, turn: ++asked }),
    () => now.at,
  )
  return { now, sync, asked: () => asked }
}

describe('a discount sync', () => {
  it('[COUPON-43] sends a request every time unless the caller allows a response of the last five minutes', async () => {
    const { now, sync, asked } = counted()
    await sync({ coupons: ['A'] })
    await sync({ coupons: ['A'] })
    expect(asked()).toBe(2)
    now.at += 299_999
    expect(await sync({ coupons: ['A'] }, { cache: true })).toMatchObject({ turn: 2 })
    expect(asked()).toBe(2)
    now.at += 1
    await sync({ coupons: ['A'] }, { cache: true })
    expect(asked()).toBe(3)
  })

  it('of another cart is another request, and a failed one is not cached', async () => {
    const { sync, asked } = counted()
    await sync({ coupons: ['A'] }, { cache: true })
    await sync({ coupons: ['B'] }, { cache: true })
    expect(asked()).toBe(2)
    let fails = true
    const shaky = cachedCouponSync(
      async (question: string) => {
        if (fails) throw new Error('away')
        return question
      },
      () => 0,
    )
    await expect(shaky('x', { cache: true })).rejects.toThrow('away')
    fails = false
    expect(await shaky('x', { cache: true })).toBe('x')
  })
})
