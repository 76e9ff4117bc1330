/**
 * Decides whether a product fits a shopper's device. False is only returned where it is certain: a cell of
 * the same family in another size, or a battery made for other models of the maker whose own battery is
 * known. Pure.
 */
import { cellFamily } from './battery-size.ts'
import type { Sku } from '../products/sku.ts'

export interface DeviceFitAnswer {
  deviceId: number
  sku: Sku
  fits: boolean
}

/** The fields of a device and a product that decide. */
export interface FitFacts {
  device: { cellSize: string | null; maker: string; ownBatteries: number }
  product: { cellSize: string | null; isBattery: boolean; deviceBrand: string | null; isNamed: boolean }
}

/** True, false, or null where it is not certain. */
export function fitOf({ device, product }: FitFacts): boolean | null {
  if (product.isNamed) return true
  if (!product.isBattery) return null
  if (device.cellSize !== null && product.cellSize !== null) {
    if (device.cellSize === product.cellSize) return true
    const family = cellFamily(device.cellSize)
    return family !== null && family === cellFamily(product.cellSize) ? false : null
  }
  const isMade = product.cellSize === null && product.deviceBrand !== null
  if (isMade && device.cellSize === null && device.ownBatteries > 0 && product.deviceBrand === device.maker)
    return false
  return null
}
