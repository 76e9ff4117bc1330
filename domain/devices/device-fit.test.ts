import { describe, expect, it } from 'vitest'
import { fitOf } from './device-fit.ts'

const device = (cellSize: string | null, ownBatteries = 0) => ({ cellSize, maker: 'apple', ownBatteries })
const cell = (cellSize: string) => ({ cellSize, isBattery: true, deviceBrand: null, isNamed: false })
const pack = { cellSize: null, isBattery: true, deviceBrand: 'apple', isNamed: false }

describe('whether a product fits a device', () => {
  it('is yes for the same size and for a product that names the device', () => {
    expect(fitOf({ device: device('za312'), product: cell('za312') })).toBe(true)
    expect(fitOf({ device: device(null), product: { ...pack, isNamed: true } })).toBe(true)
  })

  it('is no only for another size of the family, and for another model’s battery', () => {
    expect(fitOf({ device: device('za312'), product: cell('za13') })).toBe(false)
    expect(fitOf({ device: device(null, 1), product: pack })).toBe(false)
  })

  it('is null where it is not certain', () => {
    expect(fitOf({ device: device('za312'), product: cell('aa') })).toBeNull()
    expect(fitOf({ device: device(null, 0), product: pack })).toBeNull()
    expect(fitOf({ device: device(null, 1), product: { ...pack, deviceBrand: 'sony' } })).toBeNull()
    expect(fitOf({ device: device('aa'), product: { ...cell('aaa'), isBattery: false } })).toBeNull()
  })
})
