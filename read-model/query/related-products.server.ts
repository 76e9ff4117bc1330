/**
 * The related products of a product: the relations of its feed as far as they fit, and where none is left, or the product
 * is not in stock, others that fit the same. A fixed number of queries.
 */
import type { ProductCard } from '../../contract/catalogue.ts'
import { fitsAsRelated, isCell, type FitGoods } from '../../domain/devices/fits-as-related.ts'
import { slugOf } from '../../domain/stores/slug.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { intersection, membersOf, readUnion, valueSet } from '../schema/bitmap-index.server.ts'
import { productOfKey, scopeKey, storeNumber } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { batterySet, listedKeys } from './listed-products.server.ts'
import { cardsOf } from './product-cards.server.ts'

/** A product's own attributes, and what decides which products are related to it: those of its parent included. */
export interface KnownGoods {
  own: Record<string, string | number | boolean | string[]>
  /** The parent of a variant, else the product itself. */
  family: number
  goods: FitGoods
}

/** The facts of products, by id; one query. */
export function readGoods(state: IndexState, ids: Iterable<number>): Map<number, KnownGoods> {
  const rows = state.db.all<{
    id: number
    family: number
    attributes: string
    fits: string | null
    inherited: string | null
    familyFits: string | null
  }>(
    `select p.id, coalesce(p.variant_of, p.id) as family, p.body ->> '$.attributes' as attributes,
       p.body ->> '$.fits' as fits, f.body ->> '$.attributes' as inherited, f.body ->> '$.fits' as familyFits
     from json_each(?) j cross join product p on p.id = j.value left join product f on f.id = p.variant_of`,
    JSON.stringify([...new Set(ids)]),
  )
  return new Map(
    rows.map(({ id, family, attributes, fits, inherited, familyFits }) => {
      const own = JSON.parse(attributes) as KnownGoods['own']
      const goods = {
        attributes: { ...(JSON.parse(inherited ?? '{}') as KnownGoods['own']), ...own },
        fits: JSON.parse(fits ?? familyFits ?? '[]') as string[],
      }
      return [id, { own, family, goods }]
    }),
  )
}

const mostSimilar = 8
/** Candidates whose facts are read. */
const mostCandidates = 80

/** Products of other families that fit the same, available ones first, the next moment at which one changes, and their facts. */
export function similarProducts(
  state: IndexState,
  store: StoreCode,
  { goods, family }: KnownGoods,
  mainCategory: number | null,
): { cards: ProductCard[]; changesAt: number | null; goods: ReadonlyMap<number, KnownGoods> } {
  const keys = candidateKeys(state, store, goods, mainCategory)
    .filter((key) => productOfKey(key) !== family)
    .slice(0, mostCandidates)
  const known = readGoods(state, keys.map(productOfKey))
  const isBattery = (each: FitGoods) => each.attributes['chemistry'] !== undefined
  const similar = keys.filter((key) => {
    const other = known.get(productOfKey(key))
    return other && isBattery(other.goods) === isBattery(goods) && fitsAsRelated(goods, other.goods)
  })
  return { ...cardsOf(state, store, similar.slice(0, mostSimilar)), goods: known }
}

/** Keys of listed products that may fit the same, best first: of the size, of the devices, of the category. */
function candidateKeys(
  state: IndexState,
  store: StoreCode,
  goods: FitGoods,
  mainCategory: number | null,
): number[] {
  if (isCell(goods)) {
    const size = state.facets.find('battery_size', String(goods.attributes['battery_size']))
    if (size === undefined) return []
    const ofSize = readUnion(state.db, [valueSet(size, storeNumber[store])])
    return listedKeys(state, store, membersOf(intersection(ofSize, batterySet(state, store))))
  }
  if (goods.fits.length > 0) {
    const rows = state.db.all<{ id: number }>(
      `select distinct coalesce(p.variant_of, p.id) as id from json_each(?) j cross join fitting f on f.name = j.value
       cross join product p on p.id = f.product`,
      JSON.stringify(goods.fits.map(slugOf)),
    )
    return listedKeys(
      state,
      store,
      rows.map(({ id }) => id),
    )
  }
  if (mainCategory === null) return []
  return state.db
    .all<{
      key: number
    }>(
      'select key from placement where scope = ? order by relevance, key limit ?',
      scopeKey('category', mainCategory, store),
      mostCandidates * 3,
    )
    .map(({ key }) => key)
}
