/**
 * Writes everything that a shop has into a folder: a file of rows for each table, pictures and documents as files of
 * their own, and `shop.json`. `docs/shop-archive.md` describes it.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveFault } from './archive-fault.ts'
import { manifestFile, tableFile, type ArchiveManifest } from './archive-manifest.ts'
import { fileColumns, sequencesLeftOut, type FileColumn } from './archive-tables.ts'
import {
  quote,
  readArchivedTables,
  readMigrationHashes,
  type ArchivedTable,
  type ArchiveReader,
} from './archived-tables.server.ts'

export interface WriteOptions {
  /** Whether customers' password hashes and passkeys are written too. */
  logins: boolean
  /** `Keyring.ids` of the shop. */
  secrets: readonly string[]
  /** Now, as milliseconds. */
  at: number
  /** Text of `db/schema.sql`, which says what each column is. */
  schema: string
  /** Called after each table. */
  onTable?(table: string, rows: number): void
}

/** Only the person who exports reads an archive: it names customers and what they bought. */
const folderMode = 0o700
const fileMode = 0o600

/** Rows of one fetch: few where each has a picture. */
const [fetchedRows, fetchedFiles] = [2000, 8]

/**
 * Writes the archive into a new folder, from one snapshot of the database; the shop goes on meanwhile. The folder has
 * its name only once it is complete. Throws an `ArchiveFault` where it exists and is not empty.
 */
export async function writeArchive(
  client: ArchiveReader,
  folder: string,
  options: WriteOptions,
): Promise<ArchiveManifest> {
  const target = resolve(folder)
  await requireEmpty(target)
  const unfinished = `${target}.${process.pid}.part`
  try {
    await mkdir(dirname(target), { recursive: true })
    await mkdir(join(unfinished, 'tables'), { recursive: true, mode: folderMode })
    const manifest = await inSnapshot(client, () => writeAll(client, unfinished, options))
    await writeFile(join(unfinished, 'schema.sql'), options.schema, { mode: fileMode })
    await writeFile(join(unfinished, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: fileMode,
    })
    await rmdir(target).catch(() => {})
    await rename(unfinished, target)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'ENOSPC' || code === 'EROFS')
      throw new ArchiveFault(`${folder} cannot be written: ${(error as Error).message}`)
    throw error
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') return ['']
    throw error
  })
  if (entries.length > 0) throw new ArchiveFault(`${folder} exists and is not an empty folder.`)
}

/** Settings that decide how values are written. */
const settings = [
  "set local timezone to 'UTC'",
  "set local datestyle to 'ISO'",
  "set local intervalstyle to 'iso_8601'",
  "set local bytea_output to 'hex'",
  'set local extra_float_digits to 1',
  'set local statement_timeout to 0',
  // Files are written between two fetches.
  'set local idle_in_transaction_session_timeout to 0',
]

async function inSnapshot<T>(client: ArchiveReader, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const setting of settings) await client.query(setting)
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

async function writeAll(
  client: ArchiveReader,
  folder: string,
  { logins, secrets, at, onTable }: WriteOptions,
): Promise<ArchiveManifest> {
  const migrations = await readMigrationHashes(client)
  const tables: ArchiveManifest['tables'] = []
  for (const table of await readArchivedTables(client, logins)) {
    const written = await writeTable(client, folder, table)
    tables.push({ table: table.name, kind: table.kind, ...written })
    onTable?.(table.name, written.rows)
  }
  return {
    format: 'anode-shop-archive/1',
    exportedAt: new Date(at).toISOString(),
    hasLogins: logins,
    migrations,
    secrets: [...secrets],
    tables,
    sequences: await readSequences(client),
  }
}

async function writeTable(
  client: ArchiveReader,
  folder: string,
  table: ArchivedTable,
): Promise<{ rows: number; sha256: string }> {
  const digest = createHash('sha256')
  const count = { rows: 0 }
  async function* lines(): AsyncGenerator<string> {
    for await (const line of rowsOf(client, folder, table)) {
      const text = `${line}\n`
      digest.update(text)
      count.rows += 1
      yield text
    }
  }
  await pipeline(lines, createWriteStream(join(folder, tableFile(table.name)), { mode: fileMode }))
  return { rows: count.rows, sha256: digest.digest('hex') }
}

interface FetchedRow {
  row: string
  /** Value of the file column. */
  file: Buffer | null
}

async function* rowsOf(client: ArchiveReader, folder: string, table: ArchivedTable): AsyncGenerator<string> {
  const files = table.name.includes('.') ? undefined : fileColumns[table.name]
  await client.query(`declare archived no scroll cursor for ${selectOf(table, files)}`)
  if (files) await mkdir(join(folder, 'files', table.name), { recursive: true, mode: folderMode })
  for (;;) {
    const { rows } = await client.query<FetchedRow>(
      `fetch ${files ? fetchedFiles : fetchedRows} from archived`,
    )
    if (rows.length === 0) break
    for (const { row, file } of rows)
      yield files && file ? await withFile(folder, table, files, { row, file }) : row
  }
  await client.query('close archived')
}

/** Rows as JSON, sorted so that two archives of the same shop are the same. */
function selectOf({ quoted, columns, key }: ArchivedTable, files: FileColumn | undefined): string {
  const inRow = columns.filter((column) => column !== files?.column)
  const order =
    key.length === 0
      ? 'row_to_json(r)::text collate "C"'
      : key.map(({ column, isText }) => `t.${quote(column)}${isText ? ' collate "C"' : ''}`).join(', ')
  return `select row_to_json(r)::text as row, ${files ? `t.${quote(files.column)}` : 'null'} as file
    from ${quoted} t cross join lateral (select ${inRow.map((column) => `t.${quote(column)}`).join(', ')}) r
    order by ${order}`
}

/** Writes the file of a row; the row then names it. */
async function withFile(
  folder: string,
  { name, key }: ArchivedTable,
  { column, ending }: FileColumn,
  { row, file }: { row: string; file: Buffer },
): Promise<string> {
  const value = JSON.parse(row) as Record<string, unknown>
  const ids = key.map((part) => String(value[part.column]).replace(/[^\w-]/g, ''))
  const type = typeof ending === 'string' ? ending : String(value[ending.column])
  const path = `files/${name}/${ids.join('-')}.${type}`
  const written = await open(join(folder, path), 'wx', fileMode)
  try {
    await written.writeFile(file)
  } finally {
    await written.close()
  }
  const sha256 = createHash('sha256').update(file).digest('hex')
  return JSON.stringify({ ...value, [column]: { file: path, sha256 } })
}

async function readSequences(client: ArchiveReader): Promise<ArchiveManifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and (n.nspname = 'public' or n.nspname ~ '^module_')
     order by n.nspname <> 'public', n.nspname collate "C", c.relname collate "C"`,
  )
  const sequences: ArchiveManifest['sequences'] = []
  for (const { schema, name } of rows) {
    if (schema === 'public' && sequencesLeftOut.has(name)) continue
    const { rows: states } = await client.query<{ last_value: string | number; is_called: boolean }>(
      `select last_value, is_called from ${quote(schema)}.${quote(name)}`,
    )
    const { last_value: lastValue, is_called: isCalled } = states[0]!
    const sequence = schema === 'public' ? name : `${schema}.${name}`
    sequences.push({ sequence, lastValue: Number(lastValue), isCalled })
  }
  return sequences
}
