import { describe, expect, it } from 'vitest'
import { readPlate } from '../../domain/devices/plate.ts'
import { findVehicle, findVehicleType, type VehicleRegistry } from '../../domain/devices/vehicle-registry.ts'
import { createDemoVehicleRegistry } from './demo-vehicle-registry.ts'

const registry = createDemoVehicleRegistry()
const countries = ['SE', 'NO', 'DE', 'DK'] as const
const look = async (country: (typeof countries)[number], text: string) => {
  const read = readPlate(country, text)
  if (!read.ok) throw new Error('no number')
  return findVehicle(registry, country, read.plate)
}

describe('the demo vehicle register', () => {
  it.each(countries)('[PAGE-10] of %s knows its examples', async (country) => {
    expect(registry.examples(country)).toHaveLength(4)
    for (const example of registry.examples(country))
      expect(await look(country, example)).toMatchObject({ ok: true })
  })

  it('has at least twelve vehicles per country, with different kinds of battery', async () => {
    const numbers = { SE: 'ANO0', NO: 'AN100', DE: 'B-AN 10', DK: 'AN200' }
    for (const country of countries) {
      const found = []
      for (let at = 1; at <= 12; at += 1)
        found.push(await look(country, numbers[country] + String(at).padStart(2, '0')))
      const vehicles = found.flatMap((answer) => (answer.ok ? [answer.vehicle] : []))
      expect(vehicles).toHaveLength(12)
      expect(
        new Set(vehicles.map(({ battery }) => `${battery.technology} ${battery.lengthMm} ${battery.layout}`))
          .size,
      ).toBeGreaterThan(8)
    }
  })

  it('finds a vehicle by the type key of German papers', async () => {
    const first = await findVehicleType(registry, { hsn: '9990', tsn: 'ANA' })
    expect(first).toEqual(await look('DE', 'B-AN 1001'))
    expect(await findVehicleType(registry, { hsn: '0603', tsn: 'ANA' })).toEqual({
      ok: false,
      code: 'unknown',
    })
  })

  it('reports an unknown number, and simulates an outage on demand', async () => {
    expect(await look('SE', 'XYZ987')).toEqual({ ok: false, code: 'unknown' })
    expect(await look('SE', 'NER404')).toEqual({ ok: false, code: 'unavailable' })
  })
})

it('an outage of the register is a value, not a fault', async () => {
  const down = () => Promise.reject(new Error('down'))
  const broken: VehicleRegistry = { find: down, findByTypeKey: down, examples: () => [] }
  expect(await findVehicle(broken, 'SE', 'ABC123')).toEqual({ ok: false, code: 'unavailable' })
})
