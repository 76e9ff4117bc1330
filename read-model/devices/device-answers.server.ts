/** Reads devices and the products that fit them from the catalogue index. */
import { batterySet, listedKeys } from '../query/listed-products.server.ts'
import { cardsOf } from '../query/product-cards.server.ts'
import { productOfKey, storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import { hasMember, intersection, membersOf, readUnion, valueSet } from '../schema/bitmap-index.server.ts'
import { countsWithin } from '../schema/bitmap-cache.server.ts'
import { foldedWords } from '../../domain/search/search-words.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { deviceName, type Device, type DeviceHit, type DeviceKind } from '../../domain/devices/device.ts'
import type { DeviceProducts, DeviceQueries, Maker } from '../../domain/catalogue/device-queries.ts'
import { deviceFit } from './device-fit.server.ts'
import { namedProducts } from './named-products.server.ts'

/** Batteries shown on a device's page. */
const mostBatteries = 24
const mostOthers = 12

export function deviceAnswers(state: IndexState): DeviceQueries {
  return {
    device: (slug) => {
      const row = state.db.get<{ body: string }>('select body from device where slug = ?', slug)
      return row ? (JSON.parse(row.body) as Device) : null
    },
    deviceProducts: (store, device) => deviceProducts(state, store, device),
    deviceKinds: () =>
      keep(state, 'device kinds', () =>
        state.db.all<{ kind: DeviceKind; count: number }>(
          'select kind, count(*) as count from device group by kind',
        ),
      ),
    deviceMakers: (kinds) => keep(state, `device makers ${kinds.join()}`, () => makersOf(state, kinds)),
    deviceModels: (store, kinds, makerKey) => modelsOf(state, store, kinds, makerKey),
    findDevices: (store, query, limit) => findDevices(state, store, query, limit),
    deviceFit: (store, deviceIds, skus) => deviceFit(state, store, deviceIds, skus),
  }
}

function deviceProducts(state: IndexState, store: StoreCode, device: Device): DeviceProducts {
  const batteries = batterySet(state, store)
  const size = device.cellSize === null ? undefined : state.facets.find('battery_size', device.cellSize)
  const ofSize =
    size === undefined
      ? []
      : membersOf(intersection(readUnion(state.db, [valueSet(size, storeNumber[store])]), batteries))
  const named = namedProducts(state, [device.id]).map((pair) => pair.product)
  const keys = listedKeys(state, store, [...new Set([...named, ...ofSize])])
  const isNamed = new Set(named)
  const isBattery = (key: number) => hasMember(batteries, productOfKey(key))
  const own = keys.filter(isBattery)
  // Products made for the device, or listing it as fitting, come before other batteries of the size.
  const first = own.filter((key) => isNamed.has(productOfKey(key)))
  const rest = own.filter((key) => !first.includes(key))
  const shown = cardsOf(state, store, [...first, ...rest].slice(0, mostBatteries))
  const others = cardsOf(state, store, keys.filter((key) => !isBattery(key)).slice(0, mostOthers))
  const moments = [shown.changesAt, others.changesAt].filter((moment) => moment !== null)
  return {
    batteries: shown.cards,
    others: others.cards,
    total: own.length,
    changesAt: moments.length === 0 ? null : Math.min(...moments),
  }
}

function makersOf(state: IndexState, kinds: readonly DeviceKind[]): Maker[] {
  const makers = state.db.all<Maker>(
    `select maker_key as key, min(maker) as name, count(*) as count from device
     where kind in (select value from json_each(?)) group by maker_key`,
    JSON.stringify(kinds),
  )
  return makers.sort((a, b) => naturalOrder.compare(a.name, b.name))
}

const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type HitRow = Omit<DeviceHit, 'sold'> & { cell_size: string | null; named: number }

/** For a device `d`: whether a product listed in the store names it. */
const namedInStore = `exists (
    select 1 from device_name n cross join fitting f on f.name = n.name cross join product p on p.id = f.product
      cross join entry e on e.key = coalesce(p.variant_of, p.id) * ${storeSlots} + ?1 and e.listed = 1 where n.device = d.id
    union all select 1 from device_part t cross join identifier i on i.code = t.code
      cross join product p on p.id = i.product
      cross join entry e on e.key = coalesce(p.variant_of, p.id) * ${storeSlots} + ?1 and e.listed = 1 where t.device = d.id
  ) as named`

function modelsOf(
  state: IndexState,
  store: StoreCode,
  kinds: readonly DeviceKind[],
  makerKey: string,
): DeviceHit[] {
  const rows = state.db.all<HitRow>(
    `select d.id, d.slug, d.kind, d.maker, d.model, d.cell_size, ${namedInStore} from device d
     where d.kind in (select value from json_each(?2)) and d.maker_key = ?3`,
    storeNumber[store],
    JSON.stringify(kinds),
    makerKey,
  )
  return hitsOf(state, store, rows).sort((a, b) => naturalOrder.compare(a.model, b.model))
}

function hitsOf(state: IndexState, store: StoreCode, rows: readonly HitRow[]): DeviceHit[] {
  const sizes = soldSizes(state, store)
  return rows.map(({ cell_size: size, named, ...hit }) => ({
    ...hit,
    sold: named === 1 || (size !== null && sizes.has(size)),
  }))
}

/** Sizes for which the store sells batteries. */
function soldSizes(state: IndexState, store: StoreCode): Set<string> {
  return keep(state, `sizes/${store}`, () => {
    const values = state.db.all<{ id: number; value: string }>(
      "select id, value from facet_value where code = 'battery_size'",
    )
    const setOf = (id: number) => valueSet(id, storeNumber[store])
    const ids = values.map((row) => setOf(row.id))
    const counts = countsWithin(state, batterySet(state, store), ids)
    return new Set(values.filter((row) => counts.has(setOf(row.id))).map((row) => row.value))
  })
}

/** Devices scored before the best are shown. */
const mostWeighed = 60
const mostWords = 8

function findDevices(state: IndexState, store: StoreCode, query: string, limit: number): DeviceHit[] {
  const words = foldedWords(query.slice(0, 100)).slice(0, mostWords)
  if (words.join('').length < 2) return []
  const match = words.map((word) => `"${word}"*`).join(' ')
  const rows = state.db.all<HitRow>(
    `select d.id, d.slug, d.kind, d.maker, d.model, d.cell_size, ${namedInStore}
     from (select rowid as id from device_words where device_words match ?2 order by rank limit ${mostWeighed}) w
     cross join device d on d.id = w.id`,
    storeNumber[store],
    match,
  )
  const typed = words.join('')
  const weightOf = (hit: DeviceHit) => {
    const name = foldedWords(deviceName(hit)).join('')
    return (hit.sold ? 0 : 1000) + (name === typed ? 0 : 100) + name.length
  }
  return hitsOf(state, store, rows)
    .map((hit) => ({ hit, weight: weightOf(hit) }))
    .sort((a, b) => a.weight - b.weight)
    .slice(0, limit)
    .map(({ hit }) => hit)
}
