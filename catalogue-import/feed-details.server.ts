/**
 * The column `product_detail` of the public Merchant Center feed: the shop's own fields that are in feeds, and who answers
 * for the goods (https://support.google.com/merchants/answer/9218260). The sections of values stay empty.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { scopeOf, type FieldValue } from '../domain/custom-fields/custom-field.ts'
import { machineText, nameInStore } from '../domain/custom-fields/field-text.server.ts'
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import { manufacturerWord } from '../domain/seo/shop-offers.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** Characters of a value that Google reads. */
const longestValue = 1000

/** By product: its cell. */
export async function feedDetails(db: Kysely<DB>, store: StoreCode): Promise<ReadonlyMap<ProductId, string>> {
  const fields = (await listFields(db, 'product')).filter(
    // An address has colons, which separate the parts of a value.
    ({ isInFeed, isArchived, kind }) => isInFeed && !isArchived && kind !== 'picture',
  )
  const found = new Map<ProductId, string[]>()
  for (const field of fields) {
    // What a reference names is called as the store calls it; one that is not sold there is left out.
    const value =
      field.kind === 'reference'
        ? sql`(select to_jsonb(s.name) from product p join store_product s on s.product_id = p.id and s.store = ${store}
            where p.sku = v.value #>> '{}')`
        : sql`v.value`
    const { rows } = await sql<{ id: ProductId; value: FieldValue | null }>`
      select object_id::int as id, ${value} as value from custom_field_value v
      where object = 'product' and field = ${field.key} and scope = ${scopeOf(field, store)} and value is not null`.execute(
      db,
    )
    for (const { id, value } of rows) {
      const text = value === null ? '' : machineText(field, value, store)
      if (text === '') continue
      const details = found.get(id) ?? []
      details.push(
        `:${part(nameInStore(field.names, store) ?? field.key)}:${part(text).slice(0, longestValue)}`,
      )
      found.set(id, details)
    }
  }
  await addManufacturers(db, store, found)
  return new Map([...found].map(([id, details]) => [id, details.join(',')]))
}

/** Regulation (EU) 2023/988 Art. 19, as the page of the product names them. */
async function addManufacturers(
  db: Kysely<DB>,
  store: StoreCode,
  found: Map<ProductId, string[]>,
): Promise<void> {
  const { rows } = await sql<{ id: ProductId; name: string; address: string; email: string }>`
    select p.id, b.manufacturer ->> 'name' as name, b.manufacturer ->> 'address' as address,
      b.manufacturer ->> 'email' as email
    from product p join brand b on b.id = p.brand_id join store_product s on s.product_id = p.id and s.store = ${store}
    where b.manufacturer is not null`.execute(db)
  const word = part(manufacturerWord(store))
  for (const { id, name, address, email } of rows) {
    const value = part([name, address, email].filter(Boolean).join('; '))
    found.set(id, [...(found.get(id) ?? []), `:${word}:${value.slice(0, longestValue)}`])
  }
}

/** The parts of a value end with colons, values with commas. */
const part = (text: string): string =>
  text.replaceAll(':', ' ').replaceAll(',', ';').replaceAll(/\s+/g, ' ').trim()
