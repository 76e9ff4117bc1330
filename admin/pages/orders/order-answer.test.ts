import { describe, expect, it } from 'vitest'
import english from '../../../locales/en/admin.json'
import { translator } from '../../../ui/translator.ts'
import type { AdminKey } from '../../texts.tsx'
import { orderAnswer } from './order-answer.ts'

type Facts = Parameters<typeof orderAnswer>[0]

const words = {
  t: translator<AdminKey>(english, 'en-GB'),
  date: (day: string) => day.slice(0, 10),
  money: (amount: number, currency: string) => `${amount} ${currency}`,
}

const goods = (uuid: string, name: string, quantity: number, shipped: number) =>
  ({ uuid, name, quantity, shipped, open: quantity - shipped, kind: 'goods' }) as Facts['lines'][number]

const order = (more: Partial<Facts>): Facts =>
  ({
    number: 'S100001',
    status: 'received',
    placedAt: '2026-11-20T09:00:00Z',
    customer: { name: 'Anna Berg' },
    delivery: { arrival: { from: '2026-11-24', to: '2026-11-26' } },
    deliveredAt: null,
    lines: [goods('a', 'Battery', 3, 0)],
    shipments: [],
    refunds: [],
    currency: 'SEK',
    ...more,
  }) as Facts

const sent = {
  shippedAt: '2026-11-21T10:00:00Z',
  units: [{ uuid: 'a', quantity: 2 }],
  trackingNumber: 'TRACK-1',
  trackingUrl: 'https://carrier.example/TRACK-1',
} as Facts['shipments'][number]

describe('the answer to "where is my order"', () => {
  it('names the days on which an order that is not shipped yet is expected', () => {
    expect(orderAnswer(order({}), words)).toBe(
      [
        'Hello Anna Berg,',
        'We have received your order S100001 of 2026-11-20.',
        'Expected delivery: 2026-11-24 – 2026-11-26',
      ].join('\n\n'),
    )
  })

  it('lists each parcel with its tracking, and what is left', () => {
    const text = orderAnswer(
      order({ status: 'processing', shipments: [sent], lines: [goods('a', 'Battery', 3, 2)] }),
      words,
    )
    expect(text).toContain(
      'Sent on 2026-11-21: 2 × Battery\nTracking number: TRACK-1\nhttps://carrier.example/TRACK-1',
    )
    expect(text).toContain('Still to be sent: 1 × Battery')
  })

  it('says what was delivered and paid back, and no expected day after that', () => {
    const text = orderAnswer(
      order({
        status: 'delivered',
        deliveredAt: '2026-11-23T12:00:00Z',
        shipments: [sent],
        refunds: [{ amount: 129, at: '2026-11-24T09:00:00Z' }],
      }),
      words,
    )
    expect(text).toContain('was delivered on 2026-11-23.')
    expect(text).toContain('On 2026-11-24 we paid back 129 SEK.')
    expect(text).not.toContain('Expected delivery')
    expect(text).not.toContain('Still to be sent')
  })
})
