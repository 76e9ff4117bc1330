/** Sets of products of a store, and which of them its listings show. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readUnion, valueSet, type Bitmap } from '../schema/bitmap-index.server.ts'
import { storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'

/** Battery products of a store: those with a known chemistry. */
export function batterySet(state: IndexState, store: StoreCode): Bitmap {
  return keep(state, `batteries/${store}`, () => readUnion(state.db, valueSets(state, store, 'chemistry')))
}

/** The bitmaps of all values of a facet. */
export function valueSets(state: IndexState, store: StoreCode, code: string): number[] {
  const rows = state.db.all<{ id: number }>('select id from facet_value where code = ?', code)
  return rows.map((row) => valueSet(row.id, storeNumber[store]))
}

/** Keys of those that are listed in the store, best first. */
export function listedKeys(state: IndexState, store: StoreCode, ids: readonly number[]): number[] {
  const rows = state.db.all<{ key: number }>(
    `select e.key from json_each(?) j cross join entry e on e.key = j.value * ${storeSlots} + ? where e.listed = 1 order by e.relevance, e.key`,
    JSON.stringify(ids),
    storeNumber[store],
  )
  return rows.map(({ key }) => key)
}
