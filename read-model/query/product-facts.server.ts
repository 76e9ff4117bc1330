/** Reads facts from the attributes of all products with a value of one facet. */
import { valueSets } from './listed-products.server.ts'
import { membersOf, readUnion } from '../schema/bitmap-index.server.ts'
import { storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import type { ProductFacts, SoldProduct } from '../../domain/catalogue/product-facts.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export function productFacts<Fact>(
  state: IndexState,
  store: StoreCode,
  { name, facet, factOf }: ProductFacts<Fact>,
): readonly Fact[] {
  return keep(state, `facts/${name}/${store}`, () =>
    productsWith(state, store, facet).flatMap((product) => factOf(product) ?? []),
  )
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
  const own = new Map(rows.map((row) => [row.id, JSON.parse(row.attributes) as SoldProduct['attributes']]))
  const parents = new Set(rows.map((row) => row.parent))
  return rows
    .filter((row) => !parents.has(row.id))
    .map(({ id, parent }) => ({
      id,
      attributes: { ...(parent === null ? {} : own.get(parent)), ...own.get(id) },
    }))
}
