/**
 * Tables of the back office: one definition builds the list, the count, the export and the keys of everything that
 * matches, so that they cannot differ. A definition names SQL expressions; the values of a request are parameters.
 *
 * Pages follow each other by key, not by offset: a row that is added or removed meanwhile neither repeats nor hides
 * another one.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from './schema.generated.ts'

/** An SQL expression or condition over the table's source. */
export type Expression = RawBuilder<unknown>

/** Types of expressions that a table is sorted by. Text is compared in the database's collation. */
export type SortType = 'bigint' | 'integer' | 'text' | 'timestamptz' | 'date' | 'boolean'

export interface SortExpression {
  by: Expression
  type: SortType
  /** Rows without a value come last in both directions. */
  isNullable?: boolean
}

/** What a table shows. `Row` is a row as the statement answers it, `Filters` the parsed values of its filters. */
export interface TableDefinition<Row, Filters> {
  /** The `from` clause without the word. Joins must neither remove nor repeat rows. */
  source: Expression
  /** Unique and never null; decides between rows that are equal in the sorted column. */
  key: { by: Expression; type: SortType }
  columns: { [Name in keyof Row]: Expression }
  /** The condition of each filter. */
  filters: { [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Expression }
  /** The condition of the free text. `text` is trimmed and not empty. */
  search: (text: string) => Expression
  sorts: Readonly<Record<string, SortExpression>>
  /** Limits the rows to these stores. */
  inStores: (stores: readonly string[]) => Expression
}

/** Which rows, in which order. */
export interface TableView<Filters> {
  /** The stores whose rows the reader may see. */
  stores: readonly string[]
  /** Null or empty: no free text. */
  search: string | null
  filters: Filters
  sort: { by: string; isDescending: boolean }
}

export interface TablePage<Row> {
  ok: true
  rows: Row[]
  /** Where the next page begins; null after the last row. */
  next: string | null
}

/** The key does not belong to this table and sort. */
export interface InvalidPageKey {
  ok: false
  code: 'invalid_page_key'
}

/** Up to this many rows a count is exact. */
export const countLimit = 100_000

/** Rows of one page, after the given key. */
export async function listRows<Row, Filters extends object>(
  db: Kysely<DB>,
  definition: TableDefinition<Row, Filters>,
  view: TableView<Filters>,
  page: { after: string | null; limit: number },
): Promise<TablePage<Row> | InvalidPageKey> {
  const { key, columns, source } = definition
  const sort = sortOf(definition, view)
  const after = page.after === null ? null : readPageKey(page.after, view)
  if (after === 'invalid' || (after && !(await isComparable(db, definition, view, after))))
    return { ok: false, code: 'invalid_page_key' }
  const names = Object.keys(columns) as (keyof Row & string)[]
  const conditions = [
    conditionsOf(definition, view),
    ...(after === null ? [] : [followsKey(definition, view, after)]),
  ]
  const statement = sql<Record<string, unknown>>`select ${sql.join(
    names.map((name) => sql`${columns[name]} as ${sql.ref(name)}`),
  )}, (${sort.by})::text as "_sorted", (${key.by})::text as "_key"
    from ${source} where ${sql.join(conditions, sql` and `)}
    order by ${orderOf(definition, view)} limit ${page.limit + 1}`
  const { rows } = await statement.execute(db)
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined
  return {
    ok: true,
    rows: rows.slice(0, page.limit).map(({ _sorted, _key, ...row }) => row as Row),
    next: last ? writePageKey(view, last['_sorted'] as string | null, last['_key'] as string) : null,
  }
}

/** How many rows match; `isExact` is false above `countLimit`, where the count is that limit. */
export async function countRows<Row, Filters extends object>(
  db: Kysely<DB>,
  definition: TableDefinition<Row, Filters>,
  view: Omit<TableView<Filters>, 'sort'>,
): Promise<{ count: number; isExact: boolean }> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${definition.source} where ${conditionsOf(definition, view)} limit ${countLimit + 1}) as matching`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, countLimit), isExact: count <= countLimit }
}

/** Every row that matches, in the view's order, read in batches. */
export async function* exportRows<Row, Filters extends object>(
  db: Kysely<DB>,
  definition: TableDefinition<Row, Filters>,
  view: TableView<Filters>,
  batch = 1_000,
): AsyncGenerator<Row> {
  let after: string | null = null
  do {
    const page: TablePage<Row> | InvalidPageKey = await listRows(db, definition, view, {
      after,
      limit: batch,
    })
    if (!page.ok) throw new Error('a page key of the export itself is invalid')
    yield* page.rows
    after = page.next
  } while (after !== null)
}

function conditionsOf<Row, Filters extends object>(
  definition: TableDefinition<Row, Filters>,
  { stores, search, filters }: Omit<TableView<Filters>, 'sort'>,
): Expression {
  const text = search?.trim() ?? ''
  const set = (Object.keys(definition.filters) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name]
    return value === undefined || value === null ? [] : [definition.filters[name](value)]
  })
  const all = [definition.inStores(stores), ...set, ...(text === '' ? [] : [definition.search(text)])]
  return sql.join(
    all.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

function sortOf<Row, Filters>(
  { sorts }: TableDefinition<Row, Filters>,
  { sort }: Pick<TableView<Filters>, 'sort'>,
): SortExpression {
  const found = sorts[sort.by]
  if (!found) throw new Error(`the table has no sort ${sort.by}`)
  return found
}

function orderOf<Row, Filters>(
  definition: TableDefinition<Row, Filters>,
  view: Pick<TableView<Filters>, 'sort'>,
): Expression {
  const { by, isNullable } = sortOf(definition, view)
  const direction = view.sort.isDescending ? sql`desc` : sql`asc`
  return sql`${by} ${direction} ${isNullable ? sql`nulls last` : sql``}, ${definition.key.by} ${direction}`
}

/** Where a page ended. `sorted`: the sorted value as PostgreSQL's text, which loses no precision. */
interface PageKey {
  sorted: string | null
  key: string
}

/**
 * Whether the parts of a key are of the types that they are compared with: a key that was made up has any texts
 * (SQLSTATE class 22). The statement of the rows would notice it only where its plan compares one.
 */
async function isComparable<Row, Filters>(
  db: Kysely<DB>,
  definition: TableDefinition<Row, Filters>,
  view: Pick<TableView<Filters>, 'sort'>,
  { sorted, key }: PageKey,
): Promise<boolean> {
  try {
    await sql`select ${sorted}::text::${sql.raw(sortOf(definition, view).type)},
      ${key}::text::${sql.raw(definition.key.type)}`.execute(db)
    return true
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('22')) return false
    throw error
  }
}

function followsKey<Row, Filters>(
  definition: TableDefinition<Row, Filters>,
  view: Pick<TableView<Filters>, 'sort'>,
  after: PageKey,
): Expression {
  const { by, type, isNullable } = sortOf(definition, view)
  const compare = view.sort.isDescending ? sql`<` : sql`>`
  const key = sql`${after.key}::text::${sql.raw(definition.key.type)}`
  const value = sql`${after.sorted}::text::${sql.raw(type)}`
  if (after.sorted === null) return sql`(${by} is null and ${definition.key.by} ${compare} ${key})`
  const follows = sql`(${by}, ${definition.key.by}) ${compare} (${value}, ${key})`
  return isNullable ? sql`(${follows} or ${by} is null)` : follows
}

function writePageKey(
  { sort }: Pick<TableView<unknown>, 'sort'>,
  sorted: string | null,
  key: string,
): string {
  return Buffer.from(JSON.stringify([sort.by, sorted, key])).toString('base64url')
}

function readPageKey(text: string, { sort }: Pick<TableView<unknown>, 'sort'>): PageKey | 'invalid' {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== sort.by) return 'invalid'
    const [, sorted, key] = parts as unknown[]
    if (typeof key !== 'string' || (sorted !== null && typeof sorted !== 'string')) return 'invalid'
    return { sorted, key }
  } catch {
    return 'invalid'
  }
}
