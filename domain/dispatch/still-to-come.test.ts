import { expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { toSku } from '../products/sku.ts'
import { lastArrival, stillToCome } from './still-to-come.ts'

const [sample] = snapshotOf('sv').lines
const line = (uuid: string, quantity: number, estimatedAt: string | null = null) => ({
  ...sample!,
  uuid,
  sku: toSku(uuid),
  name: uuid,
  quantity,
  estimatedAt,
})
const soon = { from: '2026-11-23', to: '2026-11-24' }
const later = { from: '2026-12-01', to: '2026-12-02' }
const laterAt = '2026-11-29T23:00:00.000Z'

/** A charger in stock, and two lamps and a cable that are expected on 30 November. */
function order(more: Partial<OrderSnapshot['shipping']> = {}) {
  const { shipping } = snapshotOf('sv')
  return {
    status: 'processing' as const,
    snapshot: snapshotOf('sv', {
      lines: [line('charger', 1), line('lamp', 2, laterAt), line('cable', 1, laterAt)],
      shipping: {
        ...shipping,
        arrival: later,
        deliveries: [
          { lines: ['charger'], arrival: soon },
          { lines: ['lamp', 'cable'], arrival: later },
        ],
        ...more,
      },
    }),
  }
}
const now = Date.parse('2026-11-20T12:00:00Z')
const none = { shipments: [], refunds: [] }

it('is everything, each line with the days of its delivery, as long as nothing has left', () => {
  expect(stillToCome(order(), none, new Map(), now)).toEqual([
    { uuid: 'charger', name: 'charger', quantity: 1, arrival: soon },
    { uuid: 'lamp', name: 'lamp', quantity: 2, arrival: later },
    { uuid: 'cable', name: 'cable', quantity: 1, arrival: later },
  ])
})

it('is what has neither left nor been refunded', () => {
  const shipments = [
    {
      units: new Map([
        ['charger', 1],
        ['lamp', 1],
      ]),
    },
  ]
  const refunds = [{ lines: [{ uuid: 'cable', quantity: 1, returned: 0 }] }]
  expect(stillToCome(order(), { shipments, refunds }, new Map(), now)).toEqual([
    { uuid: 'lamp', name: 'lamp', quantity: 1, arrival: later },
  ])
  expect(stillToCome({ ...order(), status: 'shipped' }, none, new Map(), now)).toEqual([])
  expect(stillToCome({ ...order(), status: 'pending' }, none, new Map(), now)).toEqual([])
})

it('comes with the latest of its delivery, so a moved date of one line moves the others with it', () => {
  const dates = new Map([['lamp', new Date('2026-12-13T23:00:00Z')]])
  const arrivals = (of: ReturnType<typeof order>) =>
    stillToCome(of, none, dates, now).map((each) => each.arrival)
  const moved = { from: '2026-12-15', to: '2026-12-16' }
  expect(arrivals(order())).toEqual([soon, moved, moved])
  expect(lastArrival(order(), none, dates)).toEqual(moved)
  expect(lastArrival(order(), none, new Map())).toEqual(later)
  const { deliveries: _, ...together } = order().snapshot.shipping
  const whole = order()
  expect(arrivals({ ...whole, snapshot: { ...whole.snapshot, shipping: together } })).toEqual([
    moved,
    moved,
    moved,
  ])
})

it('has no days where they are not known, or have passed without a parcel', () => {
  const unknown = order({ deliveries: [{ lines: ['charger', 'lamp', 'cable'], arrival: null }] })
  expect(stillToCome(unknown, none, new Map(), now).map(({ arrival }) => arrival)).toEqual([null, null, null])
  const passed = stillToCome(order(), none, new Map(), Date.parse('2026-11-25T12:00:00Z'))
  expect(passed.map(({ arrival }) => arrival)).toEqual([null, later, later])
})
