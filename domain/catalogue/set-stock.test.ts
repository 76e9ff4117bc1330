import { expect, it } from 'vitest'
import { stockOfSet, type StoredStock } from './set-stock.ts'
import { stockStatus } from './stock-status.ts'

const now = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const stock = (more: Partial<StoredStock>): StoredStock => ({
  available: 0,
  incoming: 0,
  incomingAt: null,
  presale: 0,
  releaseAt: null,
  discontinued: false,
  ...more,
})
const statusOf = (
  own: Partial<StoredStock>,
  ...parts: [perUnit: number, stock: Partial<StoredStock> | null][]
) => {
  const { presale, ...rest } = stockOfSet(
    stock(own),
    parts.map(([perUnit, part]) => ({ perUnit, stock: part && stock(part) })),
  )
  const { status, limit, estimatedAt } = stockStatus({ ...rest, presaleCap: presale }, now)
  return [status, limit, estimatedAt === null ? null : (estimatedAt - now) / dayMs]
}

it('[STOCK-04] a set is in stock as far as its scarcest part, and never beyond its own figure', () => {
  expect(statusOf({ available: 100 }, [1, { available: 40 }], [4, { available: 30 }])).toEqual([
    'in_stock',
    7,
    null,
  ])
  expect(statusOf({ available: 100 }, [2, { available: 5 }])).toEqual(['few_left', 2, null])
  expect(statusOf({ available: 3 }, [1, { available: 40 }])).toEqual(['few_left', 3, null])
  expect(statusOf({ available: 100 }, [2, { available: 1 }])).toEqual(['out_of_stock', 0, null])
  expect(statusOf({ available: 100 }, [1, null])).toEqual(['out_of_stock', 0, null])
  expect(statusOf({ available: 100 }, [1, { available: 9, discontinued: true }])[0]).toBe('discontinued')
})

it('[STOCK-04] a set that awaits parts comes with the last of them', () => {
  const coming = (days: number | null, incoming = 20) => ({
    incoming,
    incomingAt: days === null ? null : now + days * dayMs,
  })
  expect(statusOf({ available: 100 }, [1, { available: 9 }], [2, coming(3)])).toEqual(['back_order', 9, 3])
  expect(statusOf({ available: 100 }, [1, coming(9)], [2, coming(3)])).toEqual(['back_order', 10, 9])
  expect(statusOf({ available: 100 }, [1, coming(9)], [2, coming(null)])).toEqual(['back_order', 10, null])
  const presale = { presale: 6, releaseAt: now + 5 * dayMs }
  expect(statusOf({ available: 100 }, [1, { available: 9 }], [2, presale])).toEqual(['presale', 3, 5])
  expect(statusOf({ available: 100 }, [1, {}], [2, presale])).toEqual(['out_of_stock', 0, 5])
})
