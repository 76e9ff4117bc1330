/** Names of carriers as the companies write them. Pure. */

const names: Readonly<Record<string, string>> = {
  bring: 'Bring',
  budbee: 'Budbee',
  citymail: 'CityMail',
  dhl: 'DHL',
  instabox: 'Instabox',
  postnord: 'PostNord',
}

/** The name of a carrier by its id in shipping methods and shipments; another text is returned unchanged. */
export function carrierName(carrier: string): string {
  return names[carrier.toLowerCase()] ?? carrier
}
