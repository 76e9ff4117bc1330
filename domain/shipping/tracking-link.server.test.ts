import { expect, it } from 'vitest'
import { storeCodes, storePolicies, stores } from '../stores/stores.ts'
import { trackingLink } from './tracking-link.server.ts'

it('leads to the page of the carrier in the recipient’s country', () => {
  expect(trackingLink('postnord', 'DK', ' 00570 123 ')).toBe(
    'https://tracking.postnord.com/dk/?id=00570%20123',
  )
  expect(trackingLink('bring', 'FI', 'A1')).toBe('https://tracking.bring.com/tracking/A1')
})

it('keeps a tracking number inside its place in the address', () => {
  const link = trackingLink('DHL', 'DE', '1&x=/../?#')!
  expect(new URL(link).searchParams.get('tracking-id')).toBe('1&x=/../?#')
  expect(new URL(link).hostname).toBe('www.dhl.com')
})

it('exists for every carrier that a store ships with, and for none without a tracking page', () => {
  for (const code of storeCodes)
    for (const { carrier } of storePolicies[code].shippingMethods)
      expect([carrier, trackingLink(carrier, stores[code].countryCode, 'A1')]).toEqual([
        carrier,
        expect.stringMatching(/^https:\/\/[^{}]+A1$/),
      ])
  expect(trackingLink(null, 'SE', 'A1')).toBeNull()
  expect(trackingLink('citymail', 'SE', 'A1')).toBeNull()
})
