import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateStock, type StockRequest } from './allocate-stock.ts'
import { toProductId } from '../products/product-id.ts'

const now = Date.UTC(2026, 10, 20)
const wish = (quantity: number, productId: number, available: number, perUnit = 1): StockRequest => ({
  quantity,
  needs: [{ productId: toProductId(productId), perUnit, stock: { available } }],
})

describe('stock', () => {
  it('[STOCK-04] is allocated to the lines in their order and never twice', () => {
    const grants = allocateStock([wish(3, 1, 5), wish(4, 1, 5), wish(1, 1, 5), wish(2, 2, 5)], now)
    expect(grants.map((grant) => grant.quantity)).toEqual([3, 2, 0, 2])
    expect(grants[0]!.allocations).toEqual([{ productId: 1, pool: 'available', quantity: 3 }])
  })

  it('is empty where none exists, and a gift card needs none', () => {
    const grants = allocateStock(
      [
        { quantity: 2, needs: [{ productId: toProductId(1), perUnit: 1, stock: null }] },
        { quantity: 9, needs: [] },
      ],
      now,
    )
    expect(grants).toMatchObject([
      { quantity: 0, allocations: [] },
      { quantity: 9, allocations: [], status: null },
    ])
  })

  it('of a set is complete with its latest part', () => {
    const needOf = (productId: number, incomingAt: number | null) => ({
      productId: toProductId(productId),
      perUnit: 1,
      stock: { available: 0, incoming: 5, incomingAt },
    })
    const dateOf = (...dates: (number | null)[]) =>
      allocateStock([{ quantity: 1, needs: dates.map((date, index) => needOf(index + 1, date)) }], now)[0]!
        .status?.estimatedAt
    const day = 86_400_000
    expect(dateOf(now + day, now + 3 * day, now + 2 * day)).toBe(now + 3 * day)
    expect(dateOf(now + day, null)).toBeNull()
  })

  it('is never allocated beyond the available units, whatever the lines and sets', () => {
    const wishes = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 50 }),
        ids: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
        perUnit: fc.integer({ min: 1, max: 5 }),
      }),
    )
    const stocks = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(wishes, stocks, (lines, stock) => {
        const asked = lines.map(({ quantity, ids, perUnit }) => ({
          quantity,
          needs: ids.map((productId) => ({
            productId: toProductId(productId),
            perUnit,
            stock: { available: stock[productId - 1]! },
          })),
        }))
        const taken = new Map<number, number>()
        allocateStock(asked, now).forEach((grant, index) => {
          expect(grant.quantity).toBeLessThanOrEqual(lines[index]!.quantity)
          for (const take of grant.allocations)
            taken.set(take.productId, (taken.get(take.productId) ?? 0) + take.quantity)
        })
        for (const [id, quantity] of taken) expect(quantity).toBeLessThanOrEqual(stock[id - 1]!)
      }),
    )
  })
})
