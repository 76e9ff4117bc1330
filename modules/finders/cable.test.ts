import { describe, expect, it } from 'vitest'
import { cableOptions, chooseCables, type Cable } from './cable.ts'
import { toProductId } from '../../domain/products/product-id.ts'

const cable = (productId: number, a: string, b: string, lengthM: number, powerW: number | null): Cable => ({
  productId: toProductId(productId),
  ends: [a, b],
  lengthM,
  powerW,
})
const cables = [
  cable(1, 'usb_c', 'usb_c', 1, 60),
  cable(2, 'usb_c', 'usb_c', 2, 60),
  cable(3, 'usb_c', 'usb_c', 2, 100),
  cable(4, 'usb_c', 'usb_c', 2, 240),
  cable(5, 'usb_a', 'usb_c', 1, 15),
  cable(6, 'rj45', 'rj45', 5, null),
]
const wish = { a: 'usb_c', b: 'usb_c', lengthM: null, powerW: null }

describe('choosing a cable', () => {
  it('[PAGE-10] matches the length and a minimum power, the weakest sufficient one first', () => {
    expect(chooseCables(cables, { ...wish, lengthM: 2, powerW: 100 })).toEqual({ exact: [3, 4], nearest: [] })
  })

  it('accepts the ends in either order', () => {
    expect(chooseCables(cables, { ...wish, a: 'usb_c', b: 'usb_a' }).exact).toEqual([5])
    expect(chooseCables(cables, { ...wish, a: 'usb_a', b: 'usb_c' }).exact).toEqual([5])
  })

  it('offers the nearest length where the exact one is not sold, strong enough ones first', () => {
    expect(chooseCables(cables, { ...wish, lengthM: 3, powerW: 100 })).toEqual({
      exact: [],
      nearest: [4, 3, 2, 1],
    })
  })

  it('never offers another connector', () => {
    expect(chooseCables(cables, { ...wish, a: 'hdmi', b: 'rj45' })).toEqual({ exact: [], nearest: [] })
  })

  it('offers only options that have a result', () => {
    expect(cableOptions(cables, {}).a).toEqual(['usb_c', 'usb_a', 'rj45'])
    expect(cableOptions(cables, { a: 'usb_a' }).b).toEqual(['usb_c'])
    expect(cableOptions(cables, { a: 'usb_c', b: 'usb_c' })).toMatchObject({
      lengths: [1, 2],
      powers: [60, 100, 240],
    })
  })
})
