import { describe, expect, it } from 'vitest'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { slugOf } from '../domain/stores/slug.ts'
import { deviceKinds, deviceSlug, namesOfDevice } from '../domain/devices/device.ts'
import { demoStores } from './demo-stores.ts'
import { demoRecords } from './demo-records.test-support.ts'
import { demoDevices } from './load-demo-devices.server.ts'

const now = new Date('2026-11-21T12:00:00Z')
const devices = await demoDevices(now)
const products = (await demoRecords(now)).filter(
  (record): record is ProductRecord => record.record === 'product',
)

describe('the devices of the demo', () => {
  it('are at least 150, of many kinds, each under an address of its own', () => {
    expect(devices.length).toBeGreaterThan(150)
    expect(new Set(devices.map(deviceSlug)).size).toBe(devices.length)
    const kinds = new Set(devices.map((device) => device.kind))
    expect(kinds.size).toBeGreaterThanOrEqual(20)
    for (const kind of kinds) expect(deviceKinds).toContain(kind)
  })

  it('all lead to a product that every store of the demo sells', () => {
    const everywhere = products.filter(({ stores }) => Object.keys(stores).length === demoStores.length)
    const sizes = new Set(
      everywhere
        .filter(({ attributes }) => attributes?.['chemistry'])
        .map(({ attributes }) => attributes?.['battery_size']),
    )
    const fitted = new Set(everywhere.flatMap(({ fits = [] }) => fits.map(slugOf)))
    const leadNowhere = devices.filter(
      ({ cellSize, codes = [], ...device }) =>
        !(cellSize !== undefined && sizes.has(cellSize)) &&
        !namesOfDevice({ ...device, codes }).some((name) => fitted.has(name)),
    )
    expect(leadNowhere).toEqual([])
  })
})
