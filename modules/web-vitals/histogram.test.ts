import { describe, expect, it } from 'vitest'
import { bucketEnd, bucketOf, percentile, ratingOf } from './histogram.ts'
import { pageTypeOf } from './page-type.ts'

describe('a histogram of web vitals', () => {
  it('puts a value into a range whose end is at most a tenth above it', () => {
    for (const value of [8, 9, 50, 199, 200, 801, 2500, 59_999]) {
      const end = bucketEnd('LCP', bucketOf('LCP', value))
      expect(end).toBeGreaterThanOrEqual(value - 0.5)
      expect(end).toBeLessThanOrEqual(value * 1.1 + 1)
    }
    expect(bucketEnd('CLS', bucketOf('CLS', 0))).toBe(0)
    expect(bucketEnd('CLS', bucketOf('CLS', 0.1))).toBe(0.1)
    expect(bucketEnd('CLS', bucketOf('CLS', 0.101))).toBe(0.11)
    expect(bucketOf('CLS', 1e9)).toBe(200)
    expect(bucketOf('TTFB', 0)).toBe(0)
  })

  it('gives the value that three quarters of the visits do not exceed', () => {
    const counts = [
      { bucket: 30, visits: 1 },
      { bucket: 3, visits: 2 },
      { bucket: 10, visits: 1 },
    ]
    expect(percentile('CLS', counts, 0.75)).toBe(0.1)
    expect(percentile('CLS', counts, 0.76)).toBe(0.3)
    expect(percentile('CLS', [], 0.75)).toBeNull()
  })

  it('rates a value as web.dev does', () => {
    expect(['LCP', 'CLS'].map((name) => ratingOf(name as 'LCP', name === 'LCP' ? 2500 : 0.11))).toEqual([
      'good',
      'needs improvement',
    ])
    expect(ratingOf('INP', 501)).toBe('poor')
  })
})

it('pages are compared by type', () => {
  const types = ['index', 'product', 'brand-sv', 'search-de', 'checkout-id', 'checkout-confirmation', 'lists']
  expect(types.map(pageTypeOf)).toEqual([
    'home',
    'product',
    'category',
    'search',
    'checkout',
    'receipt',
    'content',
  ])
})
