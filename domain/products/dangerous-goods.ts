/**
 * Which class of dangerous goods a product belongs to, as far as carriers' rules for parcels differ. From UN
 * numbers and special provision (SP) 188 of ADR: lithium batteries up to 100 Wh (ion) or 2 g of lithium (metal)
 * are exempt from most rules, larger ones are class 9. SP 188 has lower limits for single cells, 20 Wh and 1 g;
 * the limits here are those of batteries, so a larger single cell must not be listed without its packaging's
 * own rules. Unknown values count as large.
 */

export const dangerousGoodsClasses = [
  /** UN 2794: lead-acid with free acid. */
  'lead_acid_wet',
  /** UN 2800: lead-acid, non-spillable (AGM, gel). */
  'lead_acid_sealed',
  /** Lithium batteries within SP 188. */
  'lithium_small',
  /** Other lithium batteries. */
  'lithium_large',
  /** Every other UN number, e.g. 1950 (aerosols). */
  'other',
] as const
export type DangerousGoodsClass = (typeof dangerousGoodsClasses)[number]

export interface TransportFacts {
  /** `UN3480`, or `none` for goods that are not dangerous; null: unknown. */
  unNumber: string | null
  batteryEnergyMilliwattHours: number | null
  lithiumContentMilligrams: number | null
}

/** Lithium ion: packed alone, and in or with equipment. */
const lithiumIon: ReadonlySet<string> = new Set(['UN3480', 'UN3481'])
const lithiumMetal: ReadonlySet<string> = new Set(['UN3090', 'UN3091'])

const largestEnergyMilliwattHours = 100_000
const largestLithiumMilligrams = 2_000

/** Null: not dangerous, or unknown. */
export function dangerousGoodsClass(facts: TransportFacts): DangerousGoodsClass | null {
  const { unNumber, batteryEnergyMilliwattHours, lithiumContentMilligrams } = facts
  if (unNumber === null || unNumber === 'none') return null
  if (unNumber === 'UN2794') return 'lead_acid_wet'
  if (unNumber === 'UN2800') return 'lead_acid_sealed'
  if (lithiumIon.has(unNumber))
    return isWithin(batteryEnergyMilliwattHours, largestEnergyMilliwattHours)
      ? 'lithium_small'
      : 'lithium_large'
  if (lithiumMetal.has(unNumber))
    return isWithin(lithiumContentMilligrams, largestLithiumMilligrams) ? 'lithium_small' : 'lithium_large'
  return 'other'
}

/** Whether a class is one of lead-acid batteries. */
export const isLeadAcid = (entry: DangerousGoodsClass): boolean => entry.startsWith('lead_acid')

/** Whether a product's UN number requires the energy or the lithium content that is missing. */
export function lacksLithiumFacts(facts: TransportFacts): boolean {
  if (facts.unNumber === null) return false
  if (lithiumIon.has(facts.unNumber)) return facts.batteryEnergyMilliwattHours === null
  return lithiumMetal.has(facts.unNumber) && facts.lithiumContentMilligrams === null
}

const isWithin = (value: number | null, limit: number): boolean => value !== null && value <= limit
