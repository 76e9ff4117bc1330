/**
 * Addresses of the carriers' public tracking pages, per country of the recipient. An order without a link still shows its
 * tracking number.
 */
import type { TrackingPages } from '../../modules/account-description.ts'
import { carrierDescriptions } from '../../modules/carriers.server.ts'
import { accountOfCarrier } from '../provider-accounts/account-provider.ts'
import type { CarrierId } from '../stores/store.ts'

/** Carriers that the shop cannot have an account at: staff enter their tracking numbers. */
const withoutAccount: Readonly<Record<string, TrackingPages | undefined>> = {
  'DB Schenker': { other: 'https://www.dbschenker.com/app/tracking-public/?refNumber={n}' },
  posti: { other: 'https://www.posti.fi/fi/seuranta#/lahetys/{n}' },
}

function trackingPagesOf(carrier: CarrierId): TrackingPages | undefined {
  const account = accountOfCarrier(carrier)
  return account === undefined ? withoutAccount[carrier] : carrierDescriptions[account].trackingPages
}

/**
 * The page where a parcel can be tracked; null where the carrier has none. `countryCode`: ISO 3166-1 alpha-2
 * of the recipient.
 */
export function trackingLink(
  carrier: CarrierId | null,
  countryCode: string,
  trackingNumber: string,
): string | null {
  const pages = carrier === null ? undefined : trackingPagesOf(carrier)
  if (!pages) return null
  return (pages[countryCode] ?? pages.other).replace('{n}', encodeURIComponent(trackingNumber.trim()))
}
