/**
 * The rows of a whole database as a gzipped text file, one line per table and sequence, so that a database which an
 * earlier release filled can be made again from its migrations and its rows.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'

/** What migrations and routines write themselves. */
const leftOut = ['public.migration', 'public.routine']

/** Writes the rows of the database to the file. No other process may be connected to it. */
export async function writeStoredRows(url: string, file: string): Promise<void> {
  const text = await withClient(url, async (client) => {
    const lines = [`migration\t${await newestMigration(client)}`]
    for (const table of await tables(client)) {
      const { rows } = await client.query<{ json: string | null }>(
        `select json_agg(to_json(t))::text as json from only ${table} t`,
      )
      if (rows[0]!.json !== null) lines.push(`${table}\t${rows[0]!.json.replaceAll('\n', '')}`)
    }
    const sequences = await client.query<{ name: string; last: string }>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_sequences where last_value is not null order by 1`,
    )
    for (const { name, last } of sequences.rows)
      if (!leftOut.some((table) => name.startsWith(`${table}_`))) lines.push(`sequence\t${name}\t${last}`)
    return lines.join('\n')
  })
  await writeFile(file, gzipSync(text, { level: 9 }))
}

export interface StoredRows {
  /** Name of the newest migration of the database that they are of. */
  migration: string
  tables: { name: string; json: string }[]
  sequences: { name: string; last: string }[]
}

export async function readStoredRows(file: string | URL): Promise<StoredRows> {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const [, migration = ''] = lines.find(([name]) => name === 'migration') ?? []
  return {
    migration,
    tables: lines.flatMap(([name = '', json = '']) =>
      name === 'migration' || name === 'sequence' ? [] : [{ name, json }],
    ),
    sequences: lines.flatMap(([kind, name = '', last = '']) => (kind === 'sequence' ? [{ name, last }] : [])),
  }
}

/**
 * Replaces the rows of a database that has the schema they were written with. Triggers do not run: the rows are as they
 * were stored.
 */
export async function loadStoredRows(url: string, { tables: stored, sequences }: StoredRows): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const { name } of stored) await client.query(`delete from ${name}`)
    for (const { name, json } of stored) {
      const columns = await writtenColumns(client, name)
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [json],
      )
    }
    for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last])
    await client.query('commit')
  })
}

/** Tables with rows of their own, of the shop and of the job queue; partitions count, their parents do not. */
async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !leftOut.includes(name))
}

async function writtenColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]!.columns
}

async function newestMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from migration')
  return rows[0]!.name
}

async function withClient<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
