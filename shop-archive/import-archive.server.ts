/**
 * Fills an empty shop with an archive, in one transaction: the shop then is as the other one was when the archive was
 * written. Nothing happens for it: no mail is sent, no event published, no price history begun.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ArchiveFault } from './archive-fault.ts'
import {
  manifestFile,
  readManifest,
  storedFile,
  tableFile,
  type ArchiveManifest,
} from './archive-manifest.ts'
import { fileColumns, prefilledTables, type FileColumn } from './archive-tables.ts'
import {
  quote,
  readArchivedTables,
  readMigrationHashes,
  type ArchivedTable,
} from './archived-tables.server.ts'

export interface ImportOptions {
  /** Longest wait for other sessions to let go of the tables, in milliseconds; 20 s by default. */
  lockTimeoutMs?: number
  /** Called before each table. */
  onTable?(table: string, rows: number): void
}

/** Rows of one statement, and about how many characters they may have. */
const [batchRows, batchCharacters] = [500, 8_000_000]

/** PostgreSQL's error code of a lock that was not given in time. */
const lockNotAvailable = '55P03'

/** Reads and checks `shop.json`. */
export async function openArchive(folder: string): Promise<ArchiveManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveFault(`${folder} is not an archive of a shop: ${manifestFile}: ${error.message}`)
  })
  const manifest = readManifest(text)
  if ('problem' in manifest)
    throw new ArchiveFault(`${folder} is not an archive of a shop: ${manifest.problem}.`)
  return manifest
}

/**
 * Imports the archive as the owner of the schema. Throws an `ArchiveFault`, and changes nothing, where the shop is of
 * another release or not empty, and where a file is missing, was changed or has a row that does not fit.
 */
export async function importArchive(
  owner: pg.Client,
  folder: string,
  { lockTimeoutMs = 20_000, onTable }: ImportOptions = {},
): Promise<ArchiveManifest> {
  const manifest = await openArchive(folder)
  requireSameMigrations(manifest, await readMigrationHashes(owner))
  const tables = await tablesToImport(owner, manifest)
  for (const { table } of manifest.tables) await requireUnchanged(folder, manifest, table)
  await owner.query('begin')
  try {
    await owner.query("set local timezone to 'UTC'")
    await owner.query('set local statement_timeout to 0')
    await owner.query(`set local lock_timeout to ${lockTimeoutMs}`)
    await owner.query(`lock table ${tables.map(({ quoted }) => quoted).join(', ')} in access exclusive mode`)
    await requireEmptyShop(owner, tables)
    const keys = await dropForeignKeys(owner)
    for (const table of tables) {
      onTable?.(table.name, manifest.tables.find((each) => each.table === table.name)!.rows)
      await importTable(owner, folder, table)
    }
    for (const { add, table } of keys)
      await owner.query(add).catch((error: Error) => {
        throw new ArchiveFault(`Rows of ${table} name rows that the archive does not have: ${error.message}`)
      })
    await setSequences(owner, manifest)
    // A new file of the change log: every node builds its index anew.
    await owner.query('truncate change_log')
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    if ((error as { code?: string }).code === lockNotAvailable)
      throw new ArchiveFault('The shop is in use. Stop all of its nodes and import again.')
    throw error
  }
  await owner.query('analyze')
  return manifest
}

function requireSameMigrations(
  { migrations: theirs }: ArchiveManifest,
  ours: Readonly<Record<string, string>>,
): void {
  const missing = Object.keys(theirs).filter((name) => ours[name] !== theirs[name])
  const more = Object.keys(ours).filter((name) => !Object.hasOwn(theirs, name))
  if (missing.length === 0 && more.length === 0) return
  const say = (names: string[]) =>
    names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
  throw new ArchiveFault(
    [
      'The archive is of a shop with other tables.',
      ...(missing.length > 0 ? [`It has what this shop lacks: ${say(missing)}.`] : []),
      ...(more.length > 0 ? [`It lacks what this shop has: ${say(more)}.`] : []),
      'Import it with the release that wrote it and with the same modules, then upgrade.',
    ].join(' '),
  )
}

/** The tables of the database that the archive fills, each with the columns that it has. */
async function tablesToImport(
  owner: pg.Client,
  { tables, hasLogins }: ArchiveManifest,
): Promise<ArchivedTable[]> {
  const ours = (await readArchivedTables(owner, hasLogins)).filter(({ kind }) => kind === 'import')
  const named = new Set(tables.filter(({ kind }) => kind === 'import').map(({ table }) => table))
  const missing = ours.filter(({ name }) => !named.has(name)).map(({ name }) => name)
  const unknown = [...named].filter((name) => !ours.some((table) => table.name === name))
  if (missing.length > 0)
    throw new ArchiveFault(`${manifestFile} does not name the tables ${missing.join(', ')}.`)
  if (unknown.length > 0)
    throw new ArchiveFault(`${manifestFile} names tables that no shop has: ${unknown.join(', ')}.`)
  return ours
}

async function requireUnchanged(folder: string, { tables }: ArchiveManifest, table: string): Promise<void> {
  const path = tableFile(table)
  const digest = createHash('sha256')
  try {
    for await (const chunk of createReadStream(join(folder, path))) digest.update(chunk as Buffer)
  } catch (error) {
    throw new ArchiveFault(`${path} cannot be read: ${(error as Error).message}`)
  }
  if (digest.digest('hex') !== tables.find((each) => each.table === table)!.sha256)
    throw new ArchiveFault(`${path} is not as it was written: its SHA-256 is not that of ${manifestFile}.`)
}

async function requireEmptyShop(owner: pg.Client, tables: readonly ArchivedTable[]): Promise<void> {
  const filled: string[] = []
  for (const { name, quoted } of tables) {
    const written = prefilledTables.get(name) ?? 'true'
    const { rowCount } = await owner.query(`select from ${quoted} where ${written} limit 1`)
    if (rowCount !== 0) filled.push(name)
  }
  if (filled.length > 0)
    throw new ArchiveFault(
      `An archive is imported into an empty shop. This one has rows in ${filled.slice(0, 5).join(', ')}${
        filled.length > 5 ? ` and ${filled.length - 5} more tables` : ''
      }.`,
    )
}

interface ForeignKey {
  table: string
  drop: string
  add: string
}

/** Rows refer to each other in circles: the keys come back, and are checked, once all rows are there. */
async function dropForeignKeys(owner: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `select c.relname as table,
       format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and (n.nspname = 'public' or n.nspname ~ '^module_')`,
  )
  for (const { drop } of rows) await owner.query(drop)
  return rows
}

/** Adds the rows of a table, without its triggers: what they write is in the archive itself. */
async function importTable(owner: pg.Client, folder: string, table: ArchivedTable): Promise<void> {
  await owner.query(`alter table ${table.quoted} disable trigger user`)
  if (prefilledTables.has(table.name)) await owner.query(`delete from ${table.quoted}`)
  const files = table.name.includes('.') ? undefined : fileColumns[table.name]
  let batch: string[] = []
  let characters = 0
  let first = 1
  const insert = async () => {
    if (batch.length > 0) await insertRows(owner, table, batch, first)
    first += batch.length
    batch = []
    characters = 0
  }
  for await (const line of linesOf(join(folder, tableFile(table.name)))) {
    const row = files ? await withBytes(folder, table, files, line) : line
    batch.push(row)
    characters += row.length
    if (batch.length === batchRows || characters > batchCharacters) await insert()
  }
  await insert()
  await owner.query(`alter table ${table.quoted} enable trigger user`)
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The row with the bytes of its file in place of the file's name. */
async function withBytes(
  folder: string,
  { name }: ArchivedTable,
  { column }: FileColumn,
  line: string,
): Promise<string> {
  const value = JSON.parse(line) as Record<string, unknown>
  if (value[column] === null || value[column] === undefined) return line
  const stored = storedFile.safeParse(value[column])
  if (!stored.success)
    throw new ArchiveFault(`${tableFile(name)}: ${column} does not name a file of the archive.`)
  const { file, sha256 } = stored.data
  const bytes = await readFile(join(folder, file)).catch((error: Error) => {
    throw new ArchiveFault(`${file} cannot be read: ${error.message}`)
  })
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ArchiveFault(`${file} is not as it was written.`)
  return JSON.stringify({ ...value, [column]: `\\x${bytes.toString('hex')}` })
}

async function insertRows(
  owner: pg.Client,
  { name, quoted, columns }: ArchivedTable,
  rows: readonly string[],
  firstLine: number,
): Promise<void> {
  const list = columns.map(quote).join(', ')
  const statement = `insert into ${quoted} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${quoted}, $1::json)`
  await owner.query(statement, [`[${rows.join(',')}]`]).catch((error: Error & { detail?: string }) => {
    const lines =
      rows.length === 1 ? `line ${firstLine}` : `lines ${firstLine} to ${firstLine + rows.length - 1}`
    throw new ArchiveFault(`${tableFile(name)}, ${lines}: ${error.message}.`)
  })
}

/**
 * A sequence that is further already stays there: the shop records the import itself. Those of order numbers begin at
 * 100001, and a store may have continued lower ones.
 */
async function setSequences(owner: pg.Client, { sequences }: ArchiveManifest): Promise<void> {
  for (const { sequence, lastValue, isCalled } of sequences) {
    const name = sequence.split('.').map(quote).join('.')
    const isOfOrders = /(?:^|\.)order_number_[a-z]+$/.test(sequence)
    const where = isOfOrders ? '' : ` from ${name} where (last_value, is_called) < ($2, $3)`
    await owner.query(`select setval($1::regclass, $2, $3)${where}`, [name, lastValue, isCalled])
  }
}
