/**
 * A thin wrapper around one SQLite file: statements are prepared once and counted as they run, so that tests
 * can prove that a longer list runs no more queries.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export interface IndexDatabase {
  /** Path of the file; `:memory:` without a file. */
  path: string
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Rows as arrays of their columns: half the cost of `all`, because no object is created per row. */
  tuples<Row extends unknown[]>(sql: string, ...values: SQLInputValue[]): Row[]
  /** The first column of all rows. */
  column<Value>(sql: string, ...values: SQLInputValue[]): Value[]
  /** Rows one by one; leave the loop before running a statement with the same text again. */
  iterate<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row>
  run(sql: string, ...values: SQLInputValue[]): void
  exec(sql: string): void
  /** A transaction; rolled back when `work` throws. */
  transaction<T>(work: () => T): T
  /** Statements run so far. */
  executions(): number
  isOpen(): boolean
  close(): void
}

/** Opens a file (or `:memory:`). Throws if it is not a database. */
export function openIndexDatabase(
  path: string,
  options: { readOnly?: boolean; cacheKib?: number; waitMs?: number } = {},
): IndexDatabase {
  const sqlite = new DatabaseSync(path, {
    readOnly: options.readOnly ?? false,
    timeout: options.waitMs ?? 2_000,
  })
  const statements = new Map<string, StatementSync>()
  const tupleStatements = new Map<string, StatementSync>()
  let executions = 0
  const prepared = (sql: string) => {
    executions += 1
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = sqlite.prepare(sql)))
    return statement
  }
  const preparedForTuples = (sql: string) => {
    executions += 1
    let statement = tupleStatements.get(sql)
    if (!statement) {
      tupleStatements.set(sql, (statement = sqlite.prepare(sql)))
      statement.setReturnArrays(true)
    }
    return statement
  }
  sqlite.exec(`pragma cache_size = -${options.cacheKib ?? 8_192}; pragma temp_store = memory`)
  return {
    path,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    tuples: <Row extends unknown[]>(sql: string, ...values: SQLInputValue[]) =>
      preparedForTuples(sql).all(...values) as unknown as Row[],
    column: <Value>(sql: string, ...values: SQLInputValue[]) =>
      (preparedForTuples(sql).all(...values) as unknown as [Value][]).map(([value]) => value),
    iterate: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepared(sql).iterate(...values) as unknown as Iterable<Row>,
    run(sql, ...values) {
      const statement = prepared(sql)
      // The returned last row id may be the full-text engine's own, which can exceed a safe number.
      statement.setReadBigInts(true)
      statement.run(...values)
    },
    exec: (sql) => sqlite.exec(sql),
    transaction(work) {
      sqlite.exec('begin immediate')
      try {
        const result = work()
        sqlite.exec('commit')
        return result
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec('rollback')
        throw error
      }
    },
    executions: () => executions,
    isOpen: () => sqlite.isOpen,
    close() {
      statements.clear()
      tupleStatements.clear()
      if (sqlite.isOpen) sqlite.close()
    },
  }
}

/** Reads one row of the file's metadata. */
export function readMeta(db: IndexDatabase, name: string): string | null {
  return db.get<{ value: string }>('select value from meta where name = ?', name)?.value ?? null
}

export function writeMeta(db: IndexDatabase, name: string, value: string): void {
  db.run(
    'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
    name,
    value,
  )
}

/** Ids for facet values, assigned once and stored in the file. */
export interface FacetIds {
  idOf(code: string, value: string): number
  /** Undefined if no product ever had the value. */
  find(code: string, value: string): number | undefined
  valueOf(id: number): [code: string, value: string]
}

export function createFacetIds(db: IndexDatabase): FacetIds {
  const ids = new Map<string, number>()
  const values: [string, string][] = []
  for (const row of db.all<{ id: number; code: string; value: string }>(
    'select id, code, value from facet_value',
  )) {
    ids.set(`${row.code}\n${row.value}`, row.id)
    values[row.id] = [row.code, row.value]
  }
  return {
    idOf(code, value) {
      const known = ids.get(`${code}\n${value}`)
      if (known !== undefined) return known
      const id = values.length === 0 ? 1 : values.length
      db.run('insert into facet_value (id, code, value) values (?, ?, ?)', id, code, value)
      ids.set(`${code}\n${value}`, id)
      values[id] = [code, value]
      return id
    },
    find: (code, value) => ids.get(`${code}\n${value}`),
    valueOf: (id) => values[id] ?? ['', ''],
  }
}
