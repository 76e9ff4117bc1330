/**
 * Rows of a catalogue table as plain objects: reads them, compares them with the target, and writes only the
 * difference with one statement per table. Independent of the meaning of columns.
 */
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { DB } from '../db/schema.generated.ts'

export type SqlType =
  | 'integer'
  | 'bigint'
  | 'smallint'
  | 'text'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'text[]'

/** A column's SQL type that names its values, too: exists for the compiler only. */
type Holding<Value> = SqlType & { readonly holds: Value }

/** The values of a `text` column with a closed list of them, or the content of a `jsonb` column. */
export function holding<Value>(type: 'text' | 'jsonb'): Holding<Value> {
  return type as Holding<Value>
}

export type Column = SqlType | Holding<unknown>

/** A value as PostgreSQL answers it or as the import writes it: timestamps are Date or ISO text. */
type DatabaseValue<Of> = Of extends Date ? Date | string : Of

type ValueOf<Of, Held> = unknown extends Held
  ? DatabaseValue<Of>
  : [Of] extends [string | null]
    ? Held | Extract<Of, null>
    : Held

type HeldBy<Spec> = Spec extends { readonly holds: infer Held } ? Held : unknown

/**
 * A table as the import reads and writes it. `Row` follows from the columns and the database's generated types;
 * that their SQL types and keys are the database's is compared by catalogue-tables.db.test.ts.
 */
export interface Table<Row extends object> {
  name: keyof DB
  columns: { readonly [Name in keyof Row & string]: Column }
  /** Columns of a unique constraint, which identify a row. */
  key: readonly (keyof Row & string)[]
}

/** The row of a table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never

/** Describes a table by the columns that the import uses; the compiler knows their names and values. */
export function table<
  Name extends keyof DB,
  Columns extends { readonly [Of in keyof DB[Name] & string]?: Column },
>(
  name: Name,
  columns: Columns,
  key: readonly (keyof Columns & keyof DB[Name] & string)[],
): Table<{
  [Of in keyof Columns & keyof DB[Name] & string]: ValueOf<
    Selectable<DB[Name]>[Of & keyof Selectable<DB[Name]>],
    HeldBy<Columns[Of]>
  >
}> {
  return { name, columns, key } as never
}

export interface RowDifference<Row> {
  /** New rows and rows whose values differ. */
  upsert: Row[]
  remove: Row[]
}

/** The names of a table's columns. */
export function columnNames<Row extends object>({ columns }: Pick<Table<Row>, 'columns'>) {
  return Object.keys(columns) as (keyof Row & string)[]
}

/** The columns of a table as SQL, for a select or an insert. */
export function columnList<Row extends object>(of: Pick<Table<Row>, 'columns'>): RawBuilder<unknown> {
  return sql.join(columnNames(of).map((name) => sql.ref(name)))
}

/** The rows of a table whose `column` is one of the values. */
export async function loadRows<Row extends object>(
  db: Kysely<DB>,
  from: Table<Row>,
  column: keyof Row & string,
  values: readonly (number | string)[],
): Promise<Row[]> {
  if (values.length === 0) return []
  const found = await sql<Row>`
    select ${columnList(from)} from ${sql.table(from.name)} where ${sql.ref(column)} = any(${values})`.execute(
    db,
  )
  return found.rows
}

/**
 * The difference that turns `existing` into `desired`. For a duplicate key in `desired` the last row is used.
 */
export function differenceOf<Row extends object>(
  table: Table<Row>,
  existing: readonly NoInfer<Row>[],
  desired: readonly NoInfer<Row>[],
): RowDifference<Row> {
  const before = new Map(existing.map((row) => [keyOf(table, row), row]))
  const after = new Map(desired.map((row) => [keyOf(table, row), row]))
  const difference: RowDifference<Row> = { upsert: [], remove: [] }
  for (const [key, row] of after) {
    const former = before.get(key)
    if (!former || !sameRow(table, former, row)) difference.upsert.push(row)
  }
  for (const [key, row] of before) if (!after.has(key)) difference.remove.push(row)
  return difference
}

/** Whether two rows are equal in every column of the table. */
export function sameRow<Row extends object>(
  table: Pick<Table<Row>, 'columns'>,
  a: NoInfer<Row>,
  b: NoInfer<Row>,
): boolean {
  return columnNames(table).every(
    (name) => canonical(a[name], table.columns[name]) === canonical(b[name], table.columns[name]),
  )
}

/** The row's key as text, equal for equal keys. */
export function keyOf<Row extends object>(table: Table<Row>, row: NoInfer<Row>): string {
  return table.key.map((name) => String(canonical(row[name], table.columns[name]))).join('\u0000')
}

function canonical(value: unknown, type: SqlType): unknown {
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
export async function saveRows<Row extends object>(
  db: Kysely<DB>,
  table: Table<Row>,
  difference: RowDifference<NoInfer<Row>>,
): Promise<void> {
  if (difference.remove.length > 0) await removeRows(db, table, difference.remove)
  if (difference.upsert.length > 0) await upsertRows(db, table, difference.upsert)
}

async function removeRows<Row extends object>(
  db: Kysely<DB>,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  const matches = table.key.map((name) => sql`t.${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`delete from ${sql.table(table.name)} t using ${recordset(table, rows, table.key)}
    where ${sql.join(matches, sql` and `)}`.execute(db)
}

async function upsertRows<Row extends object>(
  db: Kysely<DB>,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  const values = columnNames(table).filter((name) => !table.key.includes(name))
  const columns = columnList(table)
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
export async function updateRows<Row extends object>(
  db: Kysely<DB>,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length === 0) return
  const values = columnNames(table).filter((name) => !table.key.includes(name))
  const changes = values.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  const matches = table.key.map((name) => sql`t.${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`update ${sql.table(table.name)} as t set ${sql.join(changes)} from ${recordset(table, rows)}
    where ${sql.join(matches, sql` and `)}`.execute(db)
}

/** The rows as a set `r` that a statement can select from; one parameter for any number of rows. */
export function recordset<Row extends object, Name extends keyof Row & string = keyof Row & string>(
  table: Pick<Table<Row>, 'columns'>,
  rows: readonly Pick<NoInfer<Row>, Name>[],
  only: readonly Name[] = columnNames(table) as Name[],
): RawBuilder<unknown> {
  const typed = only.map((name) => sql`${sql.ref(name)} ${sql.raw(table.columns[name])}`)
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(only.map((name) => [name, row[name] ?? null]))),
  )
  return sql`json_to_recordset(${json}::json) as r(${sql.join(typed)})`
}
