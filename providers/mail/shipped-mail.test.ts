import { expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import { shownPayment } from '../../domain/payments/shown-payment.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { shippedMail } from './shipped-mail.ts'

it('names the service point with the parts of its address that the carrier gives', () => {
  const snapshot = snapshotOf('sv')
  const text = (place: { street: string; postalCode: string; city: string }) =>
    shippedMail(
      {
        number: 'S1',
        payment: shownPayment('invoice', null),
        snapshot: {
          ...snapshot,
          shipping: {
            ...snapshot.shipping,
            servicePoint: {
              id: '1',
              carrier: 'instabox',
              type: 'locker',
              name: 'Paketskåp 726',
              countryCode: 'SE',
              position: null,
              distanceMetres: null,
              openingHours: [],
              ...place,
            },
          },
        },
      },
      {
        number: 1,
        carrier: null,
        trackingNumber: null,
        trackingUrl: null,
        amountMinor: minor(36_900),
        isLast: true,
        shippedAt: new Date(0),
        deliveredAt: null,
        units: new Map(),
      },
      { coming: [], isInvoiced: false },
    ).text
  expect(text({ street: 'Skolgatan 27', postalCode: '41103', city: 'Göteborg' })).toContain(
    'Paketet hämtas hos Paketskåp 726, Skolgatan 27, 411 03 Göteborg. Du får',
  )
  expect(text({ street: 'Skolgatan 27', postalCode: '', city: '' })).toContain(
    'Paketet hämtas hos Paketskåp 726, Skolgatan 27. Du får',
  )
})
