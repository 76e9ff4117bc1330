import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberedCoupons } from './coupon-memory.server.ts'
import type { StoredCoupon } from './coupon-repository.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // To the memory, what was read at 0 has no time.
  vi.advanceTimersByTime(1)
})
afterEach(() => vi.useRealTimers())

/** A book in which every code has the number of its reading, and readings end when the test says so. */
function countedBook() {
  const readings: { codes: readonly string[]; end: (failed?: boolean) => void }[] = []
  const coupons = rememberedCoupons((codes) => {
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

it('a code that is used all the time is read anew before its time is over, and nobody waits for that', async () => {
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
  // Beyond the first one's time, within the second one's.
  await vi.advanceTimersByTimeAsync(450)
  expect(await numbers('TEN')).toEqual([2])
  expect(readings).toHaveLength(2)
})

it('what could not be read anew holds until its time is over, and then is read while the shopper waits', async () => {
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
