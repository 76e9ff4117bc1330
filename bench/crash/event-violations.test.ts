import { expect, it } from 'vitest'
import { violationsOf } from './event-violations.ts'

type Delivery = Parameters<typeof violationsOf>[0][number]

const webhooks = { live: 1, dead: 2 }
const delivery = (id: number, more: Partial<Delivery> = {}): Delivery => ({
  id: `evt_${id}`,
  subscriber: 'webhook:1',
  event: 'order.paid',
  object: 'order:S1',
  state: 'delivered',
  attempts: 1,
  error: null,
  ...more,
})
const refused = { subscriber: 'webhook:2', state: 'parked', attempts: 10, error: 'http_500' }
const found = (rows: Delivery[], received: string[], acknowledged = received) =>
  violationsOf(rows, { received, acknowledged: new Set(acknowledged) }, webhooks)

it('finds nothing where each event arrived in order, or was given up by name', () => {
  const rows = [
    delivery(1),
    delivery(2, { object: 'order:S2' }),
    delivery(3),
    delivery(3, refused),
    delivery(4, { ...refused, state: 'owed', attempts: 0, error: null }),
  ]
  expect(found(rows, ['evt_2', 'evt_1', 'evt_3'])).toEqual([])
})

it.each([
  ['one that was not delivered', [delivery(1, { state: 'parked' })], ['evt_1'], 'is parked at webhook:1'],
  ['one that never arrived', [delivery(1)], [], 'its receiver never said so'],
  ['one before an earlier one', [delivery(1), delivery(2)], ['evt_2', 'evt_1'], 'arrived before'],
  ['one that nobody published', [], ['evt_9'], 'no event of the webhook'],
  ['one of a module that is owed', [delivery(1, { subscriber: 'gift-wrap', state: 'owed' })], [], 'is owed'],
  ['one given up without a reason', [delivery(1, { ...refused, error: null })], [], 'refuses all'],
  ['one that waits for nothing', [delivery(1, { ...refused, state: 'owed' })], [], 'refuses all'],
])('finds %s', (_what, rows, received, words) => {
  expect(found(rows, received)).toEqual([expect.stringContaining(words)])
})

it('finds one that its receiver did not acknowledge', () => {
  expect(found([delivery(1)], ['evt_1'], [])).toEqual([expect.stringContaining('never said so')])
})
