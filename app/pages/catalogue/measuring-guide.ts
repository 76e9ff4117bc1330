/** Which measuring guide belongs to a product. Pure. */
import type { ProductDetails } from '../../../contract/catalogue.ts'

export type MeasuringGuide = 'coin' | 'lead' | 'block' | 'lamp'

/** Null: there is nothing to measure before buying. */
export function measuringGuideOf(facts: ProductDetails['facts']): MeasuringGuide | null {
  const valueOf = (code: string) => facts.find((fact) => fact.code === code)?.value
  const size = valueOf('battery_size')
  if (size !== undefined) return isCoin(size) && valueOf('voltage_v') !== undefined ? 'coin' : null
  if (valueOf('cca_a') !== undefined) return 'lead'
  if (valueOf('lamp_base') !== undefined) return 'lamp'
  const isBlock = ['voltage_v', 'length_mm', 'width_mm', 'height_mm'].every(
    (code) => valueOf(code) !== undefined,
  )
  return isBlock && valueOf('chemistry') !== undefined ? 'block' : null
}

/** Coin and button cells, whose names say their size (IEC 60086-3). */
function isCoin(size: string): boolean {
  return /^(?:[CLSMV]R?|LI)R?\d{2,4}$/.test(size.replaceAll(/\s/g, '').toUpperCase())
}
