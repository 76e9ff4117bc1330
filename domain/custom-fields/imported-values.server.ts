/** Values of fields of many products at once, for imports: the entry of the import in the audit is theirs, too. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { FieldValue, FieldValues } from './custom-field.ts'

/** By product, of those that have any. Where they are to be written, the products are locked: nobody changes a value. */
export async function readProductValues(
  db: Kysely<DB>,
  ids: readonly number[],
  { isToWrite = false } = {},
): Promise<Map<number, FieldValues>> {
  if (isToWrite)
    await sql`select from product where id = any(${[...ids]}::int[]) order by id for update`.execute(db)
  const { rows } = await sql<{ id: number; field: string; scope: string; value: FieldValue }>`
    select object_id::int as id, field, scope, value from custom_field_value
    where object = 'product' and object_id = any(${[...ids]}::bigint[]) and value is not null
    order by object_id, field, scope`.execute(db)
  const found = new Map<number, FieldValues>()
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    // A field may be called `constructor`, which every other object has.
    const values = Object.create(null) as Record<string, Record<string, FieldValue>>
    for (const { field, scope, value } of own) (values[field] ??= {})[scope] = value
    found.set(id, values)
  }
  return found
}

export interface ImportedValue {
  /** Of the product. */
  id: number
  field: string
  scope: string
  before: FieldValue | null
  /** Fits the field; null removes the value. */
  after: FieldValue | null
}

export async function writeProductValues(
  trx: Kysely<DB>,
  values: readonly ImportedValue[],
  now: Date,
): Promise<void> {
  if (values.length === 0) return
  await sql`
    insert into custom_field_value (object, object_id, field, scope, value, former, changed_at)
    select 'product', v.id, v.field, v.scope, nullif(v.after, 'null'), nullif(v.before, 'null'), ${now}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as v (id bigint, field text, scope text, before jsonb, after jsonb)
    on conflict (object, object_id, field, scope)
    do update set value = excluded.value, former = excluded.former, changed_at = excluded.changed_at`.execute(
    trx,
  )
}
