/**
 * Rows of a catalogue table as plain objects: reads them, compares them with the target, and writes only the
 * difference with one statement per table. Independent of the meaning of columns.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../db/schema.generated.ts'

export type ColumnType =
  | 'integer'
  | 'bigint'
  | 'smallint'
  | 'text'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'text[]'

export interface Table {
  name: string
  columns: Readonly<Record<string, ColumnType>>
  /** Columns of a unique constraint, which identify a row. */
  key: readonly string[]
}

/** Column name → value; timestamps are Date or ISO text. */
export type Row = Record<string, unknown>

export interface RowDifference {
  /** New rows and rows whose values differ. */
  upsert: Row[]
  remove: Row[]
}

/** The rows of a table whose `column` is one of the values. */
export async function loadRows(
  db: Kysely<DB>,
  table: Table,
  column: string,
  values: readonly (number | string)[],
): Promise<Row[]> {
  if (values.length === 0) return []
  const columns = sql.join(Object.keys(table.columns).map((name) => sql.ref(name)))
  const found = await sql<Row>`
    select ${columns} from ${sql.table(table.name)} where ${sql.ref(column)} = any(${values})`.execute(db)
  return found.rows
}

/**
 * The difference that turns `existing` into `desired`. For a duplicate key in `desired` the last row is used.
 */
export function differenceOf(table: Table, existing: readonly Row[], desired: readonly Row[]): RowDifference {
  const before = new Map(existing.map((row) => [keyOf(table, row), row]))
  const after = new Map(desired.map((row) => [keyOf(table, row), row]))
  const difference: RowDifference = { upsert: [], remove: [] }
  for (const [key, row] of after) {
    const former = before.get(key)
    if (!former || !sameRow(table, former, row)) difference.upsert.push(row)
  }
  for (const [key, row] of before) if (!after.has(key)) difference.remove.push(row)
  return difference
}

/** Whether two rows are equal in every column of the table. */
export function sameRow(table: Pick<Table, 'columns'>, a: Row, b: Row): boolean {
  return Object.entries(table.columns).every(
    ([name, type]) => canonical(a[name], type) === canonical(b[name], type),
  )
}

function keyOf(table: Table, row: Row): string {
  return table.key.map((name) => String(canonical(row[name], table.columns[name] ?? 'text'))).join('\u0000')
}

function canonical(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null
  if (type === 'timestamptz') return new Date(value as string | Date).getTime()
  if (type === 'jsonb') return JSON.stringify(sortedKeys(value))
  if (type === 'text[]') return JSON.stringify(value)
  return value
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]))
}

/** Writes a difference: deleted rows first, so that a unique value can pass from one row to another. */
export async function saveRows(db: Kysely<DB>, table: Table, difference: RowDifference): Promise<void> {
  if (difference.remove.length > 0) await removeRows(db, table, difference.remove)
  if (difference.upsert.length > 0) await upsertRows(db, table, difference.upsert)
}

async function removeRows(db: Kysely<DB>, table: Table, rows: readonly Row[]): Promise<void> {
  const matches = table.key.map((name) => sql`t.${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`delete from ${sql.table(table.name)} t using ${recordset(table, rows, table.key)}
    where ${sql.join(matches, sql` and `)}`.execute(db)
}

async function upsertRows(db: Kysely<DB>, table: Table, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(table.columns)
  const values = names.filter((name) => !table.key.includes(name))
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const changes = values.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const action =
    values.length === 0
      ? sql`nothing`
      : sql`update set ${sql.join(changes)}
          where (${sql.join(values.map((name) => sql`t.${sql.ref(name)}`))})
            is distinct from (${sql.join(values.map((name) => sql`excluded.${sql.ref(name)}`))})`
  await sql`insert into ${sql.table(table.name)} as t (${columns})
    select ${columns} from ${recordset(table, rows)}
    on conflict (${sql.join(table.key.map((name) => sql.ref(name)))}) do ${action}`.execute(db)
}

/** Updates existing rows by their key, without attempting inserts (which would consume identity numbers). */
export async function updateRows(db: Kysely<DB>, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const values = Object.keys(table.columns).filter((name) => !table.key.includes(name))
  const changes = values.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  const matches = table.key.map((name) => sql`t.${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`update ${sql.table(table.name)} as t set ${sql.join(changes)} from ${recordset(table, rows)}
    where ${sql.join(matches, sql` and `)}`.execute(db)
}

/** The rows as a set `r` that a statement can select from; one parameter for any number of rows. */
export function recordset(
  table: Pick<Table, 'columns'>,
  rows: readonly Row[],
  only: readonly string[] = Object.keys(table.columns),
): RawBuilder<unknown> {
  const typed = only.map((name) => sql`${sql.ref(name)} ${sql.raw(table.columns[name] ?? 'text')}`)
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(only.map((name) => [name, row[name] ?? null]))),
  )
  return sql`json_to_recordset(${json}::json) as r(${sql.join(typed)})`
}
