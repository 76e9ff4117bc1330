/**
 * Which VAT a sale of goods bears, by the country it is sent from and to. The stores deliver within their own
 * country only, so every order of today is `domestic`, also one of a business with a valid number: showing
 * prices without VAT is no exemption. The other rows are for a store that begins to deliver abroad.
 */

/** Countries of the stores that are in the EU's VAT area; Norway is not. */
const euCountries: ReadonlySet<string> = new Set(['SE', 'DE', 'DK', 'FI'])

export type VatTreatment =
  /** VAT of the seller's country. Directive 2006/112/EC art. 2(1)(a); Norway: merverdiavgiftsloven § 3-1. */
  | 'domestic'
  /**
   * Exempt; the buyer accounts for it, the seller reports it in a recapitulative statement. The number must be
   * valid when the goods leave. Directive 2006/112/EC art. 138(1), as amended by Directive (EU) 2018/1910.
   */
  | 'intra_community'
  /**
   * VAT of the buyer's country through the One Stop Shop. Directive 2006/112/EC art. 33(a); below 10,000 € a year
   * that of the seller's country (art. 59c).
   */
  | 'distance_sale'
  /**
   * Exempt; import VAT is due in the buyer's country. Directive 2006/112/EC art. 146(1)(a); Norway:
   * merverdiavgiftsloven § 6-21.
   */
  | 'export'
  /**
   * Norwegian VAT charged by a foreign seller that is registered for VOEC, on consumers' items below 3,000 NOK.
   * Merverdiavgiftsloven § 14-4; skatteetaten.no/voec.
   */
  | 'voec'

export interface Sale {
  /** ISO 3166-1 alpha-2: where the goods are sent from and to. */
  from: string
  to: string
  buyer: 'private' | 'business'
  /** Only a number that its register has confirmed counts. */
  hasValidVatNumber: boolean
  /** Whether the seller is registered for VOEC and every item costs less than 3,000 NOK, freight excluded. */
  isVoec: boolean
}

export function vatTreatment({ from, to, buyer, hasValidVatNumber, isVoec }: Sale): VatTreatment {
  if (from === to) return 'domestic'
  if (!euCountries.has(from) || !euCountries.has(to))
    return to === 'NO' && buyer === 'private' && isVoec ? 'voec' : 'export'
  return buyer === 'business' && hasValidVatNumber ? 'intra_community' : 'distance_sale'
}
