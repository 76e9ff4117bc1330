/**
 * Histograms of web vitals: a value is stored as the number of its range, and percentiles are read from the
 * counts. Times are in ranges that grow by a tenth, so that a percentile is at most a tenth too high. Pure.
 */

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

/** "Good" up to the first value, "poor" above the second (https://web.dev/articles/vitals). Milliseconds; CLS has no unit. */
export const vitalThresholds: Record<VitalName, readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
}

const firstTimeMs = 8
const growth = 1.1
const shiftPerBucket = 0.01
const lastBucket = 200

/** The range of a value. */
export function bucketOf(name: VitalName, value: number): number {
  const at =
    name === 'CLS'
      ? Math.ceil(value / shiftPerBucket)
      : Math.ceil(Math.log(Math.max(value, firstTimeMs) / firstTimeMs) / Math.log(growth))
  return Math.min(at, lastBucket)
}

/** The highest value of a range. */
export function bucketEnd(name: VitalName, bucket: number): number {
  return name === 'CLS'
    ? Math.round(bucket * shiftPerBucket * 100) / 100
    : Math.round(firstTimeMs * growth ** bucket)
}

export interface BucketCount {
  bucket: number
  visits: number
}

/** The value that a share of the visits did not exceed; null without visits. `share`: 0.75 for the 75th percentile. */
export function percentile(name: VitalName, counts: readonly BucketCount[], share: number): number | null {
  const total = counts.reduce((sum, { visits }) => sum + visits, 0)
  let passed = 0
  for (const { bucket, visits } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    passed += visits
    if (passed >= total * share) return bucketEnd(name, bucket)
  }
  return null
}

export type VitalRating = 'good' | 'needs improvement' | 'poor'

export function ratingOf(name: VitalName, value: number): VitalRating {
  const [good, poor] = vitalThresholds[name]
  if (value <= good) return 'good'
  return value <= poor ? 'needs improvement' : 'poor'
}
