import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCouponCache } from './coupon-cache.server.ts'
import type { StoredCoupon } from './coupon-repository.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // The cache treats a read at time 0 as having no start time.
  vi.advanceTimersByTime(1)
})
afterEach(() => vi.useRealTimers())

/** A book in which every code carries the number of its read, and the test decides when a read ends. */
function countedBook() {
  const readings: { codes: readonly string[]; end: (failed?: boolean) => void }[] = []
  const coupons = createCouponCache((codes) => {
    const { promise, resolve, reject } = Promise.withResolvers<StoredCoupon[]>()
    const number = readings.length + 1
    const end = (failed = false) =>
      failed
        ? reject(new Error('gone'))
        : resolve(codes.map((code) => ({ definition: { code }, used: number }) as unknown as StoredCoupon))
    readings.push({ codes, end })
    return promise
  }, 1_000)
  const numbers = async (...codes: string[]) =>
    (await coupons(codes)).map((coupon) => (coupon as unknown as { used: number }).used)
  return { readings, numbers }
}

it('a code in constant use is refreshed before its entry expires, and no caller waits for it', async () => {
  const { readings, numbers } = countedBook()
  const first = numbers('TEN', 'FIFTY')
  readings[0]!.end()
  expect(await first).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(400)
  expect(await numbers('TEN')).toEqual([1])
  expect(readings).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await numbers('TEN')).toEqual([1])
  expect(await numbers('TEN')).toEqual([1])
  expect(readings.map(({ codes }) => codes)).toEqual([['TEN', 'FIFTY'], ['TEN']])
  readings[1]!.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(await numbers('TEN')).toEqual([2])
  // After the first entry would have expired, before the second one does.
  await vi.advanceTimersByTimeAsync(450)
  expect(await numbers('TEN')).toEqual([2])
  expect(readings).toHaveLength(2)
})

it('an entry that could not be refreshed stays valid until it expires, and is then read while the shopper waits', async () => {
  const { readings, numbers } = countedBook()
  const first = numbers('TEN')
  readings[0]!.end()
  await first
  await vi.advanceTimersByTimeAsync(600)
  await numbers('TEN')
  readings[1]!.end(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(await numbers('TEN')).toEqual([1])
  readings[2]!.end(true)
  await vi.advanceTimersByTimeAsync(500)
  const last = numbers('TEN')
  expect(readings).toHaveLength(4)
  readings[3]!.end()
  expect(await last).toEqual([4])
})
