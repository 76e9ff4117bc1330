import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { depositSku } from '../cart/deposit-line.ts'
import type { LineUnits } from '../shipments/order-units.ts'
import { withDeposits } from './deposits-of-batteries.ts'

const [goods] = snapshotOf('de').lines
const battery = { ...goods!, uuid: 'battery', quantity: 3 }
const deposit = { ...goods!, uuid: 'deposit', kind: 'fee' as const, sku: depositSku, quantity: 3 }
const starters = new Map([['battery', 1]])
const counted = (own: Partial<LineUnits>): LineUnits => ({
  ordered: 3,
  shipped: 0,
  cancelled: 0,
  returned: 0,
  open: 0,
  ...own,
})
/** The request with the deposit's units as given. */
const added = (open: number, own: Partial<LineUnits>, lines = [battery, deposit]) =>
  withDeposits(
    { lines },
    { lines: [{ uuid: 'battery', quantity: 3, open }], shipping: false },
    { units: new Map([['deposit', counted(own)]]), starters },
  ).lines.slice(1)

describe('withDeposits', () => {
  it('adds the deposits of the batteries that have not left', () => {
    expect(added(2, { open: 3 })).toEqual([{ uuid: 'deposit', quantity: 2, open: 2 }])
  })

  it('credits those that the first shipment has collected', () => {
    expect(added(2, { shipped: 3 })).toEqual([{ uuid: 'deposit', quantity: 2, open: 0 }])
    expect(added(3, { open: 1, shipped: 2 })).toEqual([{ uuid: 'deposit', quantity: 3, open: 1 }])
  })

  it('adds no more than are left', () => {
    expect(added(3, { shipped: 3, returned: 2 })).toEqual([{ uuid: 'deposit', quantity: 1, open: 0 }])
    expect(added(3, { shipped: 3, returned: 3 })).toEqual([])
    expect(added(3, { open: -1, shipped: 1 })).toEqual([{ uuid: 'deposit', quantity: 1, open: 0 }])
  })

  it('adds none for batteries that have left, and none to an order without deposits', () => {
    expect(added(0, { shipped: 3 })).toEqual([])
    expect(added(3, { open: 3 }, [battery])).toEqual([])
  })

  it('counts the starter batteries in a unit', () => {
    const request = {
      lines: [
        { uuid: 'battery', quantity: 1, open: 1 },
        { uuid: 'lamp', quantity: 1, open: 1 },
      ],
    }
    const units = new Map([['deposit', counted({ open: 3 })]])
    const pack = new Map([['battery', 2]])
    expect(withDeposits({ lines: [battery, deposit] }, request, { units, starters: pack }).lines[2]).toEqual({
      uuid: 'deposit',
      quantity: 2,
      open: 2,
    })
  })

  it('leaves a request that names the deposit, and one of units that were not placed', () => {
    const units = new Map([['deposit', counted({ open: 3 })]])
    const named = {
      lines: [
        { uuid: 'battery', open: 2 },
        { uuid: 'deposit', quantity: 1 },
      ],
    }
    expect(withDeposits({ lines: [battery, deposit] }, named, { units, starters })).toBe(named)
    const unplaced = { lines: [{ uuid: 'battery', quantity: 2 }] }
    expect(withDeposits({ lines: [battery, deposit] }, unplaced, { units, starters })).toBe(unplaced)
  })
})
