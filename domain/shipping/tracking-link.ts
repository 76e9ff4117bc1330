/**
 * Addresses of the carriers' public tracking pages, per country of the recipient. Carriers change them without
 * notice: they are configuration, checked by hand in November 2026, and an order without a link still shows its
 * tracking number.
 */
import type { CarrierLogo } from '../stores/store.ts'

/** `{n}`: the tracking number. By ISO 3166-1 alpha-2; `other`: every country that is not named. */
type TrackingPages = Readonly<Record<string, string> & { other: string }>

const trackingPages: Partial<Record<CarrierLogo, TrackingPages>> = {
  postnord: {
    SE: 'https://tracking.postnord.com/se/?id={n}',
    NO: 'https://tracking.postnord.com/no/?id={n}',
    DK: 'https://tracking.postnord.com/dk/?id={n}',
    other: 'https://tracking.postnord.com/en/?id={n}',
  },
  bring: {
    SE: 'https://tracking.bring.se/tracking/{n}',
    NO: 'https://sporing.posten.no/sporing/{n}',
    DK: 'https://tracking.bring.dk/tracking/{n}',
    other: 'https://tracking.bring.com/tracking/{n}',
  },
  DHL: {
    SE: 'https://www.dhl.com/se-sv/home/tracking.html?tracking-id={n}',
    NO: 'https://www.dhl.com/no-no/home/tracking.html?tracking-id={n}',
    DE: 'https://www.dhl.com/de-de/home/tracking.html?tracking-id={n}',
    DK: 'https://www.dhl.com/da-dk/home/tracking.html?tracking-id={n}',
    other: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={n}',
  },
  budbee: { other: 'https://tracking.budbee.com/{n}' },
  instabox: { other: 'https://track.instabox.io/{n}' },
  'DB Schenker': { other: 'https://www.dbschenker.com/app/tracking-public/?refNumber={n}' },
  posti: { other: 'https://www.posti.fi/fi/seuranta#/lahetys/{n}' },
}

/**
 * The page where a parcel can be tracked; null where the carrier has none. `countryCode`: ISO 3166-1 alpha-2
 * of the recipient.
 */
export function trackingLink(
  carrier: CarrierLogo | null,
  countryCode: string,
  trackingNumber: string,
): string | null {
  const pages = carrier === null ? undefined : trackingPages[carrier]
  if (!pages) return null
  return (pages[countryCode] ?? pages.other).replace('{n}', encodeURIComponent(trackingNumber.trim()))
}
