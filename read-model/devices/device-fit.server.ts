/** Whether products fit devices, where this is certain. */
import { hasMember } from '../schema/bitmap-index.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { slugOf } from '../../domain/stores/slug.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { batterySet } from '../query/listed-products.server.ts'
import { namedProducts } from './named-products.server.ts'
import { fitOf, type DeviceFitAnswer } from '../../domain/devices/device-fit.ts'
import type { Device } from '../../domain/devices/device.ts'
import type { Sku } from '../../domain/products/sku.ts'

type Attributes = Record<string, unknown>

export function deviceFit(
  state: IndexState,
  store: StoreCode,
  deviceIds: readonly number[],
  skus: readonly Sku[],
): DeviceFitAnswer[] {
  const devices = state.db
    .all<{ body: string }>(
      'select d.body from json_each(?) j cross join device d on d.id = j.value',
      JSON.stringify([...new Set(deviceIds)]),
    )
    .map((row) => JSON.parse(row.body) as Device)
  const products = state.db.all<{
    sku: Sku
    family: number
    attributes: string
    inherited: string | null
  }>(
    `select p.sku, coalesce(p.variant_of, p.id) as family, p.body ->> '$.attributes' as attributes,
       f.body ->> '$.attributes' as inherited
     from json_each(?) j cross join product p on p.sku = j.value left join product f on f.id = p.variant_of`,
    JSON.stringify([...new Set(skus)]),
  )
  const named = namedProducts(
    state,
    devices.map((device) => device.id),
  )
  const batteries = batterySet(state, store)
  const pairs = new Set(named.map(({ device, product }) => `${device} ${product}`))
  const ownBatteries = (id: number) =>
    named.filter((pair) => pair.device === id && hasMember(batteries, pair.product)).length
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const goods = products.map(({ sku, family, attributes, inherited }) => {
    const own = {
      ...(JSON.parse(inherited ?? '{}') as Attributes),
      ...(JSON.parse(attributes) as Attributes),
    }
    return {
      sku,
      family,
      cellSize: text(own['battery_size']),
      isBattery: own['chemistry'] !== undefined,
      deviceBrand: text(own['device_brand']),
    }
  })
  return devices.flatMap((device) => {
    const facts = {
      cellSize: device.cellSize,
      maker: slugOf(device.maker).replaceAll('-', '_'),
      ownBatteries: ownBatteries(device.id),
    }
    return goods.flatMap(({ sku, family, ...known }) => {
      const fits = fitOf({
        device: facts,
        product: { ...known, isNamed: pairs.has(`${device.id} ${family}`) },
      })
      return fits === null ? [] : [{ deviceId: device.id, sku, fits }]
    })
  })
}
