import { expect, it } from 'vitest'
import { trackOrder } from './order-tracking.ts'

const event = (
  kind: string,
  toStatus: string | null,
  minute: number,
  data: Record<string, unknown> = {},
) => ({
  kind,
  toStatus,
  data,
  recordedAt: new Date(Date.UTC(2026, 10, 20, 9, minute)),
})
const snapshot = { shipping: { carrier: 'budbee' as const } }

it('[TRACK-01] lists an order’s statuses from its history: each once, with the carrier’s page', () => {
  const url = 'https://carrier.example/1'
  const history = [
    event('placed', 'pending', 0),
    event('payment', 'received', 1),
    event('refund', 'received', 2),
    event('shipped', 'shipped', 3, { trackingUrl: url }),
    event('return-registered', 'shipped', 4),
  ]
  const { events, ...rest } = trackOrder({ status: 'shipped', snapshot }, history)
  expect(rest).toEqual({ status: 'shipped', carrier: 'budbee', trackingUrl: url })
  expect(events.map(({ status, at }) => [status, at.getUTCMinutes()])).toEqual([
    ['received', 1],
    ['shipped', 3],
  ])
})

it('shows that a payment is being confirmed while nothing else is known', () => {
  const tracking = trackOrder({ status: 'pending', snapshot }, [event('placed', 'pending', 0)])
  expect(tracking).toMatchObject({
    status: 'confirming',
    trackingUrl: null,
    events: [{ status: 'confirming' }],
  })
})
