/**
 * Selects the starter batteries for a vehicle: a battery must fit the tray and the cables, be strong enough,
 * and be of a type that the vehicle's electrics can charge. Pure.
 */
import type { ProductFacts } from '../../domain/catalogue/product-facts.ts'
import type { BatteryNeed } from '../../domain/devices/vehicle-registry.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { numberOrNull } from './number-or-null.ts'

export interface StarterBattery {
  productId: ProductId
  chemistry: string
  capacityAh: number
  lengthMm: number
  widthMm: number
  heightMm: number
  layout: string
}

/** All starter batteries of a store whose measures are known. */
export const starterBatteryFacts: ProductFacts<StarterBattery> = {
  name: 'finders/starter-batteries',
  facet: 'terminal_layout',
  factOf({ id, attributes }) {
    const [capacityAh, lengthMm, widthMm, heightMm] = [
      'capacity_ah',
      'length_mm',
      'width_mm',
      'height_mm',
    ].map((code) => numberOrNull(attributes[code]))
    const { chemistry, terminal_layout: layout, starter_battery: isStarter } = attributes
    if (isStarter !== true || typeof chemistry !== 'string' || typeof layout !== 'string') return null
    if (capacityAh == null || lengthMm == null || widthMm == null || heightMm == null) return null
    return { productId: id, chemistry, capacityAh, lengthMm, widthMm, heightMm, layout }
  },
}

/** Start-stop systems wear out a plain battery; a better type than required is accepted. */
const rank: Record<string, number> = { lead_acid: 0, efb: 1, agm: 2 }

/** A tray holds its own size and the next shorter one (bottom ledge at the ends), never a longer one. */
const shorterByMm = 40

/** Ah of the batteries that start cars: those of motorcycles hold less, those of lorries more. */
const smallestOfCarsAh = 35
const largestOfCarsAh = 120

/** Whether cars are started with such a battery, so that a registration number can answer whether it fits. */
export function startsCars({ chemistry, layout, capacityAh }: StarterBattery): boolean {
  return (
    chemistry in rank &&
    (layout === 'right_positive' || layout === 'left_positive') &&
    capacityAh >= smallestOfCarsAh &&
    capacityAh <= largestOfCarsAh
  )
}

/** Product ids of the matching batteries, the required type first, then by capacity. */
export function batteriesForVehicle(batteries: readonly StarterBattery[], need: BatteryNeed): ProductId[] {
  const wanted = rank[need.technology]!
  return batteries
    .filter(
      (battery) =>
        (rank[battery.chemistry] ?? -1) >= wanted &&
        battery.layout === need.layout &&
        battery.capacityAh >= need.capacityAh &&
        battery.capacityAh <= need.capacityAh * 1.5 &&
        battery.lengthMm <= need.lengthMm + 2 &&
        battery.lengthMm >= need.lengthMm - shorterByMm &&
        Math.abs(battery.widthMm - need.widthMm) <= 3 &&
        Math.abs(battery.heightMm - need.heightMm) <= 3,
    )
    .sort(
      (a, b) =>
        rank[a.chemistry]! - rank[b.chemistry]! || a.capacityAh - b.capacityAh || a.productId - b.productId,
    )
    .map((battery) => battery.productId)
}
