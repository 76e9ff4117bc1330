/** What the back office's table of products can be filtered by: what shoppers filter a listing by. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { productReferences, type ReferenceNames } from './product-page.server.ts'

/** A value that products have of an attribute; numbers and flags as texts. */
interface UsedValue {
  attribute: string
  value: string
}

/** Brands, categories, and the attributes that are facets, each with the values that products have. */
export async function facetsOfProducts(db: Kysely<DB>): Promise<ReferenceNames> {
  const [{ brands, categories, attributes }, { rows: facets }, { rows: used }] = await Promise.all([
    productReferences(db),
    sql<{ code: string }>`select code from attribute where facet`.execute(db),
    sql<UsedValue>`select distinct e.key as attribute, v.value
      from product p cross join jsonb_each(p.attributes) e
        join attribute a on a.code = e.key and a.facet
        cross join jsonb_array_elements_text(
          case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end) as v(value)
      where v.value is not null`.execute(db),
  ])
  const isFacet = new Set(facets.map(({ code }) => code))
  const usedBy = Map.groupBy(used, ({ attribute }) => attribute)
  return {
    brands,
    categories,
    attributes: attributes.flatMap((attribute) => {
      const values = new Set(usedBy.get(attribute.code)?.map(({ value }) => value))
      if (!isFacet.has(attribute.code) || values.size === 0) return []
      const named = attribute.values.filter(({ code }) => values.has(code))
      const known = new Set(named.map(({ code }) => code))
      const others = [...values]
        .filter((value) => !known.has(value))
        .toSorted((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
      return [{ ...attribute, values: [...named, ...others.map((code) => ({ code, names: {} }))] }]
    }),
  }
}
