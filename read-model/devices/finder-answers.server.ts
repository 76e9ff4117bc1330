/** Answers all queries of the finders from the catalogue index. */
import { attributeText } from '../schema/catalogue-structure.server.ts'
import { storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import { hasMember, membersOf, readUnion } from '../schema/bitmap-index.server.ts'
import { slugOf } from '../../domain/stores/slug.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Cable } from '../../domain/devices/cable.ts'
import { batterySet, valueSets } from '../query/listed-products.server.ts'
import { deviceAnswers, namedProducts } from './device-answers.server.ts'
import { fitOf, type DeviceFitAnswer } from '../../domain/devices/device-fit.ts'
import type { Device } from '../../domain/devices/device.ts'
import type { Finder } from '../../domain/catalogue/finder.ts'
import type { StarterBattery } from '../../domain/devices/starter-battery.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

export function finderAnswers(state: IndexState): Finder {
  return {
    ...deviceAnswers(state),
    deviceFit: (store, deviceIds, skus) => deviceFit(state, store, deviceIds, skus),
    attributeValueName: (store, attribute, value) => attributeText(state.structure, attribute, value, store),
    cables: (store) => keep(state, `cables/${store}`, () => cablesOf(state, store)),
    starterBatteries: (store) => keep(state, `starters/${store}`, () => startersOf(state, store)),
  }
}

type Attributes = Record<string, unknown>

interface SoldProduct {
  id: ProductId
  attributes: Attributes
}

/**
 * Products for sale (variants instead of their parents) whose family has a value of the facet, with their
 * attributes merged over those of the parent. Three queries.
 */
function productsWith(state: IndexState, store: StoreCode, facet: string): SoldProduct[] {
  const listed = JSON.stringify(membersOf(readUnion(state.db, valueSets(state, store, facet))))
  const rows = state.db.all<{ id: ProductId; parent: ProductId | null; attributes: string }>(
    `select p.id, p.variant_of as parent, p.body ->> '$.attributes' as attributes
     from json_each(?1) j cross join product p on p.id = j.value
     union all
     select p.id, p.variant_of, p.body ->> '$.attributes' from json_each(?1) j
     cross join product p on p.variant_of = j.value cross join entry e on e.key = p.id * ${storeSlots} + ?2`,
    listed,
    storeNumber[store],
  )
  const own = new Map(rows.map((row) => [row.id, JSON.parse(row.attributes) as Attributes]))
  const parents = new Set(rows.map((row) => row.parent))
  return rows
    .filter((row) => !parents.has(row.id))
    .map(({ id, parent }) => ({
      id,
      attributes: { ...(parent === null ? {} : own.get(parent)), ...own.get(id) },
    }))
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function cablesOf(state: IndexState, store: StoreCode): Cable[] {
  return productsWith(state, store, 'connector_a').flatMap(({ id, attributes }) => {
    const { connector_a: a, connector_b: b } = attributes
    if (typeof a !== 'string' || typeof b !== 'string') return []
    const lengthM = numberOf(attributes['length_m'])
    return [{ productId: id, ends: [a, b] as const, lengthM, powerW: numberOf(attributes['power_w']) }]
  })
}

function startersOf(state: IndexState, store: StoreCode): StarterBattery[] {
  return productsWith(state, store, 'terminal_layout').flatMap(({ id, attributes }) => {
    const [capacityAh, lengthMm, widthMm, heightMm] = [
      'capacity_ah',
      'length_mm',
      'width_mm',
      'height_mm',
    ].map((code) => numberOf(attributes[code]))
    const { chemistry, terminal_layout: layout, starter_battery: isStarter } = attributes
    if (isStarter !== true || typeof chemistry !== 'string' || typeof layout !== 'string') return []
    if (capacityAh == null || lengthMm == null || widthMm == null || heightMm == null) return []
    return [{ productId: id, chemistry, capacityAh, lengthMm, widthMm, heightMm, layout }]
  })
}

function deviceFit(
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
