/**
 * The column `product_detail` of the public Merchant Center feed: the shop's own fields that are in feeds
 * (https://support.google.com/merchants/answer/9218260).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { scopeOf, type FieldValue } from '../domain/custom-fields/custom-field.ts'
import { machineText, nameInStore } from '../domain/custom-fields/field-text.server.ts'
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** The header of the column, with the parts of a value; the section stays empty. */
export const detailColumn = 'product_detail(section_name:attribute_name:attribute_value)'

/** By product: its cell. Null: no field is in feeds, and there is no such column. */
export async function feedDetails(
  db: Kysely<DB>,
  store: StoreCode,
): Promise<ReadonlyMap<ProductId, string> | null> {
  const fields = (await listFields(db, 'product')).filter(
    ({ isInFeed, isArchived }) => isInFeed && !isArchived,
  )
  if (fields.length === 0) return null
  const found = new Map<ProductId, string[]>()
  for (const field of fields) {
    const { rows } = await sql<{ id: ProductId; value: FieldValue }>`
      select object_id::int as id, value from custom_field_value
      where object = 'product' and field = ${field.key} and scope = ${scopeOf(field, store)} and value is not null`.execute(
      db,
    )
    for (const { id, value } of rows) {
      const text = machineText(field, value, store)
      if (text === '') continue
      const details = found.get(id) ?? []
      details.push(`:${part(nameInStore(field.names, store) ?? field.key)}:${part(text)}`)
      found.set(id, details)
    }
  }
  return new Map([...found].map(([id, details]) => [id, details.join(',')]))
}

/** The parts of a value end with colons, values with commas. */
const part = (text: string): string =>
  text.replaceAll(':', ' ').replaceAll(',', ';').replaceAll(/\s+/g, ' ').trim()
