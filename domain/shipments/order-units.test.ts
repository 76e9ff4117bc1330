import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../orders/order-states.ts'
import { isNothingOpen, openUnits, unitsOfOrder, type CountedOrder } from './order-units.ts'

const lines: CountedOrder['lines'] = [
  { uuid: 'a', kind: 'goods', quantity: 4 },
  { uuid: 'fee', kind: 'fee', quantity: 2 },
]
const order = (status: OrderStatus): CountedOrder => ({ status, lines })
const refund = (uuid: string, quantity: number, returned: number) => ({
  lines: [{ uuid, quantity, returned }],
})
const one = { units: new Map([['a', 1]]) }

describe('the units of an order line', () => {
  it('are open, cancelled or shipped; a refund of units that left is no cancellation', () => {
    const refunds = [refund('a', 3, 0)]
    expect(unitsOfOrder(order('processing'), { shipments: [one], refunds }).get('a')).toEqual({
      ordered: 4,
      shipped: 1,
      cancelled: 3,
      returned: 0,
      open: 0,
    })
    const back = { shipments: [one], refunds: [refund('a', 1, 1)] }
    expect(unitsOfOrder(order('processing'), back).get('a')).toMatchObject({
      shipped: 1,
      returned: 1,
      open: 3,
    })
    expect([...openUnits(order('processing'), back)]).toEqual([['a', 3]])
  })

  it('of a fee leave with the first shipment', () => {
    const fee = (shipments: (typeof one)[], refunds: ReturnType<typeof refund>[] = []) =>
      unitsOfOrder(order('processing'), { shipments, refunds }).get('fee')
    expect(fee([])).toMatchObject({ open: 2, shipped: 0 })
    expect(fee([one])).toMatchObject({ open: 0, shipped: 2 })
    expect(fee([one], [refund('fee', 1, 0)])).toMatchObject({ open: 0, shipped: 1, cancelled: 1 })
  })

  it('of a cancelled order are cancelled, and of one from before shipments were recorded shipped', () => {
    const nothing = { shipments: [], refunds: [] }
    expect(unitsOfOrder(order('cancelled'), nothing).get('a')).toMatchObject({ cancelled: 4, open: 0 })
    expect(unitsOfOrder(order('delivered'), nothing).get('a')).toMatchObject({ shipped: 4, open: 0 })
  })
})

it('nothing is left to send where goods and bought gift cards are done, whatever became of the fees', () => {
  const isNothingLeft = (refunds: ReturnType<typeof refund>[]) =>
    isNothingOpen(lines, unitsOfOrder(order('received'), { shipments: [], refunds }))
  expect(isNothingLeft([refund('a', 3, 0)])).toBe(false)
  expect(isNothingLeft([refund('a', 4, 0)])).toBe(true)
})
