/** Conditions of the back office's tables on values of the shop's own fields. */
import { sql } from 'kysely'
import type { Expression } from '../../db/table-query.server.ts'

/** A text, a choice or a switch that is `equals`, or a number or a day between two, both included; null: open. */
export type WantedField = { field: string } & (
  | { equals: string }
  | { from: string | null; to: string | null }
)

/** What can have such fields, and lists that are filtered by them. */
export type FieldedObject = 'product' | 'customer' | 'order' | 'coupon'

/** Of one field any of the values, of several fields each; in any store or language. `id`: of the row's object. */
export function hasFields(object: FieldedObject, id: Expression, wanted: readonly WantedField[]): Expression {
  const byField = [...Map.groupBy(wanted, ({ field }) => field)]
  return sql.join(
    byField.map(
      ([field, values]) => sql`exists (select from custom_field_value v
        where v.object = ${object} and v.object_id = ${id} and v.field = ${field}
          and (${sql.join(values.map(isWanted), sql` or `)}))`,
    ),
    sql` and `,
  )
}

const text = sql`v.value #>> '{}'`

function isWanted(wanted: WantedField): Expression {
  // The first is the index custom_field_value_value_idx.
  if ('equals' in wanted)
    return sql`left(${text}, 100) = left(${wanted.equals}, 100) and ${text} = ${wanted.equals}`
  const { from, to } = wanted
  const isNumber = [from, to].every((edge) => edge === null || /^-?[\d.]+$/.test(edge))
  // Other values than numbers are no numbers: a field had another kind once.
  return isNumber
    ? sql`case when jsonb_typeof(v.value) = 'number' then (${from}::numeric is null or (${text})::numeric >= ${from}::numeric)
        and (${to}::numeric is null or (${text})::numeric <= ${to}::numeric) else false end`
    : sql`(${from}::text is null or ${text} collate "C" >= ${from}) and (${to}::text is null or ${text} collate "C" <= ${to})`
}
