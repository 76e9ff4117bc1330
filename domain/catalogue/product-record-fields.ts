/**
 * A product's record as one list of fields, as the audit names them (`attributes`, `sv.name`), and back. Stock,
 * pictures and values of the shop's own fields have use cases and entries of their own. Pure.
 */
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { ProductRecord, StoreProductRecord } from './catalogue-record.ts'

type Fields = Readonly<Record<string, unknown>>
type Sections = Record<string, Record<string, unknown>>

const copyOf = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value

/** Without stock, which moves with every order, pictures and the shop's own fields; `discontinued` stays. */
export function editedParts(record: object): Record<string, unknown> & { stores: Sections } {
  const {
    stores = {},
    images: _,
    fields: _fields,
    record: _kind,
    ...rest
  } = copyOf(record) as Record<string, unknown> & {
    stores?: Record<string, StoreProductRecord>
  }
  const sections = Object.entries(stores).map(([store, { stock, ...section }]) => [
    store,
    { ...section, discontinued: stock?.discontinued ?? false },
  ])
  return { ...rest, stores: Object.fromEntries(sections) as Sections }
}

export function auditFieldsOf(record: ProductRecord): Record<string, unknown> {
  const { stores, sku: _, ...shared } = editedParts(record)
  const perStore = Object.entries(stores).flatMap(([store, section]) =>
    Object.entries(section).map(([name, value]) => [`${store}.${name}`, value]),
  )
  return { ...shared, ...Object.fromEntries(perStore) }
}

/** The record with fields of the audit over it; a field without a value is removed. */
export function withAuditFields(record: ProductRecord, fields: Fields): Record<string, unknown> {
  const next = copyOf(record) as unknown as Record<string, unknown>
  for (const [path, value] of Object.entries(fields)) {
    const [store = '', name] = path.split('.')
    const section = (next['stores'] as Sections)[store]
    if (name === undefined) next[path] = value ?? undefined
    else if (section && name === 'discontinued')
      (section['stock'] as Record<string, unknown>)['discontinued'] = value ?? false
    else if (section) section[name] = value ?? undefined
  }
  return copyOf(next)
}

const lists = ['tags', 'variationAttributes', 'subscriptionIntervals', 'setParts', 'fits']
const cleared = (name: string): unknown => (lists.includes(name) ? [] : name === 'attributes' ? {} : null)

/** With the pictures, and the stock of each store. */
export function restoredFieldsOf(record: ProductRecord): Record<string, unknown> {
  const stock = Object.entries(record.stores).flatMap(([store, section]) => {
    const { countedAt: _, ...figures } = section?.stock ?? { available: 0 }
    return section === undefined ? [] : [[`${store}.stock`, figures]]
  })
  return { ...auditFieldsOf(record), images: record.images ?? [], ...Object.fromEntries(stock) }
}

/**
 * A record that takes an import back: `wanted` is what was before it, `imported` what it wrote. Stock follows by the
 * difference of the two, unless it was counted since. A store that the import added is discontinued, and loses the stock
 * that it was given.
 */
export function restoring(
  wanted: ProductRecord,
  current: ProductRecord,
  imported: ProductRecord,
  isCounted: (store: StoreCode) => boolean,
): ProductRecord {
  const sections = storeCodes.flatMap((store) => {
    const [present, given] = [current.stores[store], imported.stores[store]]
    const former = wanted.stores[store]
    if (!present || !given) return former ? [[store, former] as const] : []
    const target = former ?? { ...present, stock: { available: 0, discontinued: true } }
    const stock = isCounted(store)
      ? countedStock(target.stock, present.stock)
      : restoredStock(target.stock, present.stock, given.stock)
    return [[store, { ...target, stock }] as const]
  })
  // An import of a feed changes no relations and no parts of sets.
  const {
    relations: _,
    setParts: _parts,
    ...record
  } = replacing({ ...wanted, stores: Object.fromEntries(sections) }, current)
  const stocks = Object.fromEntries(sections.map(([store, { stock }]) => [store, stock]))
  return {
    ...record,
    images: wanted.images ?? [],
    stores: Object.fromEntries(
      Object.entries(record.stores).map(([store, section]) => [
        store,
        { ...section, stock: stocks[store] ?? section.stock },
      ]),
    ),
  }
}

type Stock = StoreProductRecord['stock']

/** As it is; only whether it is sold follows the import. */
function countedStock({ discontinued }: Stock, present: Stock): Stock {
  const { countedAt: _, ...stock } = present
  return { ...stock, discontinued: discontinued ?? false }
}

/** `imported` is what the import wrote, `present` what is stored now; both differ by sales and deliveries. */
function restoredStock(before: Stock, present: Stock, imported: Stock): Stock {
  const { countedAt: _, ...target } = before
  const shifted = (name: 'available' | 'incoming' | 'presaleCap') =>
    Math.max(0, (present[name] ?? 0) + (before[name] ?? 0) - (imported[name] ?? 0))
  return {
    ...target,
    available: shifted('available'),
    incoming: shifted('incoming'),
    presaleCap: shifted('presaleCap'),
    incomingAt: before.incomingAt ?? null,
    releaseAt: before.releaseAt ?? null,
    discontinued: before.discontinued ?? false,
  }
}

/** Cleared by no absence. */
const kept: ReadonlySet<string> = new Set(['relations', 'images', 'fields'])

/**
 * A record that replaces the stored one: in the interchange format an absent field stays as it is, so what is not in
 * `wanted` any more is cleared by name. Stock, pictures and the shop's own fields stay.
 */
export function replacing(wanted: ProductRecord, current: ProductRecord | null): ProductRecord {
  if (current === null) return wanted
  const { images: _, fields: _fields, ...record } = wanted
  const shared = Object.keys(current).filter((name) => !kept.has(name))
  const absent = shared.filter((name) => !(name in record)).map((name) => [name, cleared(name)])
  const relations = Object.keys(current.relations ?? {}).map((kind) => [kind, []])
  const sections = storeCodes.flatMap((store) => {
    const section = record.stores[store]
    if (!section) return []
    const former = current.stores[store]
    const gone = Object.keys(former ?? {}).filter((name) => !(name in section))
    const stock = former
      ? { ...former.stock, discontinued: section.stock.discontinued ?? false }
      : section.stock
    return [[store, { ...Object.fromEntries(gone.map((name) => [name, null])), ...section, stock }]]
  })
  return {
    ...(Object.fromEntries(absent) as Partial<ProductRecord>),
    ...record,
    relations: { ...Object.fromEntries(relations), ...record.relations },
    stores: Object.fromEntries(sections) as ProductRecord['stores'],
  }
}
