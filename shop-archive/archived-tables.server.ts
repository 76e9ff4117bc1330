/** The tables of a database as an archive has them. */
import { columnsLeftOut, loginColumns, treatmentOf } from './archive-tables.ts'

/** One connection to the database. */
export interface ArchiveReader {
  query<Row>(text: string): Promise<{ rows: Row[] }>
}

export interface ArchivedTable {
  /** As the archive names it: `product`, or `module_gift_wrap.wrap`. */
  name: string
  /** For SQL. */
  quoted: string
  kind: 'import' | 'record'
  /** Those of the archive, in the order of the table. */
  columns: string[]
  /** By which rows are sorted; empty: there is no primary key. */
  key: { column: string; isText: boolean }[]
}

interface Row {
  schema: string
  name: string
  columns: string[]
  key: { column: string; isText: boolean }[]
}

const tablesOfShop = `
select n.nspname as schema, c.relname as name,
  array(select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
  coalesce((select json_agg(json_build_object('column', a.attname, 'isText', a.attcollation <> 0) order by k.position)
    from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where i.indrelid = c.oid and i.indisprimary), '[]') as key
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relispartition
  and (n.nspname = 'public' or n.nspname ~ '^module_')
order by n.nspname <> 'public', n.nspname collate "C", c.relname collate "C"`

/** The tables that an archive has. `logins`: with what opens the accounts of customers. */
export async function readArchivedTables(client: ArchiveReader, logins: boolean): Promise<ArchivedTable[]> {
  const { rows } = await client.query<Row>(tablesOfShop)
  return rows.flatMap(({ schema, name, columns, key }) => {
    const isOurs = schema === 'public'
    const treatment = isOurs ? treatmentOf(name) : 'import'
    if (treatment === 'leave' || (treatment === 'login' && !logins)) return []
    const leftOut = isOurs
      ? [...(columnsLeftOut[name] ?? []), ...(logins ? [] : (loginColumns[name] ?? []))]
      : []
    return {
      name: isOurs ? name : `${schema}.${name}`,
      quoted: `${quote(schema)}.${quote(name)}`,
      kind: treatment === 'record' ? 'record' : 'import',
      columns: columns.filter((column) => !leftOut.includes(column)),
      key,
    }
  })
}

/** Quotes a name for SQL. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Name of each applied migration → SHA-256 of its text. */
export async function readMigrationHashes(client: ArchiveReader): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name collate "C"',
  )
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]))
}
