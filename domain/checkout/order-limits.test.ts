import { minor } from '../money/money.ts'
import { expect, it } from 'vitest'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { aboveLimit } from './order-limits.ts'
import { toProductId } from '../products/product-id.ts'

const limits = { ...storePolicies.sv.orderLimits.guest, unitsPerLine: 100, orderMinor: minor(5_000_000) }
const line = (uuid: string, product: number, quantity: number, more: object = {}) => ({
  uuid,
  name: uuid,
  productId: toProductId(product),
  quantity,
  addedByCoupon: null,
  feeKind: null,
  ...more,
})

it('names the line and the largest quantity, over all lines of one product, excluding gifts and fees', () => {
  const lines = [
    line('a', 1, 100),
    line('b', 2, 60),
    line('c', 2, 60),
    line('d', 1, 1),
    line('gift', 3, 500, { addedByCoupon: 'GIFT' }),
    line('deposit', 4, 500, { feeKind: 'deposit' }),
  ]
  expect(aboveLimit(limits, { lines, totalMinor: minor(5_000_000) })).toEqual({
    lines: [
      { uuid: 'c', name: 'c', quantity: 60, most: 40 },
      { uuid: 'd', name: 'd', quantity: 1, most: 0 },
    ],
    mostMinor: null,
  })
  expect(aboveLimit(limits, { lines: [], totalMinor: minor(5_000_001) })).toEqual({
    lines: [],
    mostMinor: 5_000_000,
  })
})

it('never limits a customer with an account more than a guest, nor staff more than the technical maximum', () => {
  for (const code of storeCodes) {
    const { guest, account, business } = storePolicies[code].orderLimits
    for (const [smaller, larger] of [
      [guest, account],
      [account, business],
    ] as const) {
      expect(larger.unitsPerLine).toBeGreaterThan(smaller.unitsPerLine)
      expect(larger.orderMinor).toBeGreaterThan(smaller.orderMinor)
      expect(larger.credit.held.minor).toBeGreaterThan(smaller.credit.held.minor)
    }
    for (const { credit, orderMinor } of [guest, account, business]) {
      expect(credit.held.minor).toBeGreaterThanOrEqual(credit.approved.minor)
      expect(credit.held.minor).toBeGreaterThanOrEqual(orderMinor)
      expect(credit.approved.minor).toBeGreaterThanOrEqual(credit.orderMinor)
    }
  }
})
