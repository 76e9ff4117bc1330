/**
 * Customs declarations of parcels that cross Norway's border. Norway's VAT on E-Commerce (VOEC): a registered seller
 * abroad collects the VAT from consumers, and the goods pass without import VAT, if each item is worth less than
 * 3,000 NOK without VAT, delivery and insurance. The declaration names the seller's VOEC number, and for each item
 * the tariff code (6 digits) and the value in NOK.
 * Sources: skatteetaten.no, "Sending goods under the VOEC scheme"; toll.no, "How to report VOEC digitally".
 */
import { minor, shareMinor, subtractMinor, sumMinor, type Minor } from '../money/money.ts'
import type { CurrencyCode } from '../stores/store.ts'
import type { CustomsDeclaration } from './parcel-booking.ts'

/** An item of this value, or above, is outside of VOEC. */
export const voecLimitMinor = minor(300_000)

/** Countries of the EU's customs union that the shop sends from or to. */
const customsUnion: ReadonlySet<string> = new Set(['SE', 'DE', 'DK', 'FI'])

/** A line in the parcel. Amounts are of the whole line of the order. */
export interface CustomsLine {
  sku: string
  name: string
  /** Units of the line, and of those in the parcel. */
  quantity: number
  units: number
  /** After discounts, VAT included. */
  totalMinor: Minor
  vatMinor: Minor
  hsCode: string | null
  originCountry: string | null
  /** Gross, of one unit; null where it is not known. */
  weightGrams: number | null
}

export interface CustomsInput {
  from: { countryCode: string; voecNumber: string | null }
  /** ISO 3166-1 alpha-2 of the recipient. */
  to: string
  isBusiness: boolean
  currency: CurrencyCode
  lines: readonly CustomsLine[]
}

export type CustomsRefusal =
  /** The shop has no terms for this border: only parcels of consumers to Norway, paid in NOK. */
  | { ok: false; code: 'no_customs_terms' }
  /** The store sends from abroad without a VOEC number. */
  | { ok: false; code: 'voec_not_registered' }
  /** Worth 3,000 NOK or more: to be cleared by an ordinary declaration. */
  | { ok: false; code: 'voec_limit'; skus: string[] }
  /** Without a tariff code. */
  | { ok: false; code: 'hs_code_missing'; skus: string[] }

/** The declaration that a parcel needs; null where it crosses no customs border. */
export function customsDeclaration(
  input: CustomsInput,
): { ok: true; declaration: CustomsDeclaration | null } | CustomsRefusal {
  const { from, to, isBusiness, currency, lines } = input
  const isWithin = from.countryCode === to || (customsUnion.has(from.countryCode) && customsUnion.has(to))
  if (isWithin) return { ok: true, declaration: null }
  if (to !== 'NO' || isBusiness || currency !== 'NOK') return { ok: false, code: 'no_customs_terms' }
  if (from.voecNumber === null) return { ok: false, code: 'voec_not_registered' }
  const dear = lines.filter((line) => unitValueMinor(line) >= voecLimitMinor)
  if (dear.length > 0) return { ok: false, code: 'voec_limit', skus: skusOf(dear) }
  const bare = lines.filter(({ hsCode }) => hsCode === null)
  if (bare.length > 0) return { ok: false, code: 'hs_code_missing', skus: skusOf(bare) }
  return {
    ok: true,
    declaration: {
      scheme: 'voec',
      number: from.voecNumber,
      currency,
      items: lines.map((line) => ({
        description: line.name,
        quantity: line.units,
        unitValueMinor: unitValueMinor(line),
        hsCode: line.hsCode!,
        originCountry: line.originCountry,
        weightGrams: line.weightGrams,
      })),
      vatMinor: sumMinor(lines.map(({ vatMinor, units, quantity }) => shareMinor(vatMinor, units, quantity))),
    },
  }
}

function unitValueMinor({ totalMinor, vatMinor, quantity }: CustomsLine): Minor {
  return shareMinor(subtractMinor(totalMinor, vatMinor), 1, quantity)
}

const skusOf = (lines: readonly CustomsLine[]) => [...new Set(lines.map(({ sku }) => sku))]
