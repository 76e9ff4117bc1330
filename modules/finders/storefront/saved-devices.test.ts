import { describe, expect, it } from 'vitest'
import { mostDevices, nameOf, withDevice, withLabel } from './saved-devices.ts'

const device = (id: number) => ({ id, slug: `d-${id}`, name: `Device ${id}` })

describe('the shopper’s devices', () => {
  it('are stored once each, newest first, at most twenty', () => {
    const two = withDevice([device(1)], device(2))!
    expect(two.map(({ id }) => id)).toEqual([2, 1])
    expect(withDevice(two, device(1))).toEqual(two)
    const full = Array.from({ length: mostDevices }, (_, at) => device(at + 1))
    expect(withDevice(full, device(99))).toBeNull()
    expect(withDevice(full, device(3))).toEqual(full)
  })

  it('can be renamed, until the name is removed', () => {
    const named = withLabel([device(1), device(2)], 2, '  In the hall ')
    expect(named.map(nameOf)).toEqual(['Device 1', 'In the hall'])
    expect(withLabel(named, 2, ' ')).toEqual([device(1), device(2)])
  })
})
