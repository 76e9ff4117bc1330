import { describe, expect, it } from 'vitest'
import type { BatteryNeed } from '../../domain/devices/vehicle-registry.ts'
import { batteriesForVehicle, type StarterBattery } from './starter-battery.ts'
import { toProductId } from '../../domain/products/product-id.ts'

const battery = (
  productId: number,
  chemistry: string,
  capacityAh: number,
  lengthMm: number,
  layout = 'right_positive',
): StarterBattery => ({
  productId: toProductId(productId),
  chemistry,
  capacityAh,
  lengthMm,
  widthMm: 175,
  heightMm: 190,
  layout,
})
const shelf = [
  battery(1, 'lead_acid', 60, 242),
  battery(2, 'efb', 70, 278),
  battery(3, 'agm', 70, 278),
  battery(4, 'agm', 80, 315),
  battery(5, 'agm', 70, 278, 'left_positive'),
]
const need: BatteryNeed = {
  technology: 'efb',
  capacityAh: 68,
  lengthMm: 278,
  widthMm: 175,
  heightMm: 190,
  layout: 'right_positive',
}

describe('the starter battery of a vehicle', () => {
  it('has the required type or a better one, fits the tray and its cables', () => {
    expect(batteriesForVehicle(shelf, need)).toEqual([2, 3])
  })

  it('may be a plain one where nothing more is required', () => {
    expect(
      batteriesForVehicle(shelf, { ...need, technology: 'lead_acid', capacityAh: 55, lengthMm: 242 }),
    ).toEqual([1])
  })

  it('is none where no battery fits', () => {
    expect(batteriesForVehicle(shelf, { ...need, heightMm: 220 })).toEqual([])
  })
})
